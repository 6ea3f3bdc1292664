"""Histograms of squared distances, computed on a device (a graphics processor)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...pair_histogram import BINS_PER_OCTAVE, MANTISSA_SHIFT, PartialHistogram
from ...requests import HistogramOf
from .on_device import OnDevice, Side, put_tile
from .program import THREADS, Numbers, Program

if TYPE_CHECKING:
    from ...tile import Tile

__all__ = ["OF_DOUBLE", "Layout", "first_bin_of", "histograms", "layout_of", "limits_of_tables"]

# Number of bins in shared memory: enough for squared distances within a factor of 2^20. The three
# tables of these bins, with 4-byte entries, leave space for the points.
N_BINS_SHARED = 2560
BLOCKS_PER_PROCESSOR = 2


class Layout(NamedTuple):
    """The division of a number's bit pattern into a bin and a remainder, as in histogram.cu.

    Attributes
    ----------
    shift : int
        Number of low bits that are not part of the bin's number.
    rest : int
        Number of bits of a remainder.
    square_shift : int
        Number of low bits that are cut from the square of a remainder.
    n_bins : int
        Number of possible bins.
    bin_zero : int
        Index of the first possible bin in a `PairHistogram`.
    """

    shift: int
    rest: int
    square_shift: int
    n_bins: int
    bin_zero: int


OF_FLOAT = Layout(16, 16, 14, 2**15, (1023 - 127) * BINS_PER_OCTAVE)
OF_DOUBLE = Layout(MANTISSA_SHIFT, 19, 19, 2**18, 0)


def layout_of(numbers: Numbers) -> Layout:
    """The layout for distances of this type."""
    return OF_FLOAT if numbers.single else OF_DOUBLE


def limits_of_tables(numbers: Numbers) -> tuple[int, int, int]:
    """The largest count, sum and sum of squares that one square of pairs can add to a bin.

    Each of the three numbers has to fit in 32 bits.

    Examples
    --------
    >>> from kernelscale.engine.arithmetic.gpu.program import DOUBLE, FEW_FEATURES, SINGLE
    >>> [max(limits_of_tables(each)) < 2**32 for each in (SINGLE, FEW_FEATURES, DOUBLE)]
    [True, True, True]
    """
    layout, n_pairs = layout_of(numbers), numbers.side**2
    largest = 2**layout.rest - (layout.rest == layout.shift)  # rounding may lead into the next bin
    return n_pairs, n_pairs * largest, n_pairs * (largest**2 >> layout.square_shift)


def first_bin_of(bins: np.ndarray) -> int:
    """First of the `N_BINS_SHARED` adjacent bins that together hold the most distances.

    `bins` holds the bin of each distance of a sample.
    """
    if len(bins) == 0:
        return 0
    ascending = np.sort(bins)
    ends = np.searchsorted(ascending, ascending + N_BINS_SHARED)
    start = int(np.argmax(ends - np.arange(len(bins))))
    # If several first bins are equally good, the middle one is used, because the distances are only
    # a sample.
    spare = N_BINS_SHARED - 1 - int(ascending[ends[start] - 1] - ascending[start])
    return int(ascending[start]) - spare // 2


def histograms(
    on_device: OnDevice, tile: Tile, request: HistogramOf, small: Any
) -> list[tuple[int, PartialHistogram]]:
    """A histogram for each group of the rows; integers are added, so their order has no effect."""
    ratio = request.unit / on_device.pair_unit
    single = 1e-30 < ratio < 1e6  # float32 distances are 0 or 1e-30 to 1 in units of `pair_unit`
    numbers = on_device.numbers(single)
    rows, columns = on_device.rows(tile), on_device.columns(tile)
    found = []
    for group, where in tile.groups(request.n_groups):
        of_group = Side(rows.points, rows.ids, rows.first + where.start, where.stop - where.start)
        part = _histogram(on_device, numbers, of_group, columns, request.unit, small, tile)
        found.append((group, part.within_bins()))
    return found


def _histogram(
    on_device: OnDevice,
    numbers: Numbers,
    rows: Side,
    columns: Side,
    unit: float,
    small: Any,
    tile: Tile,
) -> PartialHistogram:
    device, layout, triangle = on_device.device, layout_of(numbers), tile.on_diagonal
    unit_of_distances = on_device.unit if numbers.single else 1.0
    factor = float(np.float32(unit_of_distances / unit)) if numbers.single else 1 / unit
    n_down, n_across = (-(-side.n // numbers.side) for side in (rows, columns))
    n_squares = n_down * (n_down + 1) // 2 if triangle else n_down * n_across
    n_blocks = min(n_squares, BLOCKS_PER_PROCESSOR * device.n_processors)
    with np.errstate(over="ignore", under="ignore"):
        patterns = (on_device.some_distances / unit).view(np.int64)
    first = first_bin_of((patterns >> MANTISSA_SHIFT) - layout.bin_zero)
    totals = device.zeros((n_blocks, 3, N_BINS_SHARED), np.uint64)
    everywhere, zeros = device.zeros((3, layout.n_bins), np.uint64), device.zeros((1,), np.uint64)
    given = put_tile(on_device, numbers, rows, columns, small=small, triangle=triangle)
    program = Program("histogram.cu", numbers, on_device.n_features)
    arguments = [given, factor, first, N_BINS_SHARED, n_squares, totals, everywhere, zeros]
    device.launch(program, "histogram", n_blocks, arguments, shared=12 * N_BINS_SHARED)
    n_cells = 3 * N_BINS_SHARED
    arguments = [totals, n_blocks, first, N_BINS_SHARED, everywhere]
    device.launch(program, "add_tables", -(-n_cells // THREADS), arguments)
    n_zero = int(device.get(zeros)[0])
    excess = factor * (unit / unit_of_distances) - 1 if numbers.single else 0.0
    part = partial_histogram(device.get(everywhere), layout, excess, n_zero)
    part = part.twice() if tile.on_diagonal or tile.mirrored else part
    return part._replace(n_zero=part.n_zero + (rows.n if triangle else 0))


def partial_histogram(
    tables: np.ndarray, layout: Layout, excess: float, n_zero: int
) -> PartialHistogram:
    """The histogram from integer tables, whose distances are too large by a factor 1 + excess."""
    filled = np.flatnonzero(tables[0])
    if len(filled) == 0:
        return PartialHistogram(0, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), n_zero)
    lowest, end = int(filled[0]), int(filled[-1]) + 1
    counts, sums, squares = tables[:, lowest:end].astype(np.int64)
    bins = np.arange(lowest, end) + layout.bin_zero
    # One unit of a remainder, relative to the lower edge of its bin. The whole bin has a width of
    # 1/255 to 1/128 of its lower edge.
    widths = 2.0**-layout.rest / (BINS_PER_OCTAVE + bins % BINS_PER_OCTAVE)
    widths[bins < BINS_PER_OCTAVE] = 0  # such a small distance counts as 0
    t = sums * widths
    # The bits that were cut off amount to half of the last kept bit on average.
    t_squared = (squares + 0.5 * counts) * 2.0**layout.square_shift * widths**2
    t_squared = (t_squared + excess * (excess * counts - 2 * t)) / (1 + excess) ** 2
    return PartialHistogram(
        lowest + layout.bin_zero, counts, (t - excess * counts) / (1 + excess), t_squared, n_zero
    )
