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
    """The nearest points found so far, by the first row of their block, and largest distances.

    The lists of a block are absent while a worker extends them. Other tiles of the block then start
    new lists, so that each pair is in one list only.
    """

    lists: dict[int, Neighbors]
    limits: np.ndarray


class _Found(NamedTuple):
    """The nearest other points of blocks of rows, and the arithmetic that merges them.

    After several tiles it holds only `some`: for each block, the rows for which near points were
    found, and their lists.
    """

    arithmetic: Arithmetic
    blocks: list[tuple[slice, Neighbors]]
    some: Sequence[tuple[slice, np.ndarray, Neighbors]] = ()


def _blocks(rows: slice, columns: slice) -> list[slice]:
    return [rows] if rows == columns else [rows, columns]


@dataclass(frozen=True, eq=False)
class NearestOthers(Streamed):
    """The exact nearest other points of every point; a duplicate counts as another point.

    Parameters
    ----------
    n_neighbors : int
        Number of nearest other points.
    groups : ndarray of shape (n_samples,), optional
        Group of each point as an integer from 0 on; points of the same group do not count.

    Raises
    ------
    ValueError
        In `reduce`, if there are fewer other points than `n_neighbors`, or a group is not valid.

    Examples
    --------
    Two pairs of points on a line. The point nearest to row 0 is row 1; if each pair is a group, it
    is row 2.

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
                    f"groups must be two or more, since rows of a row's own group are skipped, but "
                    f"all {n_samples} rows are of one group."
                )
        check_count(self.n_neighbors, "n_neighbors", largest=n_samples - largest)

    def result_bytes(self, n_samples: int) -> int:
        return (2 * 16 * int(self.n_neighbors) + 8) * n_samples

    @property
    def request(self) -> NearestOf:
        return NearestOf(int(self.n_neighbors), self.groups)

    def partial_bytes(self, side: int) -> int:
        # Python's integers are used, because NumPy's may overflow. The hint has one limit for each
        # point.
        return (32 * int(self.n_neighbors) + 16) * side

    def start(self, n_samples: int) -> _Known:
        return _Known({}, np.full(n_samples, np.inf))

    def hint(self, state: _Known, rows: slice, columns: slice) -> list[Near]:
        """Lists of a tile's rows and columns, which the worker of the tile extends and returns.

        The caller merges only lists of the same rows from tiles that ran at the same time.
        """
        return [
            Near(state.limits[k].copy(), state.lists.pop(k.start, None))
            for k in _blocks(rows, columns)
        ]

    def partial(self, tile: Tile, answer: list[tuple[slice, Neighbors]]) -> _Found:
        return _Found(tile.arithmetic, answer)

    def remote_hint(self, state: _Known, rows: slice, columns: slice) -> list[np.ndarray]:
        """Each point's distance to its last neighbour: a worker can ignore points farther away."""
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
