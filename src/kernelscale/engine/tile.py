"""The pairs of one block of rows with one block of columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

import numpy as np

from .source import QuickDistances, Source

__all__ = ["GivenTile", "Tile"]


@dataclass(frozen=True)
class Tile:
    """The pairs of one block of rows with one block of columns.

    Attributes
    ----------
    source : Source
        All points.
    rows, columns : slice
        Where the two blocks stand among them.
    arithmetic : module
        What computes the tile.
    """

    source: Source
    rows: slice
    columns: slice
    arithmetic: ModuleType

    @property
    def on_diagonal(self) -> bool:
        """Whether rows and columns are the same points."""
        return self.rows == self.columns

    @cached_property
    def distances(self) -> np.ndarray:
        """Squared distances, computed once for all statistics of a pass; read-only."""
        r = self.arithmetic.distances(*map(self.source.block, (self.rows, self.columns)))
        r.flags.writeable = False
        return r

    @cached_property
    def quick_distances(self) -> QuickDistances:
        """The same, perhaps in float32 and over a unit, for what averages over many pairs."""
        quick = self.arithmetic.quick_distances(self.source, self.rows, self.columns)
        if quick is None:
            return QuickDistances(self.distances, 1.0)
        quick.values.flags.writeable = False
        return quick

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
        r = np.square(self.source.values[self.rows, self.columns])
        r.flags.writeable = False
        return r

    @cached_property
    def quick_distances(self) -> QuickDistances:
        """Squared distances; they are here as soon as any."""
        return QuickDistances(self.distances, 1.0)
