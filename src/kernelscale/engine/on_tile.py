"""What a worker computes for one tile (a block of all pairs), and for consecutive tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from ..metrics.metric import RowMetric
from ..stored_rows import StoredRows
from .machine.blas import one_blas_thread
from .row_blocks import Block, RowBlocks
from .source import Source
from .statistics import Statistic
from .tile import Arithmetic, Tile

__all__ = ["KeptBlock", "OnRun", "OnTile", "Task"]

Task = tuple[slice, slice, Any]
"""Row and column slices of a tile, and a hint: what results of earlier tiles tell about it."""


@dataclass(frozen=True, eq=False)
class OnTile:
    """Computes the partial result of a tile; it can be pickled."""

    statistic: Statistic
    source: Source
    arithmetic: Arithmetic
    sample: np.ndarray | None

    def __call__(self, task: Task) -> Any:
        """The partial result."""
        rows, columns, hint = task
        with one_blas_thread():
            tile = Tile(self.source, rows, columns, self.arithmetic, self.sample)
            return self.statistic.on_tile(tile, hint)

    @property
    def can_be_sent(self) -> bool:
        """Whether the data are points; given or stored distances are not sent to workers."""
        return isinstance(self.source.metric, RowMetric) and self.source.known is None


@dataclass(frozen=True, eq=False)
class KeptBlock(Block):
    """A block of rows that is kept on a cluster."""

    future: Any

    def read(self) -> np.ndarray:
        """The rows, copied to this process."""
        rows: np.ndarray = self.future.result()
        return rows


@dataclass(frozen=True, eq=False)
class OnRun:
    """Computes several consecutive tiles, from points in blocks of rows; it can be pickled."""

    on_tile: OnTile
    points: RowBlocks | StoredRows

    @classmethod
    def of(cls, on_tile: OnTile, side: int) -> OnRun:
        """The computation of `on_tile`, with its points in blocks of `side` rows."""
        values: Any = on_tile.source.values
        if isinstance(values, StoredRows):
            if (futures := values.futures()) is None:  # each worker reads the blocks it needs
                return cls(on_tile, values)
            values = RowBlocks(values.edges, list(map(KeptBlock, futures)), values.n_features)
        points = values if isinstance(values, RowBlocks) else RowBlocks.of(values, side)
        if on_tile.sample is not None:
            points = points.with_rows(on_tile.sample, side)
        source = replace(on_tile.source, values=cast(Any, points))
        return cls(replace(on_tile, source=source), points)

    def __call__(self, tiles: list[Task]) -> list[Any]:
        """The partial results that the statistic's `Run` collects."""
        statistic, sample = self.on_tile.statistic, self.on_tile.sample
        n_rows = len(self.points if sample is None else sample)
        run = statistic.run(n_rows, self.on_tile.arithmetic)
        for rows, columns, remote in tiles:
            run.add(self.on_tile((rows, columns, run.hint(rows, columns, remote))))
        return run.found()

    def needs(self, tile: Task) -> list[Block]:
        """The blocks of rows that a tile needs."""
        if isinstance(self.points, StoredRows):
            return []
        rows, columns, _ = tile
        of_rows = self.points if self.points.picked is None else self.points.picked.rows
        return [*of_rows.holding(rows), *self.points.holding(columns)]
