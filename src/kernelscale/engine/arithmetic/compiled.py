"""One tile in C++ (src/tile_functions), with the instruction set that is best on this processor.

Distances are float64 where a statistic wants them exactly. Quick ones are float32: points are
centred first, and distances small beside the points' norms, of which float32 keeps too few digits,
are computed again in float64.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chains import chained, rates_of
from ..histogram import BINS_PER_OCTAVE, HistogramPart
from ..neighbors import Neighbors
from ..source import QuickDistances, Source
from . import tile_functions

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = [
    "class_row_sums",
    "distance_histogram",
    "distances",
    "instruction_set",
    "kernel",
    "kernel_sums",
    "nearest",
    "quick_distances",
    "row_sums",
    "take_in",
    "take_wanted_instruction_set",
]

# From so many features on a matrix product is faster than differences (measured).
FEATURES_FOR_PRODUCTS = {"avx512": 96, "avx2": 64, "baseline": 16}
# A distance that is a smaller share of |x|^2 + |y|^2 is computed again. A product loses more.
SHARE_OF_DIFFERENCES = 2.0**-8
SHARE_OF_PRODUCTS = 2.0**-4
SLACK = 1e-4  # far more than the relative error of any quick distance
LONGEST_CHAIN = {np.dtype(np.float32): 6, np.dtype(np.float64): 8}
_SHIFTS = {np.dtype(np.float32): 23, np.dtype(np.float64): 52}
_LARGEST = float(np.finfo(np.float64).max)
_BIN_ZERO = (1023 - 127) * BINS_PER_OCTAVE  # float64's bin where float32's bins begin


@cache
def take_wanted_instruction_set() -> None:
    """Use the set that the environment names, to test or to compare them; none or empty: the best.

    Raises
    ------
    ValueError
        If this processor, or the package, has not got it.
    """
    wanted = os.environ.get("KERNELSCALE_INSTRUCTION_SET", "")
    known = tile_functions.instruction_sets()
    if wanted and wanted not in known:
        raise ValueError(
            f"KERNELSCALE_INSTRUCTION_SET must be one of {', '.join(known)}, or empty for the "
            f"best, but {wanted!r} was given."
        )
    tile_functions.use(wanted or known[0])


with suppress(ValueError):  # told where the arithmetic is used, not where the package is loaded
    take_wanted_instruction_set()


def instruction_set() -> str:
    """What the tile functions are compiled for: "avx512", "avx2" or "baseline"."""
    return tile_functions.instruction_set()


def _ready(array: np.ndarray, dtype: Any = np.float64) -> np.ndarray:
    """The one door into C++ for every array that it reads: copied only where it must be.

    C++ takes plain arrays in C order, aligned, in this machine's order of bytes. Those that it
    fills are made here, and are so already.
    """
    return np.require(np.asarray(array), dtype, ["C", "A"])


def _ready_distances(r: np.ndarray) -> np.ndarray:
    """Distances through the same door: float32 stays, all else becomes float64."""
    return _ready(r, np.float32 if r.dtype.newbyteorder("=") == np.float32 else np.float64)


def distances(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Squared distances of two blocks of points, by direct differences in float64."""
    x, y = _ready(x), _ready(y)
    r = np.empty((len(x), len(y)))
    tile_functions.exact_distances(x, y, np.zeros(x.shape[1]), 1.0, r)
    return r


def quick_distances(source: Source, rows: slice, columns: slice) -> QuickDistances | None:
    """The same in float32; None for few rows, or where one is too small for that."""
    if not source.single:
        return None
    x, y, centre = map(_ready, (source.block(rows), source.block(columns), source.centre))
    n_features, scale = x.shape[1], source.unit**-0.5
    by_products = n_features >= FEATURES_FOR_PRODUCTS[tile_functions.instruction_set()]
    r, p, q = _room(x, y, by_products)
    if not by_products:
        underflow = tile_functions.distances(x, y, centre, scale, SHARE_OF_DIFFERENCES, r)
    else:
        p_norms, q_norms = (
            _pack(block, centre, scale, packed) for block, packed in ((x, p), (y, q))
        )
        np.matmul(p, q.T, out=r)
        share = SHARE_OF_PRODUCTS
        underflow = tile_functions.from_products(x, y, centre, scale, p_norms, q_norms, share, r)
    return None if underflow else QuickDistances(r, source.unit)


def _room(x: np.ndarray, y: np.ndarray, packed: bool) -> tuple[np.ndarray, ...]:
    """Arrays for distances and, where asked for, packed points.

    They are one allocation: several go back to the system one by one, and their pages, cleared
    anew for every tile, took as long as half the product.
    """
    shapes = [(len(x), len(y)), *([x.shape, y.shape] if packed else [(0, 0)] * 2)]
    ends = np.cumsum([n * m for n, m in shapes])
    pieces = np.split(np.empty(ends[-1], dtype=np.float32), ends[:-1])
    return tuple(piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True))


def _pack(x: np.ndarray, centre: np.ndarray, scale: float, packed: np.ndarray) -> np.ndarray:
    """Put points into float32 as they enter a product; their squared norms in float64."""
    norms = np.empty(len(x))
    tile_functions.pack(x, centre, scale, packed, norms)
    return norms


