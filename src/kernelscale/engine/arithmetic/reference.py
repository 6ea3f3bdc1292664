"""One tile in NumPy: the plain formula of every statistic, and the oracle of faster twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...distances import squared_distances
from ...exponential import exponential
from ..histogram import MANTISSA_SHIFT, HistogramPart
from ..neighbors import Neighbors
from ..source import Source

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = [
    "class_row_sums",
    "distance_bins",
    "distance_histogram",
    "distances",
    "kernel",
    "kernel_sums",
    "nearest",
    "quick_distances",
    "row_sums",
    "smallest",
    "take_in",
]

_REMAINDER = (1 << MANTISSA_SHIFT) - 1


def distances(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Squared distances of two blocks of points, by direct differences."""
    return squared_distances(x, y)


def quick_distances(source: Source, rows: slice, columns: slice) -> None:
    """None: there are no quicker ones."""
    return


def _kernels(r: np.ndarray, scales: np.ndarray) -> Iterator[np.ndarray]:
    """exp(-r / 2 eps) for each scale in turn; the array is reused."""
    K = np.empty_like(r)
    for scale in scales:
        with np.errstate(over="ignore"):  # minus infinity is cut off like the rest
            np.multiply(r, -0.5 / scale, out=K)
        yield exponential(K)


def kernel_sums(r: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Sums of K and of r K over a tile, of shape (2, n_scales)."""
    flat = r.ravel()
    return np.array([(K.sum(), flat @ K.ravel()) for K in _kernels(r, scales)]).T


def row_sums(r: np.ndarray, scales: np.ndarray, on_diagonal: bool) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and along columns, of shapes (n_rows, n_scales), (n_columns, n_scales)."""
    by_row = np.empty((r.shape[0], len(scales)))
    by_column = np.empty((r.shape[1], len(scales)))
    for position, K in enumerate(_kernels(r, scales)):
        if on_diagonal:
            np.fill_diagonal(K, 0.0)
        by_row[:, position] = K.sum(axis=1)
        by_column[:, position] = K.sum(axis=0)
    return by_row, by_column


def class_row_sums(
    r: np.ndarray,
    scales: np.ndarray,
    on_diagonal: bool,
    row_codes: np.ndarray,
    column_codes: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Like `row_sums`, for all points and for those of the same class: (2, n, n_scales) each."""
    same = row_codes[:, None] == column_codes
    by_row = np.empty((2, r.shape[0], len(scales)))
    by_column = np.empty((2, r.shape[1], len(scales)))
    for position, K in enumerate(_kernels(r, scales)):
        if on_diagonal:
            np.fill_diagonal(K, 0.0)
        for which in (0, 1):
            if which == 1:
                K *= same
            by_row[which, :, position] = K.sum(axis=1)
            by_column[which, :, position] = K.sum(axis=0)
    return by_row, by_column


def _bins(quotients: np.ndarray) -> np.ndarray:
    """Leading bits of each number, which are its logarithmic bin."""
    return quotients.view(np.int64) >> MANTISSA_SHIFT


def distance_bins(r: np.ndarray, unit: float) -> np.ndarray:
    """Logarithmic bin of each squared distance, that of r / unit; same shape."""
    return _bins(r / unit)


def distance_histogram(r: np.ndarray, unit: float) -> HistogramPart:
    """Logarithmic bins of r / unit, from a first one on, with their moments."""
    with np.errstate(over="ignore"):  # infinity lies beyond the last bin
        q = (r / unit).ravel()
    apart = q[q > 0]
    n_zero = len(q) - len(apart)
    if len(apart) == 0:
        return HistogramPart(0, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), n_zero)
    bins = _bins(apart)
    first = int(bins.min())
    bins -= first
    t = _beyond_edges(apart)
    sums, squares = np.bincount(bins, weights=t), np.bincount(bins, weights=t * t)
    return HistogramPart(first, np.bincount(bins), sums, squares, n_zero).within_bins()


def _beyond_edges(quotients: np.ndarray) -> np.ndarray:
    """How far each lies beyond its bin's lower edge, over it; 0 where that is 0."""
    patterns = quotients.view(np.int64)
    edges = (patterns & ~_REMAINDER).view(np.float64)
    with np.errstate(invalid="ignore"):  # infinity, which is refused later
        rests = quotients - edges
    return np.divide(rests, edges, out=np.zeros_like(rests), where=edges > 0)


def nearest(
    tile: Tile, n_neighbors: int, groups: np.ndarray | None, limits: tuple[np.ndarray, np.ndarray]
) -> Any:
    """Nearest others of a tile's rows and, off the diagonal, columns: (where, found, offset).

    `limits` are squared distances beyond which nothing is among the nearest of a row, and of a
    column; to look at them would save nothing here.
    """
    r = tile.distances
    if groups is not None:
        r = np.where(groups[tile.rows, None] == groups[None, tile.columns], np.inf, r)
    if tile.on_diagonal:
        r = r.copy()
        np.fill_diagonal(r, np.inf)
        return [(tile.rows, smallest(r, n_neighbors), tile.columns.start)]
    return [
        (tile.rows, smallest(r, n_neighbors), tile.columns.start),
        (tile.columns, smallest(np.ascontiguousarray(r.T), n_neighbors), tile.rows.start),
    ]


def take_in(known: Neighbors, where: slice, found: Neighbors, offset: int) -> None:
    """Put the nearest others that a tile found, places from `offset` on, among those known."""
    found = Neighbors(found.squared_distances, found.indices + offset)
    both = [np.hstack([old[where], new]) for old, new in zip(known, found, strict=True)]
    n_neighbors = known.indices.shape[1]
    best = np.argsort(both[0], axis=1, kind="stable")[:, :n_neighbors]
    for total, candidates in zip(known, both, strict=True):
        total[where] = np.take_along_axis(candidates, best, axis=1)


def smallest(r: np.ndarray, n_smallest: int) -> Neighbors:
    """The `n_smallest` entries of each row, ascending, and their columns; fewer if r is narrow.

    Of equal entries the first are taken, and come first.
    """
    n_kept = min(n_smallest, r.shape[1])
    last = np.partition(r, n_kept - 1, axis=1)[:, n_kept - 1, None]
    kept, equal = r < last, r == last
    n_missing = n_kept - np.count_nonzero(kept, axis=1)[:, None]
    kept |= equal & (np.cumsum(equal, axis=1) <= n_missing)
    positions = np.nonzero(kept)[1].reshape(len(r), n_kept)
    values = np.take_along_axis(r, positions, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    return Neighbors(*(np.take_along_axis(part, order, axis=1) for part in (values, positions)))


def kernel(r: np.ndarray, scale: float) -> np.ndarray:
    """exp(-r / 2 eps) of a tile."""
    return next(_kernels(r, np.array([scale])))
