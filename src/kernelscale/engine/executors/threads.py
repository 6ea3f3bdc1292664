"""An executor that runs tasks on a pool of threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

__all__ = ["Threads"]


class Threads:
    """Runs tasks on a pool of threads. Results come in the order of the tasks."""

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], n_workers: int, n_pending: int
    ) -> Generator[Any, None, None]:
        """Yield ``function(task)`` for each task; at most `n_pending` tasks are taken ahead."""
        waiting = iter(tasks)
        with ThreadPoolExecutor(n_workers) as pool:
            try:
                pending: deque[Future[Any]] = deque(
                    pool.submit(function, task) for task in islice(waiting, n_pending)
                )
                while pending:
                    # Results are large, so one more task is submitted only after the caller has
                    # used this result.
                    yield pending.popleft().result()
                    pending.extend(pool.submit(function, task) for task in islice(waiting, 1))
            finally:
                pool.shutdown(cancel_futures=True)
