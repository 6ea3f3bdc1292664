"""Uses of metrics: sums over pairs, searches for neighbours, dimensions and kernel machines."""

import tracemalloc
from itertools import pairwise

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC
from tests.metrics.metric_data import DATA, NAMES, Y, metric_of

from kernelscale import AutoBandwidth, DiffusionMap, Gaussian, estimate_dimension
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums
from kernelscale.metrics import Periodic
from kernelscale.metrics.registry import metric_named
from kernelscale.neighbor_graphs import nearest_neighbors


@pytest.mark.parametrize("name", NAMES)
def test_the_bits_are_the_same_for_any_number_of_threads(name):
    X = np.tile(DATA[name], (20, 1)).astype(float)
    if name in ("cosine", "cityblock", "chebyshev"):
        X = X + np.random.default_rng(0).normal(size=X.shape)
    scales = np.array([0.5, 2.0])
    answers = [
        reduce(X, KernelSums(scales), metric=metric_of(name), n_threads=n_threads)
        for n_threads in (1, 2, 3)
    ]
    for one, other in pairwise(answers):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ["cityblock", "periodic", "cosine"])
def test_the_memory_limit_is_kept(name):
    X = np.random.default_rng(0).normal(size=(2500, 3))
    tracemalloc.start()
    reduce(X, KernelSums([1.0]), metric=metric_of(name), memory_limit="10 MiB", n_threads=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * 2**20 + 2 * X.nbytes  # a matrix of all distances would take 48 MiB


@pytest.mark.parametrize("name", NAMES)
def test_neighbors_of_new_rows_are_those_of_the_distances(name):
    X, metric = DATA[name].astype(float), metric_of(name)
    found = nearest_neighbors(X[:50], 4, metric=metric)
    fitted = metric_named(metric).fitted_to(X[:50])
    r = fitted.squares_of(X[50:], X[:50])
    squares, places = found.index.query(X[50:], 4)
    np.testing.assert_allclose(squares, np.sort(r, axis=1)[:, :4], rtol=1e-12)
    np.testing.assert_allclose(np.take_along_axis(r, places, axis=1), squares, rtol=1e-12)


def test_only_directions_are_searched_in_cells():
    X = np.random.default_rng(0).normal(size=(3000, 4)) + 4 * np.eye(4)[np.arange(3000) % 4]
    found = nearest_neighbors(X, 5, metric="cosine", approximate=True)
    exact = nearest_neighbors(X, 5, metric="cosine")
    assert found.approximate
    same = found.neighbors.indices == exact.neighbors.indices
    np.testing.assert_array_equal(
        found.neighbors.squared_distances[same], exact.neighbors.squared_distances[same]
    )
    assert same.mean() > 0.9
    with pytest.raises(ValueError, match="or angles of points, but metric='cityblock' was given"):
        nearest_neighbors(X, 5, metric="cityblock", approximate=True)
    with pytest.raises(ValueError, match="or angles of points, but metric='cityblock' was given"):
        DiffusionMap(neighbors=5, approximate_neighbors=True, metric="cityblock").fit(X[:99])


@pytest.mark.parametrize("method", ["two_nn", "gride", "levina_bickel", "correlation", "implied"])
def test_the_dimension_of_a_torus_of_angles(method):
    angles = np.random.default_rng(0).uniform(0, 360, size=(800, 2))
    found = estimate_dimension(angles, method, metric=Periodic(360))
    assert found.dimension == 2
    D = np.sqrt(Periodic(360).squares_of(angles))
    of_distances = estimate_dimension(D, method, metric="precomputed")
    assert of_distances.continuous == pytest.approx(found.continuous, rel=1e-9)


def test_the_dimension_of_directions_is_that_of_unit_rows():
    lengths = np.random.default_rng(1).uniform(1, 9, size=(600, 1))
    rays = np.random.default_rng(0).normal(size=(600, 3)) * lengths
    units = rays / np.linalg.norm(rays, axis=1, keepdims=True)
    found = estimate_dimension(rays, "two_nn", metric="cosine")
    expected = estimate_dimension(units, "two_nn")
    assert found.dimension == 2
    assert found.continuous == pytest.approx(expected.continuous, rel=1e-6)
    with pytest.raises(ValueError, match="'danco' needs points, so it has no.*two_nn"):
        estimate_dimension(rays, "danco", metric="cosine")


def test_a_machine_gets_the_kernel_of_the_metric():
    rays = DATA["cosine"] * np.random.default_rng(0).uniform(1, 100, size=(60, 1))
    machine = AutoBandwidth(SVC(), "median", metric="cosine").fit(rays, Y)
    assert machine.estimator_.kernel == machine.bandwidth_.kernel
    assert machine.bandwidth_.kernel.metric == "cosine"
    by_hand = SVC(kernel=Gaussian(machine.bandwidth_.epsilon, metric="cosine")).fit(rays, Y)
    np.testing.assert_array_equal(machine.predict(9 * rays), by_hand.predict(rays))
    assert clone(machine).metric == "cosine"
    with pytest.raises(
        ValueError, match="KernelRidge does not accept a kernel with metric='cosine'"
    ):
        AutoBandwidth(KernelRidge(kernel="rbf"), "median", metric="cosine").fit(rays, Y)
