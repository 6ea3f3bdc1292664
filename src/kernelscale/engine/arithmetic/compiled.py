"""One tile in C++ (src/tile_functions), with the instruction set that is best on this processor.

Distances are float64 where a statistic wants them exactly. Quick ones are float32: points are
centred first, and distances small beside the points' norms, of which float32 keeps too few digits,
are computed again in float64.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..chains import chained, rates_of
from ..histogram import BINS_PER_OCTAVE, HistogramPart
from ..joint_bins import JointPart
from ..neighbors import Neighbors
from ..source import QuickDistances, Source
from . import tile_functions
from .requests import HistogramOf, KernelSumsOf, NearestOf, Request, RowSumsOf

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = ["Compiled", "joint_histogram", "take_wanted_instruction_set"]

LARGEST_SIDE = 1024
FEWEST_BLOCKS = 6  # of such tiles, or workers wait for the last ones
STREAM_BYTES = 2**18  # tables and lines, whatever the tile
# From so many features on a matrix product is faster than differences (measured).
FEATURES_FOR_PRODUCTS = {"avx512": 96, "avx2": 64, "baseline": 16}
# A distance that is a smaller share of |x|^2 + |y|^2 is computed again. A product loses more.
SHARE_OF_DIFFERENCES = 2.0**-8
SHARE_OF_PRODUCTS = 2.0**-4
SLACK = 1e-4  # far more than the relative error of any quick distance
LONGEST_CHAIN = {np.dtype(np.float32): 6, np.dtype(np.float64): 8}
_SHIFTS = {np.dtype(np.float32): 23, np.dtype(np.float64): 52}
_COUNT_SHIFT = 40  # of what histograms pack into 64 bits
_REMAINDERS = (1 << _COUNT_SHIFT) - 1
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


def _ready(array: np.ndarray, dtype: Any = np.float64) -> np.ndarray:
    """The one door into C++ for every array that it reads: copied only where it must be.

    C++ takes plain arrays in C order, aligned, in this machine's order of bytes. Those that it
    fills are made here, and are so already.
    """
    return np.require(np.asarray(array), dtype, ["C", "A"])


def _ready_distances(r: np.ndarray) -> np.ndarray:
    """Distances through the same door: float32 stays, all else becomes float64."""
    return _ready(r, np.float32 if r.dtype.newbyteorder("=") == np.float32 else np.float64)


class Compiled:
    """One tile in C++."""

    name = "compiled"

    def __str__(self) -> str:
        return f"{self.name} ({tile_functions.instruction_set()})"

    def largest_side(self, n_samples: int, streamed: bool) -> int:
        """Large tiles for many rows, because going over one takes so little."""
        many = n_samples >= FEWEST_BLOCKS * LARGEST_SIDE
        return LARGEST_SIDE if streamed and many else LARGEST_SIDE // 2

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Distances in float64 and float32, tables and lines, and distances in order of classes."""
        ordered = max(
            (each.n_sets * len(each.scales) for each in requests if isinstance(each, RowSumsOf)),
            default=0,
        )
        distances = 12 if len(requests) > 1 else 8
        copies = (8 if ordered else 0) + (8 if some_rows else 0)
        return STREAM_BYTES + (distances + copies) * side**2 + 8 * side * ordered

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """One request after the other."""
        return [
            _ANSWERS[type(request)](tile, request, hint)
            for request, hint in zip(requests, hints, strict=True)
        ]

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences in float64."""
        x, y = _ready(x), _ready(y)
        r = np.empty((len(x), len(y)))
        tile_functions.exact_distances(x, y, np.zeros(x.shape[1]), 1.0, r)
        return r

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
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
            underflow = tile_functions.from_products(
                x, y, centre, scale, p_norms, q_norms, share, r
            )
        return None if underflow else QuickDistances(r, source.unit)

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / 2 eps) of a tile, of its type."""
        r = _ready_distances(r)
        K = np.empty_like(r)
        flat = r.reshape(1, -1), K.reshape(1, -1)
        tile_functions.kernel(flat[0], float(rates_of(scale)), flat[1])
        return K

    def take_in(self, known: Neighbors, where: slice, found: Neighbors) -> None:
        """Put the nearest others that a tile found among those known."""
        squared_distances, places = _ready(found[0]), _ready(found[1], np.int64)
        tile_functions.take_in(
            squared_distances, places, 0, known.squared_distances[where], known.indices[where]
        )

    def joint_histogram(self, *args: Any) -> JointPart:
        """As the function of this name."""
        return joint_histogram(*args)


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


