"""The nearest other points of every point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from ..._validation import check_count, check_groups
from ..requests import Near, NearestOf, Neighbors
from ..tile import Arithmetic, Tile
from .statistic import Streamed

__all__ = ["NearestOthers", "Neighbors"]


class _Known(NamedTuple):
    """The nearest points found so far.

    Attributes
    ----------
    lists : dict of int to Neighbors
        The lists of each block of rows; the key is the first row of the block. Lists are removed
        while a worker extends them. If another tile of the block is computed meanwhile, it starts
        new lists, so that no pair is in two lists.
    limits : ndarray of shape (n_samples,)
        For each point an upper bound of the squared distance to its `n_neighbors`-th neighbour;
        infinity if no bound is known.
    """

    lists: dict[int, Neighbors]
    limits: np.ndarray


class _Found(NamedTuple):
    """The partial result of one tile, or of several tiles that a worker has merged.

    Attributes
    ----------
    arithmetic : Arithmetic
        The arithmetic that merges lists.
    blocks : list of tuple
        For one tile: the slice and the lists of its rows and, if the tile is off the diagonal, of
        its columns. Empty for several tiles.
    some : sequence of tuple
        For several tiles, one tuple for each block of rows: the slice of the block, the positions
        in it of the rows for which points were found, and the lists of these rows.
    """

    arithmetic: Arithmetic
    blocks: list[tuple[slice, Neighbors]]
    some: Sequence[tuple[slice, np.ndarray, Neighbors]] = ()


def _blocks(rows: slice, columns: slice) -> list[slice]:
    return [rows] if rows == columns else [rows, columns]


@dataclass(frozen=True, eq=False)
class NearestOthers(Streamed):
    """The exact nearest other points of every point; a duplicate is another point, at distance 0.

    Parameters
    ----------
    n_neighbors : int
        Number of nearest other points.
    groups : ndarray of shape (n_samples,), optional
        Group of each point as an integer from 0 on; only points of other groups are neighbours.

    Raises
    ------
    ValueError
        In `reduce`, if a point has fewer than `n_neighbors` other points, or a group is not valid.

    Examples
    --------
    Two pairs of points on a line. The nearest other point of row 0 is row 1. If each pair is a
    group, the nearest point of the other group is row 2.

    >>> from kernelscale.engine.passes import reduce
    >>> X = [[0.0], [1.0], [5.0], [6.0]]
    >>> reduce(X, NearestOthers()).indices.ravel()
    array([1, 0, 3, 2])
    >>> apart = reduce(X, NearestOthers(groups=np.array([0, 0, 1, 1])))
    >>> apart.indices.ravel(), apart.squared_distances.ravel()
    (array([2, 2, 1, 1]), array([25., 16., 16., 25.]))
    """

    n_neighbors: int = 1
    groups: np.ndarray | None = None
    exact: ClassVar[bool] = True

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
                    f"groups must contain at least two groups, because rows of the same group are "
                    f"not neighbours, but all {n_samples} rows are in one group."
                )
        check_count(self.n_neighbors, "n_neighbors", largest=n_samples - largest)

    def result_bytes(self, n_samples: int) -> int:
        return (2 * 16 * int(self.n_neighbors) + 8) * n_samples

    @property
    def request(self) -> NearestOf:
        return NearestOf(int(self.n_neighbors), self.groups)

    def partial_bytes(self, side: int) -> int:
        # `n_neighbors` is converted to Python's int, because NumPy's integers may overflow. The
        # hint has one limit for each point.
        return (32 * int(self.n_neighbors) + 16) * side

    def start(self, n_samples: int) -> _Known:
        return _Known({}, np.full(n_samples, np.inf))

    def hint(self, state: _Known, rows: slice, columns: slice) -> list[Near]:
        """Lists of a tile's rows and columns, which the worker of the tile extends and returns.

        Because the worker extends these lists itself, `merge` combines two lists of the same rows
        only if their tiles were computed at the same time.
        """
        return [
            Near(state.limits[k].copy(), state.lists.pop(k.start, None))
            for k in _blocks(rows, columns)
        ]

    def partial(self, tile: Tile, answer: list[tuple[slice, Neighbors]]) -> _Found:
        return _Found(tile.arithmetic, answer)

    def remote_hint(self, state: _Known, rows: slice, columns: slice) -> list[np.ndarray]:
        """Squared distance of each point to its last neighbour; a worker ignores farther points."""
        return [state.limits[k].copy() for k in _blocks(rows, columns)]

    def take_hint(
        self, state: _Known, rows: slice, columns: slice, remote: list[np.ndarray]
    ) -> None:
        for where, limits in zip(_blocks(rows, columns), remote, strict=True):
            known = state.limits[where]
            np.minimum(known, limits, out=known)

    def merge(self, state: _Known, partial: _Found) -> _Known:
        filled = (self._filled(where, rows, lists) for where, rows, lists in partial.some)
        for where, found in [*partial.blocks, *filled]:
            known = state.lists.get(where.start)
            nearest = found if known is None else partial.arithmetic.nearest_of(known, found)
            state.lists[where.start] = nearest
            limits = state.limits[where]
            np.minimum(limits, nearest.squared_distances[:, -1], out=limits)
        return state

    def as_partial(self, state: _Known, arithmetic: Arithmetic) -> _Found:
        some = []
        for first, lists in sorted(state.lists.items()):
            n_found = np.count_nonzero(lists.indices >= 0, axis=1)
            rows = np.flatnonzero(n_found)
            filled = Neighbors(*(each[rows, : n_found.max()] for each in lists))
            some.append((slice(first, first + len(n_found)), rows, filled))
        return _Found(arithmetic, [], some)

    def _filled(self, where: slice, rows: np.ndarray, found: Neighbors) -> tuple[slice, Neighbors]:
        lists = Neighbors.none(where.stop - where.start, int(self.n_neighbors))
        width = found.indices.shape[1]
        lists.squared_distances[rows, :width], lists.indices[rows, :width] = found
        return where, lists

    def finish(self, state: _Known) -> Neighbors:
        blocks = [state.lists[first] for first in sorted(state.lists)]
        return Neighbors(*map(np.concatenate, zip(*blocks, strict=True)))
