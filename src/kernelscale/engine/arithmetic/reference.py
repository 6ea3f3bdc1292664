"""Computation of tiles (blocks of all pairs) in NumPy; tests compare faster code with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...distances import squared_distances
from ..pair_histogram import MANTISSA_SHIFT, PartialHistogram
from ..requests import (
    HistogramOf,
    KernelSumsOf,
    Near,
    NearestOf,
    Neighbors,
    ProductOf,
    Request,
    RowSumsOf,
    WeightedHistogramsOf,
)
from ..source import QuickDistances, Source
from .exponential import exponential
from .products import product_bytes, product_of

if TYPE_CHECKING:
    from ..tile import Arithmetic, Tile

__all__ = ["Reference", "smallest"]

LARGEST_SIDE = 512  # the distances of such a tile (2 MiB) fit in the cache of a core
_REMAINDER = (1 << MANTISSA_SHIFT) - 1


class Reference:
    """Computes a tile in NumPy."""

    name = "reference"
    devices: Sequence[Any] = ()

    @property
    def processor(self) -> Arithmetic:
        """The arithmetic itself, which runs on the processor."""
        return self

    def __str__(self) -> str:
        return self.name

    def largest_side(
        self, n_samples: int, requests: Sequence[Request] | None, some_rows: bool
    ) -> int:
        """Number of rows and of columns of a tile: 512, for any requests."""
        return LARGEST_SIDE

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Bytes of the distances, and of the largest result.

        If only some rows are compared with all points, the distances are copied once, to omit the
        pairs of a point with itself.
        """
        return (16 if some_rows else 8) * side**2 + max(_bytes(each, side) for each in requests)

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Results of the requests, one after the other."""
        return [
            _ANSWERS[type(request)](tile, request, hint)
            for request, hint in zip(requests, hints, strict=True)
        ]

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences."""
        return squared_distances(x, y)

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """None: NumPy has no faster distances."""
        return None

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / (2 eps)) of a tile."""
        return next(_kernels(r, np.array([scale])))

    def nearest_of(self, one: Neighbors, other: Neighbors) -> Neighbors:
        """Two lists of nearest points for each row, merged into one list of the same length."""
        return _nearest_of(one, other)


def _bytes(request: Request, side: int) -> int:
    """Bytes needed to compute a result, without the distances."""
    if isinstance(request, HistogramOf):
        return 32 * side**2 if request.n_groups == 1 else 40 * side**2
    if isinstance(request, WeightedHistogramsOf):
        return 48 * side**2
    if isinstance(request, KernelSumsOf):
        return 8 * side**2
    if isinstance(request, RowSumsOf):
        return (16 if request.codes is None else 25) * side**2
    if isinstance(request, ProductOf):
        return product_bytes(request, side)
    # The arrays for choosing distances are freed before lists are merged, so the larger amount is
    # enough.
    return max((35 if request.groups is None else 44) * side, 100 * request.n_neighbors) * side


def _histograms(tile: Tile, request: HistogramOf, hint: Any) -> list[tuple[int, PartialHistogram]]:
    """For each group of rows in the tile, its index and the histogram of its rows' distances."""
    found = []
    for group, rows in tile.groups(request.n_groups):
        part = partial_histogram(tile.distances[rows], request.unit)
        found.append((group, part.twice() if tile.mirrored else part))
    return found


def _weighted_histograms(
    tile: Tile, request: WeightedHistogramsOf, hint: Any
) -> list[PartialHistogram]:
    """For each weight, the histogram of all distances with one more feature."""
    feature = request.feature
    squares = np.subtract.outer(feature[tile.rows], feature[tile.columns]) ** 2
    parts = (
        partial_histogram(tile.distances + weight**2 * squares, unit)
        for weight, unit in zip(request.weights, request.units, strict=True)
    )
    return [part.twice() if tile.mirrored else part for part in parts]


def _kernels(r: np.ndarray, scales: np.ndarray) -> Iterator[np.ndarray]:
    """Yield exp(-r / (2 eps)) for each scale in turn, always in the same array."""
    K = np.empty_like(r)
    for scale in scales:
        with np.errstate(over="ignore"):  # `exponential` raises minus infinity to -700
            np.multiply(r, -0.5 / scale, out=K)
        yield exponential(K)


def _kernel_sums(tile: Tile, request: KernelSumsOf, hint: Any) -> np.ndarray:
    """Sums of K and of r K over a tile, of shape (2, n_scales)."""
    flat = tile.distances.ravel()
    kernels = _kernels(tile.distances, request.scales)
    sums = np.array([(K.sum(), flat @ K.ravel()) for K in kernels]).T
    return 2 * sums if tile.mirrored else sums


