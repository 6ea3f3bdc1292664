"""An executor that runs tasks on the workers of a Dask cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from operator import length_hint
from typing import Any

from ..._optional_packages import optional_module
from ..._validation import check_not_negative, shown
from .dask_job import Job
from .dask_workers import Workers
from .protocol import Worker

__all__ = ["DaskExecutor"]

# Number of messages for each thread of the cluster: the tasks of one are computed while the other
# message waits.
AHEAD = 2
_NO_CLIENT = (
    "executor='dask' needs a Dask client, but there is none; create one first, such as a client "
    "with workers on this machine: from distributed import Client; client = Client()"
)


@dataclass(frozen=True, eq=False)
class DaskExecutor:
    """Runs tasks on the workers of a Dask cluster, and sends several tasks in one message.

    Points are sent in blocks of rows. Each block is sent once, and a worker gets only the blocks
    that its tasks need. The calling process merges the results in the order of the tasks, so they
    have the same bits as with threads, for any number of workers. Workers may be lost or join
    during the work.

    Parameters
    ----------
    client : distributed.Client, optional
        Client of the cluster; by default the default client, as with ``executor="dask"``.
    tile_seconds : float
        Time in seconds that a worker should need for the tasks of one message. Results do not
        depend on it.

    Raises
    ------
    ImportError
        If distributed cannot be imported.
    TypeError
        If `client` is not a client of distributed, or is asynchronous.
    ValueError
        If `tile_seconds` is not a finite number of at least 0.

    Examples
    --------
    Two workers on this machine; for other machines pass the address of their scheduler,
    ``Client("tcp://10.0.0.1:8786")``.

    >>> from distributed import Client  # doctest: +SKIP
    >>> with Client(n_workers=2, threads_per_worker=1) as client:  # doctest: +SKIP
    ...     select_bandwidth(X, executor=DaskExecutor(client, tile_seconds=2.0))
    """

    client: Any = None
    tile_seconds: float = 1.0

    def __post_init__(self) -> None:
        check_not_negative(self.tile_seconds, "tile_seconds")
        if self.client is not None:
            _check_client(self.client)

    def __deepcopy__(self, memo: Any) -> DaskExecutor:
        """The same object: copies of an estimator use the same cluster."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the client: another process takes its own default client."""
        return type(self), (None, self.tile_seconds)

    def check(self) -> None:
        """Raise an error if there is no client or it is closed."""
        client = self.client or (None if _within_a_task() else _default_client())
        if client is not None and client.status != "running":
            raise ValueError(f"client must be connected, but {client} is {client.status}.")

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], n_workers: int, n_pending: int
    ) -> Generator[Any, None, None]:
        """Yield ``function(task)`` for each task."""
        longest = max(1, n_pending // n_workers)
        runs = self.runs(_Each(function), tasks, length_hint(tasks), lambda _: longest)
        with closing(runs) as done:
            for _, results in done:
                yield from results

    def runs(
        self,
        function: Callable[[list[Any]], Any],
        tasks: Iterable[Any],
        n_tasks: int,
        longest: Callable[[Sequence[Worker]], int],
    ) -> Generator[tuple[int, Any], None, None]:
        """Yield ``(n, function(tasks))`` for each group of n consecutive tasks, in order.

        Parameters
        ----------
        function : callable
            Computes the results of a list of tasks on a worker. If it has a method `needs`,
            ``function.needs(task)`` returns the blocks of rows that the task needs; otherwise each
            task needs all blocks.
        tasks : iterable
            All tasks.
        n_tasks : int
            Number of tasks, or 0 if it is not known.
        longest : callable
            ``longest(workers)`` is the largest number of tasks in one message to any of these
            workers.
        """
        with self.workers() as workers, closing(Job(workers, function)) as job:
            waiting, most = iter(tasks), longest(workers.each)
            while True:
                while len(job.pending) < AHEAD * workers.n_threads:
                    length = min(self._length(job, n_tasks), most)
                    some = list(islice(waiting, length))
                    if not some:
                        break
                    job.submit(some)
                if not job.pending:
                    return
                yield job.next_result()

    def _length(self, job: Job, n_tasks: int) -> int:
        """Number of tasks in the next message, chosen from the time that earlier tasks took."""
        wanted = self.tile_seconds / job.seconds_a_task if job.seconds_a_task else 1.0
        few = wanted / 16  # a lower limit, because sending a message takes time too
        # The first messages have few tasks, because their results save work in later tasks. The
        # last messages have few tasks, so that at the end nobody waits long for one worker.
        growing = job.n_sent / 8
        left = n_tasks - job.n_sent
        fair = left / (AHEAD * job.workers.n_threads) if left > 0 else wanted
        return int(max(1.0, few, min(wanted, growing, fair)))

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """Context with the workers of the cluster, after a check that all compute the same bits."""
        if _within_a_task():
            from distributed import worker_client

            with worker_client() as client:  # other tasks can use this thread meanwhile
                yield Workers(client)
        else:
            yield Workers(self.client or _default_client())


@dataclass(frozen=True, eq=False)
class _Each:
    """Computes each of several independent tasks."""

    function: Callable[[Any], Any]

    def __call__(self, tasks: list[Any]) -> list[Any]:
        return [self.function(task) for task in tasks]


def _distributed() -> Any:
    needs = "executor='dask' needs the package distributed"
    return optional_module("distributed", needs, '"kernelscale[dask]"')


def _check_client(client: Any) -> None:
    if not isinstance(client, _distributed().Client) or client.asynchronous:
        raise TypeError(
            f"client must be a distributed.Client that is not asynchronous, but {shown(client)} "
            f"was given."
        )


def _default_client() -> Any:
    distributed = _distributed()
    try:
        client = distributed.default_client()
    except ValueError:
        raise ValueError(_NO_CLIENT) from None
    _check_client(client)
    return client


def _within_a_task() -> bool:
    """Whether a thread of a Dask worker runs this code."""
    if threading.current_thread() is threading.main_thread():
        return False
    try:
        _distributed().get_worker()
    except ValueError:
        return False
    return True
