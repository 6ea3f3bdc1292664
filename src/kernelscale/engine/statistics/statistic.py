"""What the engine asks of a statistic, and several of them in one pass.

A statistic is three small functions: `on_tile` reduces one tile to a partial result, `merge`
adds a partial result to the state begun by `start`, `finish` turns the state into the answer.
Tiles cover the upper triangle; a tile off the diagonal stands for its mirror image too. Nothing
here knows where tiles run, and every kernel value comes from the arithmetic it is handed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ...distances import squared_distances

__all__ = ["GivenTile", "Statistic", "Tile", "Together"]


@dataclass(frozen=True)
class Tile:
    """The pairs of one block of rows with one block of columns.

    Attributes
    ----------
    row_points, column_points : ndarray of shape (n_rows, n_features), (n_columns, n_features)
        The points themselves.
    rows, columns : slice
        Where the points stand in the data.
    """

    row_points: np.ndarray
    column_points: np.ndarray
    rows: slice
    columns: slice

    @property
    def on_diagonal(self) -> bool:
        """Whether rows and columns are the same points."""
        return self.rows == self.columns

    @cached_property
    def distances(self) -> np.ndarray:
        """Squared distances, computed once for all statistics of a pass; read-only."""
        r = squared_distances(self.row_points, self.column_points)
        r.flags.writeable = False
        return r

    @property
    def pair_distances(self) -> np.ndarray:
        """Squared distances of the tile's pairs i < j, one-dimensional."""
        if self.on_diagonal:
            return self.distances[np.triu_indices(len(self.distances), k=1)]
        return self.distances.ravel()


class GivenTile(Tile):
    """A tile of distances that were given: row i of the data holds point i's distances to all."""

    @cached_property
    def distances(self) -> np.ndarray:
        """Squared distances; read-only."""
        r = np.square(self.row_points[:, self.columns])
        r.flags.writeable = False
        return r


@runtime_checkable
class Statistic(Protocol):
    """What the engine asks of a statistic.

    Examples
    --------
    What `reduce` does, by hand, where all pairs fit into one tile: three points at a scale far
    above their distances, where each of the 9 pairs counts for 1.

    >>> from kernelscale.engine import ARITHMETICS, KernelSums
    >>> statistic, X, rows = KernelSums([1e6]), np.array([[0.0], [1.0], [2.0]]), slice(0, 3)
    >>> partial = statistic.on_tile(Tile(X, X, rows, rows), ARITHMETICS["reference"])
    >>> state = statistic.merge(statistic.start(n_samples=3), partial)
    >>> statistic.finish(state).S.round(3)
    array([9.])
    """

    def __str__(self) -> str:
        return type(self).__name__

    def check(self, n_samples: int) -> None:
        """Refuse options that do not fit so many points, before anything is computed."""
        return  # not every statistic has any

    def result_bytes(self, n_samples: int) -> int:
        """Bytes of the state and of the answer."""

    def tile_bytes(self, side: int) -> int:
        """Bytes needed while a tile is reduced, its distances not counted."""

    def partial_bytes(self, side: int) -> int:
        """Bytes of one partial result."""

    def start(self, n_samples: int) -> Any:
        """The state before any tile."""

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> Any:
        """The partial result of one tile."""

    def merge(self, state: Any, partial: Any) -> Any:
        """The state with one partial result added."""

    def finish(self, state: Any) -> Any:
        """The answer."""


@dataclass(frozen=True, eq=False)
class Together(Statistic):
    """Several statistics from one pass over the pairs; the answer is a tuple.

    Parameters
    ----------
    statistics : sequence of Statistic
        The answers come in their order.

    Raises
    ------
    ValueError
        In `reduce`, if there are none, or one of them does not fit the data.

    Examples
    --------
    How near each of three points comes to another, and how many pairs there are; distances are
    computed once for both.

    >>> from kernelscale.engine import KernelSums, NearestOthers, reduce
    >>> both = Together([NearestOthers(), KernelSums([1e6])])
    >>> nearest, sums = reduce([[0.0], [1.0], [3.0]], both)
    >>> nearest.squared_distances.ravel(), sums.S.round()
    (array([1., 1., 4.]), array([9.]))
    """

    statistics: Sequence[Statistic]

    def __str__(self) -> str:
        return " and ".join(dict.fromkeys(map(str, self.statistics)))

    def check(self, n_samples: int) -> None:
        if not self.statistics:
            raise ValueError("Together needs at least one statistic, but none was given.")
        for statistic in self.statistics:
            statistic.check(n_samples)

    def result_bytes(self, n_samples: int) -> int:
        return sum(statistic.result_bytes(n_samples) for statistic in self.statistics)

    def tile_bytes(self, side: int) -> int:
        return max(statistic.tile_bytes(side) for statistic in self.statistics)

    def partial_bytes(self, side: int) -> int:
        return sum(statistic.partial_bytes(side) for statistic in self.statistics)

    def start(self, n_samples: int) -> list[Any]:
        return [statistic.start(n_samples) for statistic in self.statistics]

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> list[Any]:
        return [statistic.on_tile(tile, arithmetic) for statistic in self.statistics]

    def merge(self, state: list[Any], partial: list[Any]) -> list[Any]:
        return [
            statistic.merge(total, part)
            for statistic, total, part in zip(self.statistics, state, partial, strict=True)
        ]

    def finish(self, state: list[Any]) -> tuple[Any, ...]:
        return tuple(
            statistic.finish(total) for statistic, total in zip(self.statistics, state, strict=True)
        )
