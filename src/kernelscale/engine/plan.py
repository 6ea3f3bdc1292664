"""The tile size and the number of workers that fit a memory limit. A tile is a block of all pairs.

The tile size does not depend on the number of workers. So the same sums are added in the same order
for any number of threads.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from .arithmetic.registry import arithmetic_named
from .source import MOST_PLACES, bytes_to_examine
from .statistics import Statistic
from .tile import Arithmetic

__all__ = ["Plan", "bytes_in_work", "make_plan", "pending_bytes", "readable"]

SMALLEST_SIDE = 64  # the set-up of a smaller tile takes longer than its computation
PENDING_PER_WORKER = 2  # number of tiles of each worker that are computed or wait to be merged


@dataclass(frozen=True)
class Plan:
    """The division of all pairs, or of the pairs of some rows with all points, into tiles.

    Attributes
    ----------
    n_samples : int
        Number of rows of the data.
    side : int
        Number of rows and of columns of a tile.
    n_workers : int
        Number of tiles computed at the same time.
    projected_memory : int
        Number of bytes needed beyond the data themselves.
    n_rows : int, optional
        If only some rows are compared with all points, the number of these rows.
    by_columns : bool
        The order of tiles, if only some rows are compared with all points. If True, all tiles of a
        block of points come one after another, which suits points that are read in blocks. If
        False, all tiles of a block of rows come one after another.
    """

    n_samples: int
    side: int
    n_workers: int
    projected_memory: int
    n_rows: int | None = None
    by_columns: bool = False

    @property
    def n_tiles(self) -> int:
        """Number of tiles; of all pairs, only the upper triangle with the diagonal is computed."""
        n_blocks = -(-self.n_samples // self.side)
        if self.n_rows is not None:
            return n_blocks * -(-self.n_rows // self.side)
        return n_blocks * (n_blocks + 1) // 2

    def tiles(self) -> Iterator[tuple[slice, slice]]:
        """Row and column slices of each tile, in the order in which they are merged."""
        blocks = self._blocks(self.n_samples)
        if self.n_rows is not None:
            of_rows = self._blocks(self.n_rows)
            if self.by_columns:
                yield from ((rows, columns) for columns in blocks for rows in of_rows)
            else:
                yield from itertools.product(of_rows, blocks)
            return
        for position, rows in enumerate(blocks):
            for columns in blocks[position:]:
                yield rows, columns

    def _blocks(self, n: int) -> list[slice]:
        return [slice(start, min(start + self.side, n)) for start in range(0, n, self.side)]


def make_plan(
    n_samples: int,
    n_features: int,
    statistic: Statistic,
    memory_limit: int,
    n_workers: int,
    arithmetic: str | Arithmetic = "auto",
    n_rows: int | None = None,
    bytes_kept: int = 0,
    in_blocks: bool = False,
) -> Plan:
    """Choose the largest tile within `memory_limit` bytes, then the largest number of workers.

    Parameters
    ----------
    n_samples, n_features : int
        Shape of the data; 0 features if distances are given.
    statistic : Statistic
        The statistic; its methods return the bytes it needs.
    memory_limit : int
        Bytes allowed beyond the data themselves.
    n_workers : int
        Desired number of workers; the plan has fewer if their tiles do not fit.
    arithmetic : {"auto", "reference", "compiled", "gpu"} or Arithmetic
        As in `select_bandwidth`.
    n_rows : int, optional
        If only some rows are compared with all points, the number of these rows.
    bytes_kept : int
        Bytes of stored distances, or of blocks of points that are read.
    in_blocks : bool
        Whether points are read in blocks.

    Returns
    -------
    Plan
        Side of a tile, workers, and the bytes they need.

    Raises
    ------
    MemoryError
        If even the smallest tile on one worker does not fit; nothing has been computed yet.

    Examples
    --------
    The distances of a hundred thousand rows would take 80 GB. With NumPy, 16 MiB are enough for the
    largest tiles on three workers, but not on eight.

    >>> from kernelscale.engine.statistics import KernelSums
    >>> plan = make_plan(100_000, 10, KernelSums([1.0]), 2**24, n_workers=8, arithmetic="reference")
    >>> plan.side, plan.n_workers, plan.n_tiles
    (512, 3, 19306)
    """
    compute = arithmetic_named(arithmetic)
    some_rows = n_rows is not None
    look = bytes_to_examine(min(n_samples, MOST_PLACES) if in_blocks else n_samples, n_features)
    fixed = bytes_kept + statistic.result_bytes(n_rows if n_rows is not None else n_samples)
    side = compute.largest_side(n_samples, statistic.requests, some_rows)
    per_worker = pending_bytes(statistic, side, n_features, compute, some_rows)
    while side > SMALLEST_SIDE and fixed + per_worker > memory_limit:
        side = max(side // 2, SMALLEST_SIDE)
        per_worker = pending_bytes(statistic, side, n_features, compute, some_rows)
    least = max(look, fixed + per_worker)
    if least > memory_limit:
        raise MemoryError(
            f"{statistic} over {n_samples} rows needs {readable(least)} but memory_limit is "
            f"{readable(memory_limit)}; raise it to at least the memory needed."
        )
    workers = max(1, min(n_workers, (memory_limit - fixed) // per_worker))
    projected = max(look, fixed + workers * per_worker)
    return Plan(n_samples, side, workers, projected, n_rows, in_blocks)


def pending_bytes(
    statistic: Statistic,
    side: int,
    n_features: int,
    arithmetic: Arithmetic,
    some_rows: bool = False,
) -> int:
    """Bytes that one worker needs: a tile, blocks of points, and partial results to merge."""
    in_work = bytes_in_work(statistic, side, n_features, arithmetic, some_rows)
    return in_work + PENDING_PER_WORKER * statistic.partial_bytes(side)


def bytes_in_work(
    statistic: Statistic, side: int, n_features: int, arithmetic: Arithmetic, some_rows: bool
) -> int:
    """Bytes that one worker needs while it computes a tile, including the tile's points."""
    return 16 * side * n_features + statistic.work_bytes(arithmetic, side, some_rows)


def readable(n_bytes: float) -> str:
    """A number of bytes as text, rounded up, so that it is enough as a limit."""
    for unit in ("B", "KiB", "MiB"):
        if n_bytes < 1024:
            return f"{math.ceil(n_bytes)} {unit}"
        n_bytes /= 1024
    return f"{math.ceil(100 * n_bytes) / 100:.2f} GiB"
