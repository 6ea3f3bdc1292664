"""The curve, computed from a histogram of distances: S and d_eps at every scale.

S is the kernel's sum, and d_eps is the dimension that the kernel implies.
"""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as from_numpy
from tests.oracles import naive_distances, naive_kernel_sums, naive_kernels

from kernelscale import engine, scale_curve
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelSums

FACTORS = np.concatenate([[1e-30, 1e-15], np.geomspace(1e-9, 1e4, 40), [1e9, 1e15]])


def assert_on_the_curve(X, scales, r):
    """Compare S and d_eps with sums in long double over the squared distances `r` of all pairs."""
    curve = scale_curve(X, scales)
    np.testing.assert_array_equal(curve.epsilon, np.sort(scales))
    kernels = [naive_kernels.kernel_value(r, scale) for scale in scales]
    S = np.array([K.sum() for K in kernels])
    dimension = np.array([(r * K).sum() for K in kernels]) / S / scales
    assert (np.abs(curve.S - S) <= 1e-7 * S).all(), (np.abs(curve.S - S) / S).max()
    assert np.abs(curve.dimension - dimension).max() <= 1e-6


def test_curve_is_that_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    assert_on_the_curve(adversarial, FACTORS * float(r.mean()), r)


@pytest.mark.filterwarnings("ignore::kernelscale.distances.DistancesWarning")
@settings(max_examples=40, deadline=None)
@given(
    from_numpy.arrays(
        float,
        st.tuples(st.integers(2, 9), st.integers(1, 3)),
        elements=st.floats(-100, 100, allow_subnormal=False),
    )
)
@example(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))  # looks like distances
def test_curve_of_a_few_points(X):
    r = naive_distances.squared_distances(X)
    if r.max() < 1e-250:
        return
    assert_on_the_curve(X, np.geomspace(1e-4, 1e3, 9) * float(r.mean()), r)


TIED = {
    "booleans": lambda random: random.integers(0, 2, size=(200, 2)),
    "many_booleans": lambda random: random.integers(0, 2, size=(60, 8)),
    "one_hot": lambda random: np.eye(5)[random.integers(0, 5, 120)],
    "two_places": lambda random: np.repeat([[0.0], [1.234]], 50, axis=0),
    "whole_numbers": lambda random: random.poisson(3, size=(100, 3)),
    "grid": lambda random: np.stack(np.meshgrid(*[np.arange(4.0)] * 3), -1).reshape(-1, 3) / 3,
}


@pytest.mark.parametrize("tied", TIED)
def test_curve_of_distances_that_take_few_values(random, tied):
    X = TIED[tied](random).astype(float)
    long = X.astype(np.longdouble)
    r = ((long[:, None] - long) ** 2).sum(axis=2)
    assert_on_the_curve(X, np.geomspace(1e-4, 1e3, 30) * float(r.mean()), r)


def test_default_scales_cover_the_useful_range_finely(adversarial):
    curve = scale_curve(adversarial)
    assert (np.diff(curve.epsilon) > 0).all()
    assert np.diff(np.log2(curve.epsilon)).max() <= 1 / 16 + 1e-9
    r = naive_distances.squared_distances(adversarial)
    np.testing.assert_allclose(
        curve.S[::40],
        [float(naive_kernel_sums.kernel_sum(None, scale, r)) for scale in curve.epsilon[::40]],
        rtol=1e-5,
    )


def test_many_points_agree_to_seven_digits(random):
    X = random.normal(size=(500, 5))
    scales = np.geomspace(1e-3, 1e3, 60)
    exact = reduce(X, KernelSums(scales))
    curve = scale_curve(X, scales)
    np.testing.assert_allclose(curve.S, exact.S, rtol=2e-7)
    np.testing.assert_allclose(curve.dimension, exact.T / (scales * exact.S), atol=2e-6)


