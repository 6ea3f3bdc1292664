"""Statistics are exact for huge and tiny numbers, and at extreme scales and in extreme units.

They are also exact if a single value is absurdly large.
"""

import os
import subprocess
import sys
import textwrap
from typing import NamedTuple

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.oracles import naive_distances

from kernelscale import engine
from kernelscale.engine.arithmetic.registry import ARITHMETICS
from kernelscale.engine.passes import reduce
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)

MAGNITUDES = [1e-140, 1e-100, 1e-25, 1.0, 1e25, 1e100]
ABSURD = [None, 1e6, 1e15, 1e30, 1e40]
MANY = 1030  # number of rows; with more than 1024 rows distances may be float32


@pytest.fixture(scope="module")
def points():
    """Two arrays of points: one of few rows, and one of so many that distances may be float32."""
    random = np.random.default_rng(5)
    return {n: random.normal(size=(n, 4)) for n in (60, MANY)}


def _distances(X):
    return naive_distances.squared_distances(X) if len(X) < MANY else cdist(X, X, "sqeuclidean")


class Exact(NamedTuple):
    """Exact statistics of points, computed in long double if there are few points.

    Attributes
    ----------
    unit : float
        Mean squared distance.
    S, d : ndarray of shape (n_scales,)
        Sum of the kernel, and implied dimension d_eps, at each scale.
    around : ndarray of shape (n_samples, n_scales)
        Kernel sums of each row over all other rows.
    within : ndarray of shape (n_samples, n_scales)
        Kernel sums of each row over the other rows of its class.
    nearest : ndarray of shape (n_samples, 3)
        Squared distances of each row to its three nearest rows.
    smallest_between : float
        Smallest squared distance between rows of different classes.
    largest_within : float
        Largest squared distance between rows of the same class.
    """

    unit: float
    S: np.ndarray
    d: np.ndarray
    around: np.ndarray
    within: np.ndarray
    nearest: np.ndarray
    smallest_between: float
    largest_within: float


_known = {}


def _exact(X, scales, codes):
    """Exact statistics, computed once and used for all arithmetics."""
    key = X.tobytes()
    if key not in _known:
        r, same = _distances(X), codes[:, None] == codes
        kernels = [np.exp(-r / (2 * scale)) for scale in scales]
        S = np.array([K.sum() for K in kernels])
        _known[key] = Exact(
            unit=float(r.mean()),
            S=S,
            d=np.array([(r * K).sum() for K in kernels]) / S / scales,
            around=np.transpose([K.sum(axis=1) - 1 for K in kernels]),
            within=np.transpose([(K * same).sum(axis=1) - 1 for K in kernels]),
            nearest=np.sort(np.partition(r, 3, axis=1)[:, :4], axis=1)[
                :, 1:
            ],  # the point itself is excluded
            smallest_between=float(r[~same].min()),
            largest_within=float(r[same].max()),
        )
    return _known[key]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("absurd", ABSURD)
@pytest.mark.parametrize("magnitude", MAGNITUDES)
@pytest.mark.parametrize("n_samples", [60, MANY])
def test_one_absurd_value_among_data_of_any_size(points, n_samples, magnitude, absurd):
    X = magnitude * points[n_samples]
    if absurd is not None:
        X[0] = absurd * magnitude
    scales = magnitude**2 * np.array([0.05, 1.0])
    codes = np.arange(n_samples) % 3
    exact = _exact(X, scales, codes)
    around = exact.around.astype(float)
    statistics = [
        DistanceHistogram(exact.unit),
        KernelSums(scales),
        RowSums(scales),
        RowSums(scales, precision="single"),
        engine.statistics.ClassRowSums(scales, codes),
        KernelProduct(scales[1], np.ones((n_samples, 1))),
        KernelProduct(scales[1], np.ones((n_samples, 1)), precision="single"),
        NearestOthers(3),
        engine.statistics.ClassExtremes(codes),
    ]
    histogram, sums, rows, single, classes, product, rough, nearest, extremes = reduce(
        X, engine.statistics.Together(statistics)
    )
    found, T = histogram.sums(scales)
    assert np.abs(found / exact.S - 1).max() < 1e-7
    assert np.abs(T / found / scales - exact.d).max() < 1e-6
    assert np.abs(sums.S / exact.S - 1).max() < 1e-10
    assert np.abs(sums.T / sums.S / scales - exact.d).max() < 1e-10
    np.testing.assert_allclose(rows, around, rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(1 + single, 1 + around, rtol=4e-6)
    np.testing.assert_allclose(classes.within, exact.within.astype(float), rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(product[:, 0], 1 + around[:, 1], rtol=1e-10)
    np.testing.assert_allclose(rough[:, 0], 1 + around[:, 1], rtol=4e-6)
    np.testing.assert_allclose(nearest.squared_distances, exact.nearest.astype(float), rtol=1e-13)
    assert extremes.smallest_between == pytest.approx(exact.smallest_between, rel=1e-13)
    assert extremes.largest_within == pytest.approx(exact.largest_within, rel=1e-13)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e-250, 1e-60, 1e-40, 1e-38, 1e-37, 1e60, 1e250])
