"""Sums of kernels along rows and columns, and over all pairs, on a graphics processor."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...requests import KernelSumsOf, RowSumsOf
from ..chains import LONGEST_OF_FLOAT32, LONGEST_OF_FLOAT64, Chains, chained
from .on_device import OnDevice, put_tile
from .program import Numbers, Program
from .strips import columns_at_once

if TYPE_CHECKING:
    from ...tile import Tile

__all__ = ["kernel_sums", "rates_to_base_2", "row_sums"]

# The second set of sums: none, of K over pairs of the same class, or of squared distance times K.
NO_SECOND, OF_CLASSES, OF_DISTANCES = 0, 1, 2


def rates_to_base_2(rates: np.ndarray, numbers: Numbers) -> np.ndarray:
    """Rates for powers of 2 instead of powers of e.

    They are limited to finite numbers, so that the kernel is 1 at distance zero.
    """
    least = -float(np.finfo(np.float32 if numbers.single else np.float64).max)
    with np.errstate(over="ignore"):
        to_base_2: np.ndarray = np.maximum(rates / np.log(2), least)
    return to_base_2


@lru_cache(maxsize=64)
def _chained(scales: bytes, longest: int) -> Chains:
    return chained(np.frombuffer(scales), longest)


def _chains(scales: np.ndarray, numbers: Numbers, unit: float) -> Chains:
    longest = LONGEST_OF_FLOAT32 if numbers.single else LONGEST_OF_FLOAT64
    with np.errstate(over="ignore", under="ignore"):
        over_unit = np.asarray(scales, dtype=np.float64) / (unit if numbers.single else 1.0)
    return _chained(over_unit.tobytes(), longest)


def row_sums(
    on_device: OnDevice, tile: Tile, request: RowSumsOf, small: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and along columns, which are equal for a tile on the diagonal."""
    single = request.precision == "single"
    codes = request.codes
    second = NO_SECOND if codes is None else OF_CLASSES
    numbers = on_device.numbers(single)
    by_row, by_column = _sums(on_device, numbers, tile, request.scales, second, codes, small)
    return by_row, by_row if by_column is None else by_column


def kernel_sums(on_device: OnDevice, tile: Tile, request: KernelSumsOf, small: Any) -> np.ndarray:
    """Sums of K and of r K over the tile, in float64."""
    numbers = on_device.numbers(single=False)
    by_row, _ = _sums(on_device, numbers, tile, request.scales, OF_DISTANCES, None, small)
    sums: np.ndarray = by_row.sum(axis=1) * (2 if tile.mirrored else 1)
    selves = tile.selves if tile.sample is not None else np.arange(len(by_row[0]))
    if not tile.mirrored:  # add pairs of a point with itself, at distance 0
        sums[0] += np.count_nonzero((selves >= 0) & (selves < tile.shape[1]))
    return sums


def _sums(
    on_device: OnDevice,
    numbers: Numbers,
    tile: Tile,
    scales: np.ndarray,
    second: int,
    codes: np.ndarray | None,
    small: Any,
) -> tuple[np.ndarray, np.ndarray | None]:
    """Sums along rows and along columns, each of shape (n_sets, n_points, n_scales).

    Sums along columns are None if they equal those along rows or are not needed.
    """
    device, (n_rows, n_columns) = on_device.device, tile.shape
    along_columns = second != OF_DISTANCES
    triangle = tile.on_diagonal and along_columns
    chains = _chains(scales, numbers, on_device.unit)
    n_scales, n_sets = len(chains.order), 1 + (second != NO_SECOND)
    rows, columns = on_device.rows(tile), on_device.columns(tile)
    selves = not tile.mirrored
    given = put_tile(
        on_device, numbers, rows, columns, small=small, triangle=triangle, selves=selves
    )
    by_row = device.zeros((n_sets * n_scales, n_rows, 1), np.float64)
    by_column = None
    if along_columns:
        shape = n_sets * n_scales, n_columns, 1
        by_column = by_row if triangle else device.zeros(shape, np.float64)
    settings = (("SECOND", second),)
    program = Program("row_sums.cu", numbers, on_device.n_features, settings)
    labels = [None, None] if codes is None else _put_codes(on_device, tile, codes)
    rates, lengths = rates_to_base_2(chains.rates, numbers), chains.lengths
    fixed = [given, *labels, device.put(rates), device.put(lengths), len(rates), n_scales]
    parts = columns_at_once(device, program, tile.shape, n_sets * n_scales, 1, by_column, triangle)
    for first, end, strips in parts:
        n_blocks = -(-n_rows // numbers.side)
        device.launch(program, "row_sums", n_blocks, [*fixed, first, end, by_row, strips])
    along_rows = _in_order(device.get(by_row), n_sets, chains)
    if by_column is None or triangle:
        return along_rows, None
    return along_rows, _in_order(device.get(by_column), n_sets, chains)


def _put_codes(on_device: OnDevice, tile: Tile, codes: np.ndarray) -> list[Any]:
    both = codes[tile.row_points], codes[tile.columns]
    return [on_device.device.put(np.ascontiguousarray(each, dtype=np.int64)) for each in both]


def _in_order(found: np.ndarray, n_sets: int, chains: Chains) -> np.ndarray:
    """Reorder sums from the axes [set, scale of a chain][point] to (set, point, scale)."""
    n_scales = len(chains.order)
    sums = np.empty((n_sets, found.shape[1], n_scales))
    sums[:, :, chains.order] = found.reshape(n_sets, n_scales, -1).transpose(0, 2, 1)
    return sums
