"""Square tiles that cover one half of the matrix of pairs, or every k-th of these tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

SIDE = 256  # faster than 128, 512 and 1000; a tile of distances and its kernel fit into the cache


@dataclass(frozen=True)
class Tiles:
    """Every `stride`-th of the tiles on and above the diagonal."""

    n_samples: int
    stride: int = 1
    side: int = SIDE

    def __iter__(self) -> Iterator[tuple[slice, slice]]:
        starts = range(0, self.n_samples, self.side)
        pairs = [(i, j) for i in starts for j in starts if i <= j]
        return ((self._block(i), self._block(j)) for i, j in pairs[:: self.stride])

    def _block(self, start: int) -> slice:
        return slice(start, min(start + self.side, self.n_samples))

    @property
    def share(self) -> float:
        """Number of entries in these tiles, divided by that in all tiles with `stride` 1."""
        return _n_entries(self) / _n_entries(Tiles(self.n_samples))


def squared_distances(X: np.ndarray, rows: slice, columns: slice) -> np.ndarray:
    """``|x|^2 + |y|^2 - 2 x.y`` by one matrix product, at least 0."""
    r = X[rows] @ X[columns].T
    r *= -2
    r += (X[rows] ** 2).sum(axis=1)[:, None]
    r += (X[columns] ** 2).sum(axis=1)
    np.maximum(r, 0, out=r)
    if rows == columns:
        np.fill_diagonal(r, 0)
    return r


def _n_entries(tiles: Tiles) -> int:
    return sum((i.stop - i.start) * (j.stop - j.start) for i, j in tiles)