def _row_sums(tile: Tile, request: RowSumsOf, hint: Any) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and columns: over all points and, if there are codes, within classes too."""
    r, codes = tile.without_selves(tile.distances), request.codes
    own = None if codes is None else codes[tile.row_points, None] == codes[None, tile.columns]
    by_row, by_column = (np.empty((request.n_sets, n, len(request.scales))) for n in r.shape)
    for position, K in enumerate(_kernels(r, request.scales)):
        if tile.on_diagonal:
            np.fill_diagonal(K, 0.0)
        for of_set in range(request.n_sets):
            if of_set == 1:
                K *= own
            by_row[of_set, :, position] = K.sum(axis=1)
            by_column[of_set, :, position] = K.sum(axis=0)
    return by_row, by_column


def _bins(quotients: np.ndarray) -> np.ndarray:
    """Logarithmic bin of each number, given by its leading bits."""
    return quotients.view(np.int64) >> MANTISSA_SHIFT


def partial_histogram(r: np.ndarray, unit: float) -> PartialHistogram:
    """Counts of r / unit in logarithmic bins, from the first filled bin on.

    Each bin also has the sums of t and of t^2, where t is the relative excess over its lower edge.
    """
    with np.errstate(over="ignore"):  # `within_bins` refuses an infinite quotient
        q = (r / unit).ravel()
    apart = q[q > 0]
    n_zero = len(q) - len(apart)
    if len(apart) == 0:
        return PartialHistogram(0, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), n_zero)
    bins = _bins(apart)
    first = int(bins.min())
    bins -= first
    t = _beyond_edges(apart)
    sums, squares = np.bincount(bins, weights=t), np.bincount(bins, weights=t * t)
    return PartialHistogram(first, np.bincount(bins), sums, squares, n_zero).within_bins()


def _beyond_edges(quotients: np.ndarray) -> np.ndarray:
    """Relative excess of each number over the lower edge of its bin; 0 if the edge is 0."""
    patterns = quotients.view(np.int64)
    edges = (patterns & ~_REMAINDER).view(np.float64)
    with np.errstate(invalid="ignore"):  # NaN for an infinite quotient
        rests = quotients - edges
    return np.divide(rests, edges, out=np.zeros_like(rests), where=edges > 0)


def _nearest(
    tile: Tile, request: NearestOf, hint: list[Near] | None
) -> list[tuple[slice, Neighbors]]:
    """Nearest other points of a tile's rows and, if `tile.mirrored`, of its columns."""
    found = _nearest_in_tile(tile, request)
    answer = []
    for position, (where, lists) in enumerate(found):
        known = hint[position].found if hint else None
        if known is None:
            known = Neighbors.none(len(lists.indices), request.n_neighbors)
        answer.append((where, _nearest_of(known, lists)))
    return answer


def _nearest_in_tile(tile: Tile, request: NearestOf) -> list[tuple[slice, Neighbors]]:
    """Nearest other points within the tile; fewer than `n_neighbors` if the tile is narrow."""
    groups, n_neighbors = request.groups, request.n_neighbors
    r = tile.without_selves(tile.distances)
    if groups is not None:
        r = np.where(groups[tile.rows, None] == groups[None, tile.columns], np.inf, r)
    if tile.on_diagonal:
        r = r.copy()
        np.fill_diagonal(r, np.inf)
    nearest = smallest(r, n_neighbors, tile.columns.start)
    if request.names is not None:
        nearest = Neighbors(nearest.squared_distances, request.names[nearest.indices])
    by_row = tile.rows, nearest
    if not tile.mirrored:
        return [by_row]
    turned = np.ascontiguousarray(r.T)
    return [by_row, (tile.columns, smallest(turned, n_neighbors, tile.rows.start))]


def _nearest_of(one: Neighbors, other: Neighbors) -> Neighbors:
    """Two lists of nearest points for each row, merged into one of the length of the first list.

    Of equally near points, the one with the smaller index comes first.
    """
    distances, places = map(np.hstack, zip(one, other, strict=True))
    best = np.lexsort((places, distances))[:, : one.indices.shape[1]]
    return Neighbors(*(np.take_along_axis(part, best, axis=1) for part in (distances, places)))


def smallest(r: np.ndarray, n_smallest: int, first: int = 0) -> Neighbors:
    """The `n_smallest` entries of each row, ascending, and their columns; fewer if r is narrow.

    Columns are numbered from `first` on. Equal entries are kept in the order of their columns.
    """
    n_kept = min(n_smallest, r.shape[1])
    last = np.partition(r, n_kept - 1, axis=1)[:, n_kept - 1, None]
    kept, equal = r < last, r == last
    n_missing = n_kept - np.count_nonzero(kept, axis=1)[:, None]
    kept |= equal & (np.cumsum(equal, axis=1) <= n_missing)
    positions = np.nonzero(kept)[1].reshape(len(r), n_kept)
    values = np.take_along_axis(r, positions, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    values, positions = (np.take_along_axis(part, order, axis=1) for part in (values, positions))
    return Neighbors(values, positions + first)


_ANSWERS: dict[type, Callable[[Any, Any, Any], Any]] = {
    HistogramOf: _histograms,
    WeightedHistogramsOf: _weighted_histograms,
    KernelSumsOf: _kernel_sums,
    RowSumsOf: _row_sums,
    NearestOf: _nearest,
    ProductOf: lambda tile, request, hint: product_of(tile, request),
}
