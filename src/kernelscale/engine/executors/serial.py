"""Runs tasks one after the other in the calling thread."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

__all__ = ["Serial"]


class Serial:
    """Runs tasks one after the other in the calling thread."""

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], n_workers: int, n_pending: int
    ) -> Generator[Any, None, None]:
        """Yield ``function(task)`` for each task."""
        yield from map(function, tasks)
