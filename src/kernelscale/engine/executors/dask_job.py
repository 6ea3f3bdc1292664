"""The computation of one function on a Dask cluster; tasks of a lost worker are repeated."""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from ..installed import installed
from ..row_blocks import Block
from .dask_data import DataOnCluster
from .dask_workers import Workers
from .packing import Packed, unpacked

__all__ = ["Job"]

MOST_LOSSES = 8  # an error is raised if workers are lost this many times in a row
SECONDS_TO_NOTICE = 0.5  # time until the scheduler notices that a worker is lost


@dataclass
class _Message:
    """Tasks that are sent together, the blocks of rows they need, and their future results."""

    tasks: list[Any]
    blocks: list[Block]
    future: Any = None


class Job:
    """The computation of one function on a cluster.

    Attributes
    ----------
    workers : Workers
        Workers of the cluster.
    pending : deque of _Message
        Messages whose results have not been returned yet, in the order of their tasks.
    n_sent : int
        Number of tasks sent.
    seconds_a_task : float
        Mean time of a task in the last finished message; 0 before the first.
    """

    def __init__(self, workers: Workers, function: Callable[[list[Any]], Any]) -> None:
        self.workers, self._needs = workers, getattr(function, "needs", None)
        self._packed = Packed(function)
        self._parts = DataOnCluster(workers.client, self._packed)
        self.pending: deque[_Message] = deque()
        self.seconds_a_task, self.n_sent = 0.0, 0
        self._name, self._n_messages = uuid4().hex, 0

    def submit(self, tasks: list[Any]) -> None:
        """Send some tasks, and any blocks they need that have not been sent before."""
        needed = self._packed.blocks
        if self._needs is not None:
            blocks = (block for task in tasks for block in self._needs(task))
            needed = list({id(block): block for block in blocks}.values())
        message = _Message(tasks, needed)
        self.pending.append(message)
        self.n_sent += len(tasks)
        with self._faults():
            self._send(message)

    def _send(self, message: _Message) -> None:
        wanted = [*self._packed.arrays, *message.blocks]
        self._n_messages += 1
        message.future = self.workers.client.submit(
            _work,
            self._packed.pickled,
            self.workers.installed,
            pickle.dumps(message.tasks),
            [self._packed.number_of(each) for each in wanted],
            self._placed(wanted),
            key=f"kernelscale-tiles-{self._name}-{self._n_messages}",
            pure=False,
        )

    def _placed(self, wanted: list[Any]) -> list[Any]:
        """Futures of the data that tasks need; the data are sent again if a worker is lost."""
        from distributed.comm import CommClosedError

        for _ in range(MOST_LOSSES - 1):
            with suppress(CommClosedError):
                return self._parts.futures(wanted)
            time.sleep(SECONDS_TO_NOTICE)
            self._check_open()
        return self._parts.futures(wanted)

    def next_result(self) -> tuple[int, Any]:
        """Wait for the first pending message; return the number of its tasks, and their results."""
        message = self.pending[0]
        with self._faults():
            self.workers.count()
            seconds, result = self._result(message)
        self.pending.popleft()
        self.seconds_a_task = seconds / len(message.tasks)
        return len(message.tasks), result

    def _result(self, message: _Message) -> Any:
        for _ in range(MOST_LOSSES):
            # If a worker is lost, Dask repeats its task. But if the worker held the only copy of
            # data that a task needs, Dask cancels the task.
            with suppress(CancelledError):
                return message.future.result()
            self._send_again()
        raise RuntimeError(f"Workers of the Dask cluster were lost {MOST_LOSSES} times in a row.")

    def _send_again(self) -> None:
        self._check_open()
        for message in self.pending:
            if message.future.status in ("cancelled", "lost"):
                self._send(message)

    def close(self) -> None:
        """Keep the points on the cluster; if messages are pending, cancel them and drop the points.

        Messages are pending if the caller stopped early or an error was raised.
        """
        futures = [message.future for message in self.pending if message.future is not None]
        if not futures:
            self._parts.keep()
            return
        self._parts.drop()
        self.pending.clear()
        if self.workers.client.status == "running":
            self.workers.client.cancel(futures)

    def _check_open(self) -> None:
        if self.workers.client.status != "running":
            raise RuntimeError("The Dask client was closed before the work was done.")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Context that replaces an error of the cluster by a RuntimeError of one sentence.

        Errors that a task raises are not changed.
        """
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        self._check_open()
        try:
            yield
        except KilledWorker as error:
            raise RuntimeError(
                "Several workers of the Dask cluster ended during the same task, as happens if "
                "their memory is too small; start workers with more memory, or lower memory_limit."
            ) from error
        except (CommClosedError, TimeoutError) as error:
            raise RuntimeError(
                f"The Dask cluster at {self.workers.address} does not answer, or no longer has "
                f"workers."
            ) from error


def _work(
    pickled: bytes,
    expected: list[str],
    tasks: bytes,
    numbers: list[int],
    parts: list[Any],
) -> tuple[float, Any]:
    """Compute tasks on a worker; return the seconds that this took, and the results."""
    if [*installed()] != expected:
        raise RuntimeError(
            f"A worker joined the Dask cluster with kernelscale {' and '.join(installed())}, but "
            f"other workers have {' and '.join(expected)}."
        )
    function = unpacked(pickled, dict(zip(numbers, parts, strict=True)))
    begun = time.perf_counter()
    result = function(pickle.loads(tasks))
    return time.perf_counter() - begun, result