def _kernel_sums(tile: Tile, request: KernelSumsOf, hint: Any) -> np.ndarray:
    """Sums of K and of r K over a tile, of shape (2, n_scales)."""
    r, scales = _ready_distances(tile.distances), request.scales
    chains = chained(scales, LONGEST_CHAIN[r.dtype])
    sums, ordered = np.empty((2, len(scales))), np.empty((2, len(scales)))
    tile_functions.kernel_sums(r, chains.rates, chains.lengths, sums)
    ordered[:, chains.order] = sums
    return ordered


def _row_sums(tile: Tile, request: RowSumsOf, hint: Any) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and along columns, (n_sets, n, n_scales) each."""
    quick = (
        tile.quick_distances
        if request.precision == "single"
        else QuickDistances(tile.distances, 1.0)
    )
    r, scales = _ready_distances(tile.without_selves(quick.values)), quick.over_unit(request.scales)
    row_codes, column_codes = (
        _codes(request.codes, where) for where in (tile.row_points, tile.columns)
    )
    chains = chained(scales, LONGEST_CHAIN[r.dtype])
    by_row, by_column = (np.empty((request.n_sets, n, len(scales))) for n in r.shape)
    tile_functions.row_sums(
        r, tile.on_diagonal, *chains, row_codes, column_codes, by_row, by_column
    )
    return by_row, by_column


def _histograms(tile: Tile, request: HistogramOf, hint: Any) -> list[tuple[int, HistogramPart]]:
    """Logarithmic bins of the rows of each group."""
    r, unit = tile.quick_distances
    found = []
    for group, rows in tile.groups(request.n_groups):
        part = _histogram(r[rows], request.unit / unit)
        if part is None:  # those of float32 cannot be had over this unit
            part = _histogram(tile.distances[rows], request.unit)
            assert part is not None
        found.append((group, part))
    return found


def _histogram(r: np.ndarray, unit: float) -> HistogramPart | None:
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


def _nearest(tile: Tile, request: NearestOf, hint: Any) -> list[tuple[slice, Neighbors]]:
    """Nearest others of a tile's rows and, off the diagonal, columns."""
    limits = hint or [np.full(n.stop - n.start, np.inf) for n in (tile.rows, tile.columns)]
    groups, n_neighbors = request.groups, request.n_neighbors
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
    for (_, places), first in zip(found, (tile.columns.start, tile.rows.start), strict=True):
        places[places >= 0] += first
    answers = [(tile.rows, found[0]), (tile.columns, found[1])]
    return answers[:1] if tile.on_diagonal else answers


def _with_room(limits: np.ndarray, unit: float, dtype: np.dtype) -> np.ndarray:
    """How far, over the unit, a point may be and still be among the nearest, rounding allowed."""
    return _ready(limits * (1 + SLACK) / unit, dtype)


def _codes(groups: np.ndarray | None, where: slice | np.ndarray) -> np.ndarray:
    return np.empty(0, dtype=np.int64) if groups is None else _ready(groups[where], np.int64)


def _no_neighbors(n_points: int, n_neighbors: int) -> Neighbors:
    shape = n_points, n_neighbors
    return Neighbors(np.empty(shape), np.empty(shape, dtype=np.int64))


_ANSWERS: dict[type, Callable[[Any, Any, Any], Any]] = {
    HistogramOf: _histograms,
    KernelSumsOf: _kernel_sums,
    RowSumsOf: _row_sums,
    NearestOf: _nearest,
}


def joint_histogram(
    r: np.ndarray,
    factor: float,
    row_values: np.ndarray,
    column_values: np.ndarray,
    on_diagonal: bool,
    bins_per_octave: int,
    n_h: int,
) -> JointPart:
    """Pairs, once each, by r * factor and by the squared difference of two values."""
    shift = _SHIFTS[np.dtype(np.float32)] - (bins_per_octave.bit_length() - 1)
    values = _ready(row_values), _ready(column_values)
    first, table = tile_functions.joint_histogram(
        _ready_distances(r), factor, *values, on_diagonal, shift, n_h
    )
    packed, h_remainders = np.moveaxis(table, 2, 0)
    return JointPart(first, packed >> _COUNT_SHIFT, packed & _REMAINDERS, h_remainders)
