"""The C++ accumulators (src/tile_functions) that compute what statistics request.

The distances of a tile are added to an accumulator block by block. Every array that C++ reads is
passed through `ready`; arrays that C++ fills are allocated here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..pair_histogram import PartialHistogram
from ..requests import (
    HistogramOf,
    KernelSumsOf,
    Near,
    NearestOf,
    Neighbors,
    RowSumsOf,
    WeightedHistogramsOf,
)
from . import tile_functions
from .chains import LONGEST_OF_FLOAT32, LONGEST_OF_FLOAT64, Chains, chained

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = ["ACCUMULATORS", "NOTHING", "ready"]

NOTHING = np.empty(0, dtype=np.int64)


def ready(array: np.ndarray, dtype: Any = np.float64) -> np.ndarray:
    """The array with the given type, in C order and aligned; a copy only if it is not so yet."""
    array = np.asarray(array)
    if array.dtype == dtype and array.flags.c_contiguous and array.flags.aligned:
        return array  # np.require would take ten times longer
    return np.require(array, dtype, ["C", "A"])


Made = tuple[Any, Callable[[], Any]]  # an accumulator, and a function that returns its result


def _kernel_sums(tile: Tile, request: KernelSumsOf, hint: Any) -> Made:
    sums = np.zeros((2, len(request.scales)))
    return tile_functions.KernelSums(_chains(request.scales), sums), lambda: sums


def _row_sums(tile: Tile, request: RowSumsOf, hint: Any) -> Made:
    shape = request.n_sets, len(request.scales)
    by_row, by_column = (np.zeros((shape[0], n, shape[1])) for n in tile.shape)
    # A scale divided by the unit may become 0 or infinity.
    with np.errstate(over="ignore", under="ignore"):
        in_float = _chains(np.asarray(request.scales) / tile.source.pair_unit, LONGEST_OF_FLOAT32)
    accumulator = tile_functions.RowSums(
        request.precision == "double",
        in_float,
        _chains(request.scales),
        _codes(request.codes, tile.row_points),
        _codes(request.codes, tile.columns),
        by_row,
        by_column,
    )
    return accumulator, lambda: (by_row, by_column)


def _chains(scales: np.ndarray, longest: int = LONGEST_OF_FLOAT64) -> Chains:
    return _chained(ready(scales).tobytes(), longest)


@lru_cache(maxsize=64)
def _chained(scales: bytes, longest: int) -> Chains:
    """The chains of `chains.py`; scales are given as bytes, so that the result can be cached."""
    return chained(np.frombuffer(scales), longest)


def _histograms(tile: Tile, request: HistogramOf, hint: Any) -> Made:
    groups = tile.groups(request.n_groups)
    edges = [rows.start for _, rows in groups] + [groups[-1][1].stop]
    exact = not _holds_in_float32(tile, request.unit)
    accumulator = tile_functions.Histogram(exact, request.unit, edges)
    return accumulator, lambda: [
        (group, PartialHistogram(*part).within_bins())
        for (group, _), part in zip(groups, accumulator.parts(), strict=True)
    ]


def _holds_in_float32(tile: Tile, unit: float) -> bool:
    """Whether float32 holds the distances of a tile in this unit.

    They are 0, or from 1e-30 to 1 in units of `pair_unit`. If the ratio of the two units is within
    the limits below, they are normal float32 numbers in the given unit too.
    """
    return bool(1e-6 < 1 / (unit / tile.source.pair_unit) < 1e30)


def _weighted_histograms(tile: Tile, request: WeightedHistogramsOf, hint: Any) -> Made:
    exact = not all(_holds_in_float32(tile, unit) for unit in request.units)
    # With the largest weight, squared differences are in the range of float32 if the units are. The
    # mean is subtracted so that the product keeps the digits of differences.
    largest = np.abs(request.weights).max() or 1.0
    feature = ready(largest * (request.feature - request.feature.mean()))
    shares = (request.weights / largest) ** 2
    accumulator = tile_functions.WeightedHistograms(
        exact,
        request.units.tolist(),
        shares.tolist(),
        feature[tile.rows],
        feature[tile.columns],
    )
    return accumulator, lambda: [
        PartialHistogram(*part).within_bins() for part in accumulator.parts()
    ]


def _nearest(tile: Tile, request: NearestOf, hint: Any) -> Made:
    n = request.n_neighbors
    blocks = [tile.rows, tile.columns] if tile.mirrored else [tile.rows]
    near = hint or [Near(np.full(size, np.inf), None) for size in tile.shape[: len(blocks)]]
    found = [_lists(each, n) for each in near]
    known = [
        (*lists, ready(each.limits), _codes(request.groups, where), where.start)
        for lists, each, where in zip(found, near, blocks, strict=True)
    ]
    # Only a tile that also covers its mirror image (rows and columns exchanged) needs lists for its
    # columns. For another tile C++ gets the lists of the rows twice, and does not use the second.
    above = (*known[-1][:-1], tile.columns.start)
    accumulator = tile_functions.Nearest(
        request.groups is not None, *known[0], *above, _codes(request.names, tile.columns)
    )
    return accumulator, lambda: list(zip(blocks, found, strict=True))


def _lists(near: Near, n_neighbors: int) -> Neighbors:
    """Lists for C++ to fill: a copy of the lists found so far, or empty lists."""
    if near.found is None:
        return Neighbors.none(len(near.limits), n_neighbors)
    distances, indices = near.found
    return Neighbors(np.array(distances, float, order="C"), np.array(indices, np.int64, order="C"))


def _codes(codes: np.ndarray | None, where: slice | np.ndarray) -> np.ndarray:
    return NOTHING if codes is None else ready(codes[where], np.int64)


ACCUMULATORS: dict[type, Callable[[Any, Any, Any], Made]] = {
    HistogramOf: _histograms,
    WeightedHistogramsOf: _weighted_histograms,
    KernelSumsOf: _kernel_sums,
    RowSumsOf: _row_sums,
    NearestOf: _nearest,
}
"""For each kind of request, a function that makes its accumulator; see `Made`."""
