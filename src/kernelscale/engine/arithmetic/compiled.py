"""Computation of one tile (a block of all pairs) in C++ (src/tile_functions).

Exact distances are float64. Quick distances are float32, computed from centred points. If a quick
distance is small relative to the norms of the two points, float32 keeps too few of its digits; it
is then computed again in float64.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from ..requests import Neighbors, ProductOf, Request, RowSumsOf, WeightedHistogramsOf
from ..source import QuickDistances, Source
from . import tile_functions
from .accumulators import ACCUMULATORS, NOTHING, ready
from .chains import rates_of
from .products import product_bytes, product_of

if TYPE_CHECKING:
    from ..tile import Arithmetic, Tile

__all__ = ["Compiled", "take_wanted_instruction_set"]

# Number of rows and of columns of a block, the part of a tile that C++ computes at a time. The
# value is the same as in src/tile_functions.
BLOCK_SIDE = 1024
# Key: a number of points. Value: the number of rows and of columns of a tile for so many points or
# more. With larger tiles less of the time is spent in Python; with smaller tiles threads wait less
# for the last tiles of a pass.
SIDES = {65_536: 4096, 32_768: 3072, 16_384: 2048, 6_144: 1024, 0: 512}
RUN_BYTES = 24 * 2**16  # bytes of the pairs that weighted histograms sort at a time
STREAM_BYTES = 2**18  # bytes of tables and cache lines, for a tile of any size
# Smallest number of features for which a matrix product is faster than differences (measured).
FEATURES_FOR_PRODUCTS = {"avx512": 96, "avx2": 64, "baseline": 16}
# A distance below this share of |x|^2 + |y|^2 is computed again in float64. The share is larger for
# products, because they lose more digits than differences.
SHARE_OF_DIFFERENCES = 2.0**-8
SHARE_OF_PRODUCTS = 2.0**-4
# Smallest distance, in units of the source, whose square float32 can hold.
SMALLEST_TO_SQUARE = 1e-15


@cache
def take_wanted_instruction_set() -> None:
    """Use the instruction set that KERNELSCALE_INSTRUCTION_SET names, or the best one by default.

    Raises
    ------
    ValueError
        If this processor or this build lacks the named instruction set.
    """
    wanted = os.environ.get("KERNELSCALE_INSTRUCTION_SET", "")
    known = tile_functions.instruction_sets()
    if wanted and wanted not in known:
        raise ValueError(
            f"KERNELSCALE_INSTRUCTION_SET must be one of {', '.join(known)}, or empty for the "
            f"best, but {wanted!r} was given."
        )
    tile_functions.use(wanted or known[0])


with suppress(ValueError):  # the error is raised again when the arithmetic is used
    take_wanted_instruction_set()


class Compiled:
    """Computes a tile in C++."""

    name = "compiled"
    devices: Sequence[Any] = ()

    @property
    def processor(self) -> Arithmetic:
        """The arithmetic itself, which runs on the processor."""
        return self

    def __str__(self) -> str:
        return f"{self.name} ({tile_functions.instruction_set()})"

    def largest_side(
        self, n_samples: int, requests: Sequence[Request] | None, some_rows: bool
    ) -> int:
        """Number of rows and of columns of a tile.

        It grows with the number of points, but is 512 for products with vectors, and if a statistic
        reads the distances themselves. If only some rows are compared with all points, it is at
        most `BLOCK_SIDE`.
        """
        if requests is None or any(isinstance(each, ProductOf) for each in requests):
            return SIDES[0]
        side = next(side for n_rows, side in SIDES.items() if n_samples >= n_rows)
        return min(side, BLOCK_SIDE) if some_rows else side

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Bytes of one block of distances in both precisions, of the accumulators, and of products.

        Products need the distances of a whole tile.
        """
        products = [each for each in requests if isinstance(each, ProductOf)]
        stored = max((8 * side**2 + product_bytes(each, side) for each in products), default=0)
        if len(products) == len(requests):
            return stored
        if products:  # products may need distances in another precision
            stored += 4 * side**2
        block = min(side, BLOCK_SIDE)
        sums = [each.n_sets * len(each.scales) for each in requests if isinstance(each, RowSumsOf)]
        in_order = 8 * block * (block + 4 * max(sums)) if sums else 0
        if any(isinstance(each, WeightedHistogramsOf) for each in requests):
            in_order = max(in_order, RUN_BYTES)
        # A block of given distances is copied once; if only some rows are compared with all points,
        # it is copied twice.
        return stored + STREAM_BYTES + (28 if some_rows else 20) * block**2 + in_order

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Results of all requests; one pass in C++ computes all results that are not products."""
        made = {
            number: ACCUMULATORS[type(request)](tile, request, hint)
            for number, (request, hint) in enumerate(zip(requests, hints, strict=True))
            if not isinstance(request, ProductOf)
        }
        if made:
            _go_over(tile, [accumulator for accumulator, _ in made.values()])
        return [
            product_of(tile, request) if isinstance(request, ProductOf) else made[number][1]()
            for number, request in enumerate(requests)
        ]

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences in float64."""
        x, y = ready(x), ready(y)
        r = np.empty((len(x), len(y)))
        tile_functions.exact_distances(x, y, np.zeros(x.shape[1]), 1.0, r)
        return r

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """Squared distances in float32; None for few rows or if float32 cannot hold a distance."""
        if not source.single:
            return None
        x, y, centre = map(ready, (source.block(rows), source.block(columns), source.centre))
        n_features, scale = x.shape[1], source.unit**-0.5
        by_products = n_features >= _features_for_products()
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
        if underflow or not source.metric.half_squares:
            return None if underflow else QuickDistances(r, source.unit)
        if (r[r > 0] < SMALLEST_TO_SQUARE).any():
            return None
        return QuickDistances(np.square(r, out=r), source.pair_unit)

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / (2 eps)) of each squared distance, in the type of the distances."""
        r = _ready_distances(r)
        K = np.empty_like(r)
        flat = r.reshape(1, -1), K.reshape(1, -1)
        tile_functions.kernel(flat[0], float(rates_of(scale)), flat[1])
        return K

    def nearest_of(self, one: Neighbors, other: Neighbors) -> Neighbors:
        """Two lists of nearest points for each row, merged into one list of the same length."""
        lists = [(ready(each[0]), ready(each[1], np.int64)) for each in (one, other)]
        nearest = Neighbors(*map(np.empty_like, lists[0]))
        tile_functions.nearest_of(*lists[0], *lists[1], *nearest)
        return nearest


def _go_over(tile: Tile, accumulators: list[Any]) -> None:
    """Form the distances of a tile block by block, and add each block to all accumulators."""
    source = tile.source
    if source.in_float64:
        _go_over_given(tile, accumulators)
        return
    x, y = ready(source.block(tile.row_points)), ready(source.block(tile.columns))
    blocks = _blocks(tile, x, y, accumulators)
    room = _room_of(source, blocks.room())
    if source.single and x.shape[1] >= _features_for_products():
        _go_over_products(tile, x, y, blocks, room)
    else:
        blocks.go_over(source.single, SHARE_OF_DIFFERENCES, room)


class _Rooms(threading.local):
    """Memory that a thread keeps during a pass: `of` holds an array for each source of points."""

    def __init__(self) -> None:
        self.of = WeakKeyDictionary[Source, np.ndarray]()


_rooms = _Rooms()


def _room_of(source: Source, n_bytes: int) -> np.ndarray:
    """The memory for one tile; its thread keeps it for the next tiles of the same pass.

    The operating system clears the memory pages of each new allocation. Most allocators keep freed
    memory, but those of Dask's workers return it to the system at once. Without this cache, a fifth
    of the time of a pass was spent clearing pages.
    """
    room = _rooms.of.get(source)
    if room is None or len(room) < n_bytes:
        room = _rooms.of[source] = np.empty(n_bytes, dtype=np.uint8)
    return room[:n_bytes]


def _go_over_products(
    tile: Tile, x: np.ndarray, y: np.ndarray, blocks: tile_functions.Tile, room: np.ndarray
) -> None:
    source, packed = tile.source, [np.empty(points.shape, np.float32) for points in (x, y)]
    p_norms, q_norms = (
        _pack(points, ready(source.centre), source.unit**-0.5, to)
        for points, to in zip((x, y), packed, strict=True)
    )
    for rows, columns in tile.blocks(BLOCK_SIDE):
        p, q = packed[0][rows], packed[1][columns]
        r = room[: 4 * len(p) * len(q)].view(np.float32).reshape(len(p), len(q))
        np.matmul(p, q.T, out=r)
        corner = rows.start, columns.start
        blocks.add_products(*corner, p_norms, q_norms, SHARE_OF_PRODUCTS, room)


def _go_over_given(tile: Tile, accumulators: list[Any]) -> None:
    """Add distances that do not come from C++: given, stored, or computed by the metric."""
    x, y = (np.empty((n, 0)) for n in tile.shape)  # arrays without features
    blocks = _blocks(tile, x, y, accumulators)
    room = _room_of(tile.source, blocks.room())
    for rows, columns in tile.blocks(BLOCK_SIDE):
        r = tile.part(rows, columns).distances
        room[: 8 * r.size].view(np.float64).reshape(r.shape)[...] = r
        blocks.add_given(rows.start, columns.start, room)


def _blocks(
    tile: Tile, x: np.ndarray, y: np.ndarray, accumulators: list[Any]
) -> tile_functions.Tile:
    source = tile.source
    centre = ready(source.centre) if x.shape[1] else np.empty(0)
    selves = NOTHING if tile.sample is None else ready(tile.selves, np.int64)
    kind = tile.on_diagonal, tile.mirrored
    return tile_functions.Tile(
        *(x, y, centre, source.unit**-0.5, *kind, selves, accumulators),
        half_squares=source.metric.half_squares and x.shape[1] > 0,
    )


def _features_for_products() -> int:
    return FEATURES_FOR_PRODUCTS[tile_functions.instruction_set()]


def _room(x: np.ndarray, y: np.ndarray, packed: bool) -> tuple[np.ndarray, ...]:
    """Arrays for distances and, if needed, for packed points.

    All of them are in one allocation. Separate arrays would be returned to the operating system one
    by one. It would clear their memory pages for every tile, which took half as long as the matrix
    product.
    """
    shapes = [(len(x), len(y)), *([x.shape, y.shape] if packed else [(0, 0)] * 2)]
    ends = np.cumsum([n * m for n, m in shapes])
    pieces = np.split(np.empty(ends[-1], dtype=np.float32), ends[:-1])
    return tuple(piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True))


def _pack(x: np.ndarray, centre: np.ndarray, scale: float, packed: np.ndarray) -> np.ndarray:
    """Copy points to `packed`, float32, for a matrix product; return squared norms in float64."""
    norms = np.empty(len(x))
    tile_functions.pack(x, centre, scale, packed, norms)
    return norms


def _ready_distances(r: np.ndarray) -> np.ndarray:
    """Distances as C++ reads them: float32 remains float32, any other type becomes float64."""
    return ready(r, np.float32 if r.dtype.newbyteorder("=") == np.float32 else np.float64)
