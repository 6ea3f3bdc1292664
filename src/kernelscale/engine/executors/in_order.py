"""A check that an executor yields one result for each task, in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..._validation import shown
from .protocol import Executor

__all__ = ["in_order"]


def in_order(
    executor: Executor,
    function: Callable[[Any], Any],
    tasks: Iterable[Any],
    n_tasks: int,
    n_workers: int,
    n_pending: int,
) -> Generator[Any, None, None]:
    """Yield ``function(task)`` for each task, by `Executor.run`, and check the order of results.

    Raises
    ------
    TypeError
        If the executor's `run` returns no generator.
    RuntimeError
        If the executor loses, repeats or reorders results.
    """
    numbered = _NumberedTasks(tasks, n_tasks)
    results: Any = executor.run(_Numbered(function), numbered, n_workers, n_pending)
    if not isinstance(results, Generator):
        raise TypeError(
            f"The method run of an executor must be a generator, which yields the result of each "
            f"task, but run of {shown(executor)} returned a {type(results).__name__}."
        )
    n_done = 0
    try:
        for number, result in results:
            _check(number, n_done, n_tasks)
            yield result
            del result  # the memory is free before the next result is computed
            n_done += 1
        _check(n_tasks, n_done, n_tasks)
    finally:
        results.close()  # this ends the workers


class _NumberedTasks(Iterator[tuple[int, Any]]):
    """Tasks with their numbers; `length_hint` of this iterator is the number of tasks left."""

    def __init__(self, tasks: Iterable[Any], n_tasks: int) -> None:
        self._tasks, self._n_tasks, self._n_taken = iter(tasks), n_tasks, 0

    def __next__(self) -> tuple[int, Any]:
        numbered = self._n_taken, next(self._tasks)
        self._n_taken += 1
        return numbered

    def __length_hint__(self) -> int:
        return self._n_tasks - self._n_taken


@dataclass(frozen=True, eq=False)
class _Numbered:
    """The function with a number added to each task and its result; it can be pickled."""

    function: Callable[[Any], Any]

    def __call__(self, task: tuple[int, Any]) -> tuple[int, Any]:
        number, given = task
        return number, self.function(given)


def _check(number: int, n_done: int, n_tasks: int) -> None:
    """Raise an error if a result is missing, repeated or out of order."""
    if number != n_done:
        raise RuntimeError(
            f"An executor must yield one result for each of the {n_tasks} tasks, in their order, "
            f"but after {n_done} of them "
            f"{'no more' if number == n_tasks else f'the result of task {number + 1}'} came."
        )
