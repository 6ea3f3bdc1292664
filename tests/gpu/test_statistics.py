"""Statistics on a device equal those of NumPy to the promised accuracy."""

import numpy as np
import pytest
from tests.oracles import naive_distances, naive_kernel_sums

from kernelscale import engine
from kernelscale.engine.arithmetic.gpu import program
from kernelscale.engine.passes import reduce
from kernelscale.engine.requests import NearestOf, RowSumsOf
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)
from kernelscale.engine.tile import Tile

N = 520  # this gives three tiles in each direction, of which the last is nearly empty
WIDTHS = [13, 1, 3]  # numbers of features; 13 features are padded to two groups of seven


@pytest.fixture(params=WIDTHS)
def points(request, random):
    points = random.normal(size=(N, request.param))
    assert Source.of(points).single
    return points


def _codes(n=N):
    return np.arange(n) % 3


def _scales(X):
    return 2.0 * X.shape[1] * np.array([0.5, 1.0, 0.03, 0.25, 0.7])


def _both(X, statistic, gpu, **options):
    exact = reduce(X, statistic, arithmetic="reference", **options)
    return reduce(X, statistic, arithmetic=gpu, **options), exact


def test_sums_of_few_points_agree_with_long_double(adversarial, gpu, monkeypatch):
    # One program reads four features at once, instead of a program for each number of features.
    monkeypatch.setattr(program, "features_at_once", lambda n_features: 4)
    r = naive_distances.squared_distances(adversarial)
    scales = float(r.mean()) * np.array([0.03, 1.0, 30.0])
    rows = reduce(adversarial, RowSums(scales), arithmetic=gpu)
    S, T = reduce(adversarial, KernelSums(scales), arithmetic=gpu)
    for k, scale in enumerate(scales.tolist()):
        expected = np.array(
            naive_kernel_sums.off_diagonal_row_sums(adversarial, scale, r), dtype=float
        )
        np.testing.assert_allclose(rows[:, k], expected, rtol=1e-10, atol=1e-300)
        np.testing.assert_allclose(
            S[k], float(naive_kernel_sums.kernel_sum(adversarial, scale, r)), 1e-10
        )
        weighted = float(naive_kernel_sums.distance_weighted_sum(adversarial, scale, r))
        np.testing.assert_allclose(T[k], weighted, rtol=1e-10)


def test_the_curve_from_the_histogram(points, gpu):
    unit = 2.0 * points.shape[1]
    scales = unit * np.geomspace(1e-3, 1e2, 40)
    exact = reduce(points, KernelSums(scales), arithmetic="reference")
    found = reduce(points, DistanceHistogram(unit), arithmetic=gpu)
    assert found.n_pairs == N**2
    S, T = found.sums(scales)
    np.testing.assert_allclose(S, exact.S, rtol=1e-7)
    np.testing.assert_allclose(T / S / scales, exact.T / exact.S / scales, rtol=0, atol=1e-6)


def test_sums_over_pairs(points, gpu):
    found, exact = _both(points, KernelSums(_scales(points)), gpu)
    np.testing.assert_allclose(found, exact, rtol=1e-12)


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("strip_bytes", [2**28, 1])
def test_row_sums(points, gpu, precision, strip_bytes, monkeypatch):
    # If memory allows only one block of columns, sums are added to the result after each block.
    monkeypatch.setattr("kernelscale.engine.arithmetic.gpu.strips.STRIP_BYTES", strip_bytes)
    found, exact = _both(points, RowSums(_scales(points), precision), gpu)
    close = 1e-12 if precision == "double" else 3e-6
    np.testing.assert_allclose(1 + found, 1 + exact, close)
    statistic = engine.statistics.ClassRowSums(_scales(points), _codes(), precision)
    of_classes, exact = _both(points, statistic, gpu)
    np.testing.assert_array_equal(of_classes.all, found)
    np.testing.assert_allclose(1 + of_classes.within, 1 + exact.within, close)


@pytest.mark.parametrize("n_vectors", [1, 26])
@pytest.mark.parametrize("strip_bytes", [2**28, 1])
def test_products(points, gpu, n_vectors, strip_bytes, random, monkeypatch):
    monkeypatch.setattr("kernelscale.engine.arithmetic.gpu.strips.STRIP_BYTES", strip_bytes)
    V = random.normal(size=(N, n_vectors))
    for precision, share in (("double", 1e-12), ("single", 3e-6)):
        statistic = KernelProduct(0.3 * points.shape[1], V, precision)
        found, exact = _both(points, statistic, gpu)
        np.testing.assert_allclose(found, exact, rtol=0, atol=share * np.abs(exact).max())


@pytest.mark.parametrize("n_neighbors", [1, 7])
def test_nearest_others(points, gpu, n_neighbors):
    for groups in (None, _codes()):
        found, exact = _both(points, NearestOthers(n_neighbors, groups), gpu)
        np.testing.assert_allclose(found.squared_distances, exact.squared_distances, rtol=1e-12)
        np.testing.assert_array_equal(found.indices, exact.indices)


def test_ties_between_neighbors_go_to_the_smaller_index(gpu, random):
    X = random.integers(0, 4, size=(N, 3)).astype(float)
    found, exact = _both(X, NearestOthers(9), gpu)
    np.testing.assert_array_equal(found.indices, exact.indices)


def test_some_rows(points, gpu, random):
    rows = random.permutation(N)[:300]
    scales = _scales(points)
    for statistic in (KernelSums(scales), RowSums(scales)):
        found, exact = _both(points, statistic, gpu, rows=rows)
        np.testing.assert_allclose(found, exact, rtol=1e-11)
    grouped = engine.statistics.GroupedHistogram(2.0 * points.shape[1], n_groups=7)
    found, exact = (each.estimate(scales) for each in _both(points, grouped, gpu, rows=rows))
    np.testing.assert_allclose(found.S, exact.S, rtol=1e-7)
    np.testing.assert_allclose(found.S_error, exact.S_error, rtol=1e-4)


def test_several_statistics_together(points, gpu):
    statistics = [RowSums([1.0]), KernelProduct(1.0, points), NearestOthers()]
    for extra in ([], [engine.statistics.ClassExtremes(_codes())]):
        found, exact = _both(points, engine.statistics.Together([*statistics, *extra]), gpu)
        np.testing.assert_allclose(found[0], exact[0], rtol=1e-11)
        np.testing.assert_allclose(found[1], exact[1], atol=1e-11 * np.abs(exact[1]).max())
        np.testing.assert_array_equal(found[2].indices, exact[2].indices)


@pytest.mark.parametrize("metric", ["cosine", "correlation"])
def test_metrics_that_rank_like_euclidean_distances(gpu, metric, random):
    X = random.normal(size=(280, 3))
    for statistic in (RowSums([0.1, 0.3]), NearestOthers(3)):
        found, exact = _both(X, statistic, gpu, metric=metric)
        for one, other in zip(found, exact, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-10)


def _arrays(answer):
    if isinstance(answer, np.ndarray):
        return [answer]
    return [each for part in answer if not isinstance(part, slice) for each in _arrays(part)]


def test_other_rows_with_the_points(points, gpu, random):
    beside = Source.of(points).beside(random.normal(size=(150, points.shape[1])))
    places = N + np.arange(150)
    exact = engine.arithmetic.registry.ARITHMETICS["reference"]
    for request in (NearestOf(3), RowSumsOf(_scales(points))):
        found, expected = (
            each.answers(
                Tile(beside, slice(10, 140), slice(40, N), each, places), [request], [None]
            )
            for each in (gpu, exact)
        )
        for one, other in zip(_arrays(found), _arrays(expected), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-11)
