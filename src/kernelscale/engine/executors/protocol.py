"""The interface of an executor, which decides where tiles run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

__all__ = ["Executor", "Sender", "Worker"]


@runtime_checkable
class Executor(Protocol):
    """Where tiles run: in this thread, in several, in other processes or on other machines.

    The function, each task and each result can be pickled, and nothing that a task needs is
    changed after it has been handed out.

    Examples
    --------
    The simplest, of one's own: one task after the other.

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

        A result that is missing, comes twice or in another order is an error of the pass. Whoever
        is done closes the generator, which ends the workers.

        Parameters
        ----------
        function : callable
            What a worker does.
        tasks : iterable
            Made as they are taken, in the thread that asks for the results: one that is taken late
            knows more of the results before it, and has less to do.
        n_workers : int
            Tasks at work at the same time.
        n_pending : int
            Tasks taken whose results have not been asked for; more would need more memory.
        """


class Worker(NamedTuple):
    """A worker that shares no memory with the caller: its threads and bytes, None if any amount."""

    threads: int
    memory_limit: int | None


class Sender(Executor, Protocol):
    """An executor whose workers share no memory with the caller.

    Tiles are sent several at a time, points in blocks of rows.
    """

    def check(self) -> None:
        """Raise where there are no workers to be had; before any work."""

    def runs(
        self,
        function: Callable[[list[Any]], Any],
        tasks: Iterable[Any],
        n_tasks: int,
        longest: Callable[[Sequence[Worker]], int],
    ) -> Generator[tuple[int, Any], None, None]:
        """Yield ``function(some tasks)``, and how many these are, for tasks in a row.

        Parameters
        ----------
        function : callable
            What a worker does. ``function.needs(task)`` are the blocks of rows that a task needs.
        tasks : iterable
            All tasks.
        n_tasks : int
            How many there are.
        longest : callable
            How many may be sent at a time to such workers; an error where one is too small.
        """