def kernel_sums(r: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Sums of K and of r K over a tile, of shape (2, n_scales)."""
    r = np.atleast_2d(_ready_distances(r))
    chains = chained(scales, LONGEST_CHAIN[r.dtype])
    sums, ordered = np.empty((2, len(scales))), np.empty((2, len(scales)))
    tile_functions.kernel_sums(r, chains.rates, chains.lengths, sums)
    ordered[:, chains.order] = sums
    return ordered


def row_sums(r: np.ndarray, scales: np.ndarray, on_diagonal: bool) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and along columns, of shapes (n_rows, n_scales), (n_columns, n_scales)."""
    none = np.empty(0, dtype=np.int64)
    by_row, by_column = _row_sums(r, scales, on_diagonal, none, none, 1)
    return by_row[0], by_column[0]


def class_row_sums(
    r: np.ndarray,
    scales: np.ndarray,
    on_diagonal: bool,
    row_codes: np.ndarray,
    column_codes: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Like `row_sums`, for all points and for those of the same class: (2, n, n_scales) each."""
    rows, columns = _ready(row_codes, np.int64), _ready(column_codes, np.int64)
    return _row_sums(r, scales, on_diagonal, rows, columns, 2)


def _row_sums(
    r: np.ndarray,
    scales: np.ndarray,
    on_diagonal: bool,
    row_codes: np.ndarray,
    column_codes: np.ndarray,
    n_sets: int,
) -> tuple[np.ndarray, np.ndarray]:
    r = _ready_distances(r)
    chains = chained(scales, LONGEST_CHAIN[r.dtype])
    by_row, by_column = (np.empty((n_sets, n, len(scales))) for n in r.shape)
    tile_functions.row_sums(r, on_diagonal, *chains, row_codes, column_codes, by_row, by_column)
    return by_row, by_column


def distance_histogram(r: np.ndarray, unit: float) -> HistogramPart | None:
    """Logarithmic bins of r / unit, from a first one on, with their moments.

    None where float32 has no room for q.
    """
    r = _ready_distances(r)
    single = r.dtype == np.float32
    # r is at most 1 and, where it is not 0, at least 1e-30.
    if single and not 1e-6 < 1 / unit < 1e30:
        return None
    shift = _SHIFTS[r.dtype] - (BINS_PER_OCTAVE.bit_length() - 1)
    factor = min(1 / unit, _LARGEST)
    first, counts, sums, squares, n_zero = tile_functions.histogram(r, factor, shift)
    if single and len(counts):
        first += _BIN_ZERO
        # What r was multiplied by is rounded too, the same way for all of them.
        excess = float(np.float32(1 / unit)) * unit - 1
        squares += excess * (excess * counts - 2 * sums)
        squares /= (1 + excess) ** 2
        sums -= excess * counts
        sums /= 1 + excess
    return HistogramPart(first, counts, sums, squares, n_zero).within_bins()


def nearest(
    tile: Tile, n_neighbors: int, groups: np.ndarray | None, limits: tuple[np.ndarray, np.ndarray]
) -> Any:
    """Nearest others of a tile's rows and, off the diagonal, columns: (where, found, offset).

    `limits` are squared distances beyond which nothing is among the nearest of a row, and of a
    column.
    """
    r, unit = tile.quick_distances
    if r.dtype == np.float64:
        r, unit = tile.distances, 1.0
    r = _ready_distances(r)
    reached = [_with_room(distances, unit, r.dtype) for distances in limits]
    codes = [_codes(groups, where) for where in (tile.rows, tile.columns)]
    found = [_no_neighbors(n, n_neighbors) for n in r.shape]
    tile_functions.nearest(
        r,
        _ready(tile.source.block(tile.rows)),
        _ready(tile.source.block(tile.columns)),
        unit**-0.5,
        tile.on_diagonal,
        codes[0],
        codes[1],
        reached[0],
        reached[1],
        SLACK,
        *found[0],
        *found[1],
    )
    answers = [(tile.rows, found[0], tile.columns.start), (tile.columns, found[1], tile.rows.start)]
    return answers[:1] if tile.on_diagonal else answers


def _with_room(limits: np.ndarray, unit: float, dtype: np.dtype) -> np.ndarray:
    """How far, over the unit, a point may be and still be among the nearest, rounding allowed."""
    return _ready(limits * (1 + SLACK) / unit, dtype)


def _codes(groups: np.ndarray | None, where: slice) -> np.ndarray:
    return np.empty(0, dtype=np.int64) if groups is None else _ready(groups[where], np.int64)


def _no_neighbors(n_points: int, n_neighbors: int) -> Neighbors:
    shape = n_points, n_neighbors
    return Neighbors(np.empty(shape), np.empty(shape, dtype=np.int64))


def take_in(known: Neighbors, where: slice, found: Neighbors, offset: int) -> None:
    """Put the nearest others that a tile found, places from `offset` on, among those known."""
    squared_distances, places = _ready(found[0]), _ready(found[1], np.int64)
    tile_functions.take_in(
        squared_distances, places, offset, known.squared_distances[where], known.indices[where]
    )


def kernel(r: np.ndarray, scale: float) -> np.ndarray:
    """exp(-r / 2 eps) of a tile, of its type."""
    r = _ready_distances(r)
    K = np.empty_like(r)
    tile_functions.kernel(r, float(rates_of(scale)), K)
    return K
