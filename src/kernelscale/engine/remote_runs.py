"""A pass over tiles (blocks of all pairs) on workers that share no memory with the caller."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from .executors import Sender
from .executors.protocol import Worker
from .on_tile import OnRun, OnTile, Task
from .plan import Plan, bytes_in_work, readable
from .source import bytes_read

__all__ = ["remote_runs"]

BLOCK_BYTES = 2**25  # number of bytes of the points in one block
AHEAD = 2  # number of messages (groups of tiles) for each thread: one is computed, one waits
MOST_TILES = 256  # largest number of tiles in one message


def remote_runs(
    executor: Sender, on_tile: OnTile, tasks: Iterator[Task], plan: Plan, memory_limit: int
) -> Generator[tuple[int, list[Any]], None, None]:
    """Yield, for each group of consecutive tiles, their number and their partial results.

    Parameters
    ----------
    executor : Sender
        Where tiles run.
    on_tile : OnTile
        The function that computes the partial result of a tile.
    tasks : iterator
        All tiles, with a hint for each.
    plan : Plan
        Number and size of the tiles.
    memory_limit : int
        Bytes that a worker may use in addition to the points.

    Raises
    ------
    MemoryError
        If the tiles at work on one worker do not fit in its memory or in `memory_limit`.
    """
    side, (_, n_features) = plan.side, on_tile.source.values.shape
    while side > 1 and 8 * side * n_features > BLOCK_BYTES:
        side //= 2

    def longest(workers: Sequence[Worker]) -> int:
        return min(_longest(worker, on_tile, plan, memory_limit) for worker in workers)

    return executor.runs(OnRun.of(on_tile, side), tasks, plan.n_tiles, longest)


def _longest(worker: Worker, on_tile: OnTile, plan: Plan, memory_limit: int) -> int:
    """Largest number of tiles in one message to a worker."""
    statistic, sample = on_tile.statistic, on_tile.sample
    n_rows = plan.n_samples if plan.n_rows is None else plan.n_rows
    values, compute = on_tile.source.values, on_tile.arithmetic
    n_features, read = values.shape[1], bytes_read(values)
    a_tile = bytes_in_work(statistic, plan.side, n_features, compute, sample is not None)
    a_result = AHEAD * statistic.partial_bytes(plan.side)
    least = read + statistic.result_bytes(n_rows) + worker.threads * (a_tile + a_result)
    allowed = min(memory_limit, worker.memory_limit or memory_limit)
    if least > allowed:
        raise MemoryError(
            f"{statistic} over {plan.n_samples} rows needs {readable(least)} on a worker of "
            f"{worker.threads} threads, but only {readable(allowed)} are allowed there (the "
            f"smaller of memory_limit and the worker's memory); raise both, or start workers with "
            f"fewer threads."
        )
    more = (allowed - least) // (worker.threads * a_result)
    return int(min(1 + more, MOST_TILES))
