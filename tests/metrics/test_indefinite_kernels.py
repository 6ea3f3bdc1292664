"""Metrics whose Gaussian is not positive definite."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from kernelscale import DiffusionMap, Gaussian, select_bandwidth
from kernelscale.data import PointCloud
from kernelscale.markov.dense import leading_eigenpairs


def indefinite():
    """Points of a lattice; their Gaussian kernel in the maximum norm is indefinite at scale 8."""
    grid = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), axis=-1).reshape(-1, 3)
    K = Gaussian(8.0, metric="chebyshev")(grid)
    assert np.linalg.eigvalsh(K)[0] < -0.01
    return grid


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_map_takes_the_largest_eigenvalues_by_magnitude():
    grid = indefinite()
    n_pairs = len(grid) - 1
    fitted = DiffusionMap(n_pairs, 8.0, metric="chebyshev").fit(grid)
    K = Gaussian(8.0, metric="chebyshev")(grid)
    P = K / K.sum(axis=1, keepdims=True)
    expected = np.linalg.eigvals(P).real
    expected = expected[np.argsort(-np.abs(expected), kind="stable")][1:]
    np.testing.assert_allclose(np.abs(fitted.eigenvalues_), np.abs(expected), atol=1e-9)
    assert (fitted.eigenvalues_ < -1e-3).any()
    few = DiffusionMap(3, 8.0, metric="chebyshev").fit(grid)
    assert (few.eigenvalues_ > 0).all()
    assert DiffusionMap(n_pairs, 8.0, metric="precomputed").fit(
        cdist(grid, grid, "chebyshev")
    ).eigenvalues_ == pytest.approx(fitted.eigenvalues_, abs=1e-12)


def test_iteration_gives_the_eigenpairs_of_lapack():
    X = np.random.default_rng(0).normal(size=(1100, 2))
    options = {"bandwidth": 1.0, "metric": "chebyshev"}
    iterated = DiffusionMap(3, eigen_solver="krylov", **options).fit(X)
    dense = DiffusionMap(3, eigen_solver="dense", **options).fit(X)
    np.testing.assert_allclose(iterated.eigenvalues_, dense.eigenvalues_, rtol=1e-9)
    np.testing.assert_allclose(iterated.embedding_, dense.embedding_, atol=1e-6)


def test_continuation_of_indefinite_kernels_is_that_of_lapack():
    X = np.random.default_rng(0).normal(size=(700, 3))
    cloud = PointCloud(X, metric="chebyshev")
    for epsilon in (0.3, 3.0, 30.0):
        K = Gaussian(epsilon).from_squared_distances(cloud.squared_distances)
        expected = leading_eigenpairs(K, 4).values[:5]
        np.testing.assert_allclose(
            cloud.continuation.at(epsilon, 4).values[:5], expected, atol=1e-6
        )


def test_leave_one_out_skips_scales_with_an_indefinite_matrix():
    grid = indefinite()
    y = np.sin(grid).sum(axis=1)
    chosen = select_bandwidth(grid, y, "leave_one_out", metric="chebyshev", ridge=1e-3)
    K = chosen.kernel(grid)
    assert np.linalg.eigvalsh(K + 1e-3 * np.eye(len(K)))[0] > 0
    with pytest.raises(ValueError, match="at any scale tried; take a larger ridge"):
        select_bandwidth(
            grid, y, "leave_one_out", metric="chebyshev", ridge=1e-6, scales=[8.0, 9.0]
        )
