"""Integer bins on a device equal the bins of NumPy, and the sums in a block fit in 32 bits."""

import numpy as np
import pytest

from kernelscale import engine
from kernelscale.engine.arithmetic.gpu import histogram
from kernelscale.engine.arithmetic.gpu.program import DOUBLE, FEW_FEATURES, SINGLE
from kernelscale.engine.passes import reduce
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import DistanceHistogram, KernelSums
from kernelscale.engine.tile import Tile

NUMBERS = {"single": SINGLE, "few_features": FEW_FEATURES, "double": DOUBLE}


def _tables(q, numbers):
    """For each bin, the number of distances, and sums of remainders and of squared remainders.

    The remainder of a distance is its position in the bin.
    """
    layout = histogram.layout_of(numbers)
    patterns = q.view(np.uint32 if numbers.single else np.uint64).astype(object)
    tables = {}
    for pattern in patterns.ravel():
        rest = pattern % 2**layout.shift
        # remainders are rounded to the nearest integer, and halves are rounded up
        if layout.rest < layout.shift:
            rest = (rest + 2 ** (layout.shift - layout.rest - 1)) >> (layout.shift - layout.rest)
        found = tables.setdefault(pattern >> layout.shift, [0, 0, 0])
        for k, number in enumerate((1, rest, rest**2 >> layout.square_shift)):
            found[k] += number
    return tables


def _points(distance, numbers, n):
    """A source with n points at each of two positions, with or without float32."""
    n_features = 1 if numbers is FEW_FEATURES else 4
    X = np.zeros((2 * n, n_features))
    X[n:, 0] = distance
    return Source(X, np.zeros(n_features), 1.0, numbers.single)


@pytest.mark.parametrize("name", NUMBERS)
def test_all_pairs_of_a_square_in_one_bin_with_the_largest_remainder(name, gpu):
    numbers = NUMBERS[name]
    source = _points(0.75, numbers, n := numbers.side)
    layout = histogram.layout_of(numbers)
    kind = np.float32 if numbers.single else np.float64
    # The squared distance of the two positions is 0.5625. The unit is chosen such that this
    # distance, divided by the unit, is q, the largest number in the bin that contains 0.5625.
    bits = int(kind(0.5625).view(np.uint32 if numbers.single else np.uint64))
    last = ((((bits >> layout.shift) + 1) << layout.shift) - 1).to_bytes(kind().nbytes, "little")
    q = np.frombuffer(last, dtype=kind)[0]
    unit = float(kind(0.5625)) / float(q)
    factor = kind(1 / unit)
    q = np.full((n, n), kind(0.5625) * factor)
    [(expected)] = _tables(q, numbers).values()
    assert expected[0] == n**2
    assert expected[1] >= 0.999 * histogram.limits_of_tables(numbers)[1]
    tile = Tile(source, slice(0, n), slice(n, 2 * n), gpu)
    [[(_, part)]] = gpu.answers(tile, [DistanceHistogram(unit).request], [None])
    exact = Tile(
        source, tile.rows, tile.columns, engine.arithmetic.registry.ARITHMETICS["reference"]
    )
    [[(_, plain)]] = exact.arithmetic.answers(exact, [DistanceHistogram(unit).request], [0])
    assert part.counts.sum() == plain.counts.sum() == 2 * n**2
    mean, plain_mean = (_mean(each) for each in (part, plain))
    assert abs(mean / plain_mean - 1) < 1e-7


def _mean(part):
    edges = engine.pair_histogram.edges_of(part.first + np.arange(len(part.counts)))
    return (edges * (part.counts + part.sums)).sum() / part.counts.sum()


@pytest.mark.parametrize("name", NUMBERS)
def test_the_largest_sums_of_a_block_fit_in_32_bits(name):
    assert all(most < 2**32 for most in histogram.limits_of_tables(NUMBERS[name]))


@pytest.mark.parametrize("name", NUMBERS)
def test_bins_are_those_of_the_numpy_version(name, stand_in, gpu_of, random):
    numbers, device = NUMBERS[name], stand_in()
    gpu, n_features = gpu_of(device), 1 if name == "few_features" else 3
    # Coordinates are integers over a power of 2, so that distances are exact.
    X = random.integers(-500, 500, size=(300, n_features)) / 1024.0
    source = Source(X, np.zeros(n_features), 4.0, numbers.single)
    got, device.get = [], lambda array: got.append(np.array(array)) or got[-1]
    tile = Tile(source, slice(0, 140), slice(140, 300), gpu)
    gpu.answers(tile, [DistanceHistogram(1.0).request], [None])
    [tables] = [array for array in got if array.ndim == 2]
    r = ((X[:140, None] - X[None, 140:]) ** 2).sum(axis=2)
    r = r[r > 0]
    for bin_, expected in _tables(
        r.astype(np.float32 if numbers.single else float), numbers
    ).items():
        assert [int(table[bin_]) for table in tables] == expected
    assert int(tables[0].sum()) == len(r)


def test_distances_far_from_all_others_are_counted(gpu, random):
    # Most distances lie within twenty octaves. Outside this range are the distance between two near
    # points, and the distances to one far point.
    X = random.normal(size=(520, 3))
    X[1], X[2] = X[0] + 1e-9, 1e9
    scales = np.array([1e-18, 1.0, 1e18])
    exact = reduce(X, KernelSums(scales), arithmetic="reference")
    found = reduce(X, DistanceHistogram(6.0), arithmetic=gpu)
    assert found.n_pairs == len(X) ** 2
    np.testing.assert_allclose(found.sums(scales)[0], exact.S, rtol=1e-7)


def test_the_bins_in_shared_memory_are_those_of_most_distances(random):
    for spread in (10, 5_000, 100_000):
        bins = random.integers(0, spread, size=2000) + 7
        first = histogram.first_bin_of(bins)

        def held(start, bins=bins):
            return np.count_nonzero((bins >= start) & (bins < start + histogram.N_BINS_SHARED))

        assert held(first) >= max(held(start) for start in bins.tolist())
    assert histogram.first_bin_of(np.empty(0, dtype=np.int64)) == 0


def test_a_unit_far_below_the_distances_is_refused(gpu, random):
    with pytest.raises(ValueError, match="unit must be more than 2"):
        reduce(random.normal(size=(50, 3)), DistanceHistogram(1e-30), arithmetic=gpu)