@pytest.mark.parametrize("duplicated", [False, True])
def test_sums_at_scales_far_outside_the_range(random, scale, duplicated):
    # with few distinct positions distances are float64, with many they are float32
    X = random.normal(size=(1200, 3))
    if duplicated:
        X[:1000] = X[0]
    n_nearby = np.where(duplicated & (np.arange(1200) < 1000), 1000.0, 1.0)
    if scale > 1:
        n_nearby[:] = 1200.0
    ones, codes = np.ones((1200, 1)), np.zeros(1200, dtype=int)
    for precision in ("double", "single"):
        rows = reduce(X, RowSums([scale], precision=precision))
        own = reduce(X, engine.statistics.ClassRowSums([scale], codes, precision=precision)).within
        product = reduce(X, KernelProduct(scale, ones, precision))
        for found in (1 + rows, 1 + own, product):
            np.testing.assert_allclose(found[:, 0], n_nearby, rtol=1e-6)


@pytest.mark.filterwarnings("error")
def test_duplicates_in_float32_count_at_scales_far_below_the_squared_distances(random):
    X = random.normal(size=(1200, 3))
    X[1] = X[0]
    assert Source.of(X).single
    for scale in (1e-30, 1e-39, 1e-60, 1e-250):
        for statistic in (
            RowSums([scale], precision="single"),
            KernelProduct(scale, np.ones((1200, 1)), precision="single"),
        ):
            found = reduce(X, statistic)[:, 0]
            np.testing.assert_allclose(found[:2] - found[2], 1.0)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("n_samples", [60, MANY])
@pytest.mark.parametrize("unit", [1e-280, 1e-200, 1e-19])
def test_a_unit_too_small_for_the_bins_is_refused(points, n_samples, unit):
    with pytest.raises(ValueError, match="unit must be more than 2\\^-64 times every squared"):
        reduce(points[n_samples], DistanceHistogram(unit))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("n_samples", [60, MANY])
@pytest.mark.parametrize("unit", [1e-15, 1e-6, 1e30, 1e200])
def test_the_unit_does_not_change_the_sums(points, n_samples, unit):
    X, scales = points[n_samples], np.array([0.01, 1.0, 100.0])
    S, T = reduce(X, DistanceHistogram(unit)).sums(scales)
    exact = reduce(X, KernelSums(scales))
    np.testing.assert_allclose(S, exact.S, rtol=1e-7)
    np.testing.assert_allclose(T / S / scales, exact.T / exact.S / scales, atol=1e-6)


def test_codes_may_have_any_integer_type(random):
    X, codes = random.normal(size=(90, 2)), np.arange(90) % 5
    statistic = engine.statistics.ClassRowSums([1.0], codes)
    expected = reduce(X, statistic).within
    kinds = [codes.astype(kind) for kind in ("i1", "u1", ">i2", "<u4", ">i8", ">u8")]
    for other in (*kinds, codes * 10**15, codes.astype("u8") + np.uint64(2**63)):
        found = reduce(X, engine.statistics.ClassRowSums([1.0], other)).within
        np.testing.assert_array_equal(found, expected)
        nearest = reduce(X, NearestOthers(2, groups=other)).indices
        other_groups = reduce(X, NearestOthers(2, groups=codes)).indices
        np.testing.assert_array_equal(nearest, other_groups)


def test_all_points_in_one_group_are_refused():
    statistic = NearestOthers(1, groups=np.zeros(4, dtype=int))
    with pytest.raises(ValueError, match="groups must contain at least two.*all 4 rows are in one"):
        reduce(np.arange(4.0)[:, None], statistic)


needs_compiled = pytest.mark.skipif(
    "compiled" not in ARITHMETICS, reason="the compiled arithmetic was not built"
)
one_arithmetic_is_enough = pytest.mark.parametrize("every_arithmetic", ["compiled"], indirect=True)


@needs_compiled
@one_arithmetic_is_enough
def test_an_unknown_instruction_set_is_an_error_of_one_sentence():
    lines = """
        import runpy, sys
        from kernelscale.engine.passes import reduce
        from kernelscale.engine.statistics import RowSums
        reduce([[0.0], [1.0]], RowSums([1.0]), arithmetic="reference")
        print("done")
        sys.argv[1:] = ["info"]
        runpy.run_module("kernelscale", run_name="__main__")
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(lines)],
        env={**os.environ, "KERNELSCALE_INSTRUCTION_SET": "nonsense"},
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout) == (1, "done\n")
    assert "Traceback" not in ran.stderr
    sentence = " ".join(ran.stderr.split())
    assert "KERNELSCALE_INSTRUCTION_SET must be one of " in sentence
    assert "baseline, or empty for the best, but 'nonsense' was given." in sentence


@needs_compiled
@one_arithmetic_is_enough
def test_the_named_instruction_set_is_used(monkeypatch):
    from kernelscale.engine.arithmetic import compiled

    best, *_ = compiled.tile_functions.instruction_sets()
    try:
        for name, expected in (("baseline", "baseline"), ("", best)):
            monkeypatch.setenv("KERNELSCALE_INSTRUCTION_SET", name)
            compiled.take_wanted_instruction_set.cache_clear()
            reduce([[0.0], [1.0]], RowSums([1.0]), arithmetic="compiled")
            assert compiled.tile_functions.instruction_set() == expected
    finally:
        monkeypatch.undo()
        compiled.take_wanted_instruction_set.cache_clear()
        compiled.take_wanted_instruction_set()
