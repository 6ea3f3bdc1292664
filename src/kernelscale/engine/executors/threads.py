"""Tiles on a pool of threads. Results are yielded in the order of the tiles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

from ..blas import hold_thread_to_one

__all__ = ["run"]


def run(
    function: Callable[[Any], Any], tiles: Iterable[Any], n_workers: int, n_pending: int
) -> Generator[Any, None, None]:
    """Yield ``function(tile)`` for each tile, with at most `n_pending` tiles under way."""
    waiting = iter(tiles)
    with ThreadPoolExecutor(n_workers, initializer=hold_thread_to_one) as pool:
        try:
            pending: deque[Future[Any]] = deque(
                pool.submit(function, tile) for tile in islice(waiting, n_pending)
            )
            while pending:
                # The next only begins once the caller is done with this one: results are large.
                yield pending.popleft().result()
                pending.extend(pool.submit(function, tile) for tile in islice(waiting, 1))
        finally:
            pool.shutdown(cancel_futures=True)
