"""The nearest other points of every point."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..._validation import check_count, check_groups
from .statistic import Statistic, Tile

__all__ = ["NearestOthers", "Neighbors"]


class Neighbors(NamedTuple):
    """Squared distances, ascending, and indices, each of shape (n_samples, n_neighbors)."""

    squared_distances: np.ndarray
    indices: np.ndarray


@dataclass(frozen=True, eq=False)
class NearestOthers(Statistic):
    """The exact nearest other points of every point; a duplicate counts as another point.

    Parameters
    ----------
    n_neighbors : int
        How many.
    groups : ndarray of shape (n_samples,), optional
        Group of each point as an integer from 0 on; points of the own group are passed over.

    Raises
    ------
    ValueError
        In `reduce`, if there are not so many others, or a group is not valid.

    Examples
    --------
    Two pairs of points on a line. The first is nearest to its twin, row 1; where twins are
    passed over, to row 2.

    >>> from kernelscale.engine import reduce
    >>> X = [[0.0], [1.0], [5.0], [6.0]]
    >>> reduce(X, NearestOthers()).indices.ravel()
    array([1, 0, 3, 2])
    >>> apart = reduce(X, NearestOthers(groups=np.array([0, 0, 1, 1])))
    >>> apart.indices.ravel(), apart.squared_distances.ravel()
    (array([2, 2, 1, 1]), array([25., 16., 16., 25.]))
    """

    n_neighbors: int = 1
    groups: np.ndarray | None = None

    def __post_init__(self) -> None:
        if self.groups is not None:
            object.__setattr__(self, "groups", np.asarray(self.groups))

    def check(self, n_samples: int) -> None:
        largest = 1
        if self.groups is not None:
            largest = int(np.bincount(check_groups(self.groups, n_samples, "groups")).max())
        check_count(self.n_neighbors, "n_neighbors", largest=n_samples - largest)

    def result_bytes(self, n_samples: int) -> int:
        return 2 * 16 * n_samples * self.n_neighbors

    def tile_bytes(self, side: int) -> int:
        return 33 * side * side

    def partial_bytes(self, side: int) -> int:
        return 32 * side * self.n_neighbors

    def start(self, n_samples: int) -> Neighbors:
        shape = n_samples, self.n_neighbors
        return Neighbors(np.full(shape, np.inf), np.full(shape, -1, dtype=np.intp))

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> Any:
        r = tile.distances
        if self.groups is not None:
            same = self.groups[tile.rows, None] == self.groups[None, tile.columns]
            r = np.where(same, np.inf, r)
        if tile.on_diagonal:
            r = r.copy()
            np.fill_diagonal(r, np.inf)
            return [(tile.rows, self._nearest(r, tile.columns, arithmetic))]
        return [
            (tile.rows, self._nearest(r, tile.columns, arithmetic)),
            (tile.columns, self._nearest(np.ascontiguousarray(r.T), tile.rows, arithmetic)),
        ]

    def _nearest(self, r: np.ndarray, columns: slice, arithmetic: ModuleType) -> Neighbors:
        distances, positions = arithmetic.smallest(r, self.n_neighbors)
        return Neighbors(distances, positions + columns.start)

    def merge(self, state: Neighbors, partial: Any) -> Neighbors:
        for where, found in partial:
            both = [np.hstack([old[where], new]) for old, new in zip(state, found, strict=True)]
            best = np.argsort(both[0], axis=1, kind="stable")[:, : self.n_neighbors]
            for total, candidates in zip(state, both, strict=True):
                total[where] = np.take_along_axis(candidates, best, axis=1)
        return state

    def finish(self, state: Neighbors) -> Neighbors:
        return state
