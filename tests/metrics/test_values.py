"""Distances in each named metric agree with those of other implementations."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances
from tests.metrics.metric_data import DATA, EXPECTED, NAMES, metric_of

from kernelscale import engine
from kernelscale.data import PointCloud
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelProduct, KernelSums, RowSums
from kernelscale.metrics.registry import metric_named


def distances_of(name):
    X = DATA[name]
    D = EXPECTED[name](X, X)
    np.fill_diagonal(D, 0)
    return (D + D.T) / 2


@pytest.mark.parametrize("name", NAMES)
def test_distances_are_those_of_scipy_and_scikit_learn(name):
    X, metric = DATA[name], metric_named(metric_of(name)).fitted_to(DATA[name])
    np.testing.assert_allclose(
        np.sqrt(metric.squares_of(X, X[:7])), EXPECTED[name](X, X[:7]), rtol=1e-12, atol=1e-12
    )
    if name not in ("periodic", "mahalanobis"):
        np.testing.assert_allclose(
            np.sqrt(metric.squares_of(X)), pairwise_distances(X, metric=name), atol=3e-8
        )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arithmetic", sorted(engine.arithmetic.registry.ARITHMETICS))
def test_sums_over_tiles_are_those_over_the_matrix(name, arithmetic):
    r = distances_of(name) ** 2
    scales = np.array([0.3, 1, 3]) * r.mean()
    options = {"metric": metric_of(name), "arithmetic": arithmetic}
    S, T = reduce(DATA[name], KernelSums(scales), **options)
    K = np.exp(-r[..., None] / (2 * scales))
    np.testing.assert_allclose(S, K.sum(axis=(0, 1)), rtol=1e-12)
    np.testing.assert_allclose(T, (r[..., None] * K).sum(axis=(0, 1)), rtol=1e-11)
    rows = [5, 3]
    S, _ = reduce(DATA[name], KernelSums(scales), rows=rows, **options)
    np.testing.assert_allclose(S, K[rows].sum(axis=(0, 1)), rtol=1e-12)


@pytest.mark.parametrize("name", ["cosine", "correlation"])
@pytest.mark.parametrize("n_features", [20, 130], ids=["by_differences", "by_products"])
def test_many_directions_in_single_precision(name, n_features):
    centres = np.random.default_rng(1).normal(size=(6, n_features))
    noise = np.random.default_rng(2).normal(size=(1300, n_features))
    X = centres[np.arange(1300) % 6] + 0.3 * noise
    X[1] = 4 * X[0]  # rows 0 and 1 are at distance 0
    X[2] = X[0] * (
        1 + 1e-9 * np.arange(n_features)
    )  # the square of the distance to row 0 is lost in single precision
    cloud = PointCloud(X, metric=name)
    r = cloud.squared_distances
    np.testing.assert_allclose(np.sqrt(r), cdist(X, X, name), atol=1e-14)
    assert r[0, 1] == 0 < r[0, 2] < 1e-30
    scales = np.array([0.1, 1.0]) * r.mean()
    np.testing.assert_allclose(
        cloud.reduce(RowSums(scales, precision="single")),
        (np.exp(-r[..., None] / (2 * scales)).sum(axis=1) - 1),
        rtol=3e-6,
    )
    np.testing.assert_allclose(cloud.mean_squared_deviation, r.mean() / 2, rtol=1e-12)
    nearest = cloud.nearest(5)
    others = r + np.diag([np.inf] * len(r))
    np.testing.assert_allclose(nearest.squared_distances, np.sort(others)[:, :5], rtol=1e-14)
    ones = np.ones((len(X), 1))
    np.testing.assert_allclose(
        cloud.reduce(KernelProduct(scales[0], ones, "single"))[:, 0],
        np.exp(-r / (2 * scales[0])).sum(axis=1),
        rtol=3e-6,
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_squared_distance_is_that_of_the_matrix(name):
    cloud = PointCloud(DATA[name], metric=metric_of(name))
    expected = (distances_of(name) ** 2).mean() / 2
    assert cloud.mean_squared_deviation == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_prepared_independently_of_other_rows(name):
    metric = metric_named(metric_of(name)).fitted_to(DATA[name])
    together = metric.checked(DATA[name])
    for row in range(5):
        alone = metric.checked_rows(DATA[name][row : row + 1], 1)
        np.testing.assert_array_equal(alone[0], together[row])


def test_multiples_of_a_row_have_distance_zero():
    rays = np.random.default_rng(0).integers(1, 50, size=(20, 5)) @ np.diag([1, 2, 3, 5, 7])
    alike = PointCloud(np.vstack([rays, 3 * rays, 7 * rays]), metric="cosine").first_alike
    np.testing.assert_array_equal(alike, np.tile(np.arange(20), 3))
    shifted = np.vstack([rays, 3 * rays + 11])
    alike = PointCloud(shifted, metric="correlation").first_alike
    np.testing.assert_array_equal(alike, np.tile(np.arange(20), 2))
