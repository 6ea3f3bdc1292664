"""One tile after the other in the calling thread."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

__all__ = ["run"]


def run(
    function: Callable[[Any], Any], tiles: Iterable[Any], n_workers: int, n_pending: int
) -> Generator[Any, None, None]:
    """Yield ``function(tile)`` for each tile."""
    yield from map(function, tiles)
