"""The interface of an executor, which decides where tiles (blocks of all pairs) are computed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

__all__ = ["Executor", "Sender", "Worker"]


@runtime_checkable
class Executor(Protocol):
    """Runs tiles in this thread, in several threads, in other processes or on other machines.

    The function, each task and each result can be pickled. The data of a task do not change once
    the executor has taken it from `tasks`.

    Examples
    --------
    The simplest executor runs one task after the other.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import KernelSums
    >>> class OneByOne:
    ...     def run(self, function, tasks, n_workers, n_pending):
    ...         for task in tasks:
    ...             yield function(task)
    >>> reduce([[0.0], [1.0]], KernelSums([1e6]), executor=OneByOne()).S.round()
    array([4.])
    """

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], n_workers: int, n_pending: int
    ) -> Generator[Any, None, None]:
        """Yield ``function(task)`` for each task, in the order of the tasks.

        The pass raises an error if a result is missing, repeated or out of order. The caller closes
        the generator, which ends the workers.

        Parameters
        ----------
        function : callable
            What a worker computes.
        tasks : iterable
            All tasks. A task is created when it is taken from the iterable, in the thread that
            receives the results. A task that is taken later can use more results of earlier tasks,
            and then needs less work.
        n_workers : int
            Number of tasks computed at the same time.
        n_pending : int
            Largest number of tasks that are taken before their results are yielded; it limits
            memory.
        """


class Worker(NamedTuple):
    """A worker that shares no memory with the caller.

    Attributes
    ----------
    threads : int
        Number of its threads.
    memory_limit : int, optional
        Number of bytes of memory that it may use; None if this is not known.
    """

    threads: int
    memory_limit: int | None


class Sender(Executor, Protocol):
    """An executor whose workers share no memory with the caller.

    Tiles are sent in groups, and points in blocks of rows.
    """

    def check(self) -> None:
        """Raise an error, before any work, if the workers cannot be reached."""

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
            What a worker computes. ``function.needs(task)`` returns the blocks of rows that a task
            needs.
        tasks : iterable
            All tasks.
        n_tasks : int
            Number of tasks.
        longest : callable
            ``longest(workers)`` is the largest number of tasks in one message to any of these
            workers; it raises an error if the memory of a worker is too small for one task.
        """
