"""What a worker does with a tile, and with tiles in a row."""

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
"""A tile, and what was known of it when it was handed out."""


@dataclass(frozen=True, eq=False)
class OnTile:
    """The partial result of a tile; plain data, that can be pickled."""

    statistic: Statistic
    source: Source
    arithmetic: Arithmetic
    sample: np.ndarray | None

    def __call__(self, task: Task) -> Any:
        """The partial result."""
        rows, columns, hint = task
        with one_blas_thread():  # in this thread, or in this process
            tile = Tile(self.source, rows, columns, self.arithmetic, self.sample)
            return self.statistic.on_tile(tile, hint)

    @property
    def can_be_sent(self) -> bool:
        """Whether data are points: distances that were given, or are known, stay where they are."""
        return isinstance(self.source.metric, RowMetric) and self.source.known is None


@dataclass(frozen=True, eq=False)
class KeptBlock(Block):
    """Rows that are kept on a cluster."""

    future: Any

    def read(self) -> np.ndarray:
        """The rows, in this process."""
        rows: np.ndarray = self.future.result()
        return rows


@dataclass(frozen=True, eq=False)
class OnRun:
    """What is found in tiles in a row, their points in blocks of rows; it can be sent away."""

    on_tile: OnTile
    points: RowBlocks | StoredRows

    @classmethod
    def of(cls, on_tile: OnTile, side: int) -> OnRun:
        """With points in blocks of `side` rows, if they are not in blocks already."""
        values: Any = on_tile.source.values
        if isinstance(values, StoredRows):
            if (futures := values.futures()) is None:  # each worker reads what it needs
                return cls(on_tile, values)
            values = RowBlocks(values.edges, list(map(KeptBlock, futures)), values.n_features)
        points = values if isinstance(values, RowBlocks) else RowBlocks.of(values, side)
        if on_tile.sample is not None:
            points = points.with_rows(on_tile.sample, side)
        source = replace(on_tile.source, values=cast(Any, points))
        return cls(replace(on_tile, source=source), points)

    def __call__(self, tiles: list[Task]) -> list[Any]:
        """What the statistic's `Run` found."""
        statistic, sample = self.on_tile.statistic, self.on_tile.sample
        n_rows = len(self.points if sample is None else sample)
        run = statistic.run(n_rows, self.on_tile.arithmetic)
        for rows, columns, told in tiles:
            run.add(self.on_tile((rows, columns, run.hint(rows, columns, told))))
        return run.found()

    def needs(self, tile: Task) -> list[Block]:
        """The blocks of rows that a tile needs."""
        if isinstance(self.points, StoredRows):
            return []
        rows, columns, _ = tile
        of_rows = self.points if self.points.picked is None else self.points.picked.rows
        return [*of_rows.holding(rows), *self.points.holding(columns)]