def test_dimension_is_twice_the_logarithmic_slope(adversarial):
    r = naive_distances.squared_distances(adversarial)
    scales = np.geomspace(1e-6, 1e3, 30) * float(r.mean())
    step = 1e-4
    both = np.concatenate([scales * np.exp(-step), scales * np.exp(step)])
    exact = reduce(adversarial, KernelSums(both)).S
    middle = reduce(adversarial, KernelSums(scales))
    slope = np.log(exact[30:] / exact[:30]) / (2 * step)
    np.testing.assert_allclose(middle.T / (scales * middle.S), 2 * slope, rtol=1e-6, atol=1e-7)
    curve = scale_curve(adversarial, scales)
    below, above = (scale_curve(adversarial, half).S for half in (both[:30], both[30:]))
    slope = np.log(above / below) / (2 * step)
    np.testing.assert_allclose(curve.dimension, 2 * slope, rtol=1e-6, atol=1e-7)


def test_curve_runs_from_the_number_of_rows_to_its_square(random):
    curve = scale_curve(random.normal(size=(70, 3)), [1e-9, 1e9])
    np.testing.assert_allclose(curve.S, [70, 70**2], rtol=1e-7)
    np.testing.assert_allclose(curve.dimension, 0, atol=1e-7)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-200, 1e-160, 1e150, 1e200, 1e300])
def test_scales_far_outside_the_range_are_exact(random, scale):
    # A scale may be refused, but every accepted scale gives results without overflow.
    X = random.normal(size=(20, 3))
    try:
        curve = scale_curve(X, [scale])
    except ValueError:
        return
    assert curve.S[0] == pytest.approx(20 if scale < 1 else 400)
    assert curve.dimension[0] == pytest.approx(0, abs=1e-12)
    sums = reduce(X, KernelSums(np.array([scale])))
    assert sums.S[0] == pytest.approx(20 if scale < 1 else 400)


@pytest.mark.parametrize("outlier", [1e15, 1e20, 9.96921e36])
def test_one_absurd_value_does_not_spoil_the_curve(outlier):
    # netCDF uses 9.96921e36 for a missing value. The curve must be exact, or an error is raised.
    X = np.array([[0.0], [1.0], [2.0], [3.0], [outlier]])
    r = naive_distances.squared_distances(X)
    try:
        curve = scale_curve(X, [1.0])
    except ValueError:
        return
    assert curve.S[0] == pytest.approx(float(naive_kernel_sums.kernel_sum(None, 1.0, r)), rel=1e-5)
    assert curve.dimension[0] == pytest.approx(
        float(naive_kernel_sums.implied_dimension(None, 1.0, r)), abs=1e-4
    )


def test_histogram_counts_every_ordered_pair(adversarial):
    r = naive_distances.squared_distances(adversarial)
    histogram = reduce(adversarial, DistanceHistogram(unit=float(r.mean())))
    assert histogram.n_pairs == len(r) ** 2
    assert histogram.n_zero == np.count_nonzero(r == 0)
    np.testing.assert_allclose(float((histogram.counts * histogram.means).sum()), float(r.sum()))
    inside = histogram.bins > 0
    assert (np.diff(histogram.means) > 0).all()
    assert (histogram.means[inside] > 0).all()


@pytest.mark.parametrize("limit", [2**30, "8 MiB"])
def test_distances_between(random, limit):
    X = random.integers(0, 5, size=(150, 2)).astype(float)
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)[np.triu_indices(150, k=1)]
    for low, high in [(0.0, 1.0), (1.0, 2.0), (0.5, 9.5), (0.0, np.inf), (40.0, 50.0)]:
        statistic = engine.statistics.DistancesBetween(low, high, len(r))
        n_below, inside = reduce(X, statistic, memory_limit=limit)
        assert n_below == np.count_nonzero(r < low)
        np.testing.assert_array_equal(inside, np.sort(r[(r >= low) & (r < high)]))


def test_counts_between(random):
    X = random.normal(size=(150, 2))
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)[np.triu_indices(150, k=1)]
    for low, high in [(0.0, np.inf), (0.5, 1.5), (1.0, np.nextafter(1.0, 2.0)), (0.0, 5e-324)]:
        statistic = engine.statistics.CountsBetween(low, high)
        counts, edges = reduce(X, statistic), statistic.edges
        assert (edges[0], edges[-1]) == (low, high)
        assert (np.diff(edges) > 0).all()
        expected, _ = np.histogram(r, np.concatenate([[-1.0], edges[:-1], [high]]))
        expected[-1] -= np.count_nonzero(r == high)
        np.testing.assert_array_equal(counts[: len(edges)], expected)
