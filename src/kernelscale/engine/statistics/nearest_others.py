"""The nearest other points of every point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_count, check_groups
from ..neighbors import Neighbors
from ..tile import Tile
from .statistic import Statistic

__all__ = ["NearestOthers", "Neighbors"]


@dataclass(frozen=True, eq=False)
class _Known:
    """The nearest others found so far, and what of them other threads may look at.

    Attributes
    ----------
    neighbors : Neighbors
        Written to by `merge` alone.
    limits : dict
        By its first row, how far the last of each point's nearest others is in a block of rows.
        These arrays are replaced by others and never written to.
    """

    neighbors: Neighbors
    limits: dict[int, np.ndarray]

    def limits_of(self, rows: slice) -> np.ndarray:
        """Squared distances beyond which nothing is among the nearest, one a row."""
        known = self.limits.get(rows.start)
        return np.full(rows.stop - rows.start, np.inf) if known is None else known

    def take_limits(self, rows: slice) -> None:
        """Take a copy of what is known of a block of rows now."""
        self.limits[rows.start] = self.neighbors.squared_distances[rows, -1].copy()


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
    streamed: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.groups is not None:
            object.__setattr__(self, "groups", np.asarray(self.groups))

    def check(self, n_samples: int) -> None:
        largest = 1
        if self.groups is not None:
            _, sizes = np.unique(check_groups(self.groups, n_samples, "groups"), return_counts=True)
            largest = int(sizes.max())
            if len(sizes) == 1:
                raise ValueError(
                    f"groups must be two or more, since points of the own one are passed over, but "
                    f"all {n_samples} rows are of one."
                )
        check_count(self.n_neighbors, "n_neighbors", largest=n_samples - largest)

    def result_bytes(self, n_samples: int) -> int:
        return (2 * 16 * int(self.n_neighbors) + 8) * n_samples

    def tile_bytes(self, side: int) -> int:
        return (35 if self.groups is None else 44) * side * side

    def partial_bytes(self, side: int) -> int:
        return 32 * side * int(self.n_neighbors)  # one of NumPy's integers may be a short one

    def start(self, n_samples: int) -> _Known:
        shape = n_samples, self.n_neighbors
        nothing = Neighbors(np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64))
        return _Known(nothing, {})

    def on_tile(self, tile: Tile, state: _Known) -> Any:
        # Who is known to be near already bounds who can be among the nearest.
        limits = state.limits_of(tile.rows), state.limits_of(tile.columns)
        found = tile.arithmetic.nearest(tile, self.n_neighbors, self.groups, limits)
        return tile.arithmetic.take_in, found

    def merge(self, state: _Known, partial: Any) -> _Known:
        take_in, found = partial
        for where, neighbors, offset in found:
            take_in(state.neighbors, where, neighbors, offset)
            state.take_limits(where)
        return state

    def finish(self, state: _Known) -> Neighbors:
        return state.neighbors
