"""Eigenvalues of the operator that walks tend to, where they are known."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.linalg import eigsh
from scipy.spatial import KDTree
from scipy.stats import norm

from kernelscale import DiffusionMap, generator_eigenvalues, select_bandwidth
from kernelscale.markov import waiting_walk


def quantiles(n_samples):
    """Evenly spaced shares: what a sample is without its chance."""
    return (np.arange(n_samples) + 0.5) / n_samples


def uneven_circle(n_samples, uneven=0.7):
    """Points on a circle of density (1 + uneven cos angle) / (2 pi)."""
    angle = np.linspace(0, 2 * np.pi, 20001)
    share = (angle + uneven * np.sin(angle)) / (2 * np.pi)
    placed = np.interp(quantiles(n_samples), share, angle)
    return np.c_[np.cos(placed), np.sin(placed)]


def gaussian_line(n_samples):
    return norm.ppf(quantiles(n_samples))[:, None]


def uneven_sphere(n_samples, uneven=0.8):
    """Points on a sphere of density (1 + uneven z) / (4 pi), in a spiral of even steps."""
    share = quantiles(n_samples)
    z = (np.sqrt(1 - uneven * (2 - uneven - 4 * share)) - 1) / uneven
    turn = np.pi * (1 + 5**0.5) * np.arange(n_samples)
    return np.c_[np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z]


CASES = {  # points, alpha, and the eigenvalues in theory
    "circle": (uneven_circle, 1.0, [1, 1, 4, 4, 9, 9]),
    "line": (gaussian_line, 0.5, [1, 2, 3]),
    "sphere": (uneven_sphere, 1.0, [2, 2, 2]),
}


def truncated(kernel, X, alpha, n_pairs):
    """Eigenvalues from kernel values of at least 1e-6 alone, as a sparse graph has them."""
    reach = kernel.local_scales.max() * np.sqrt(2 * np.log(1e6))
    pairs = KDTree(X).sparse_distance_matrix(KDTree(X), reach, output_type="ndarray")
    values = kernel.edge_values(pairs["i"], pairs["j"], pairs["v"] ** 2)
    kept = values >= 1e-6
    edges = values[kept], (pairs["i"][kept], pairs["j"][kept])
    K = csr_array(edges, shape=(len(X), len(X)))
    K = waiting_walk(K, kernel.walk_weights(K.sum(axis=1), alpha), kernel.moves)
    root = np.sqrt(K.sum(axis=1))
    A = csr_array(K / root / root[:, None])
    return eigsh(A, n_pairs + 1, sigma=1 + 1e-7, v0=root, return_eigenvectors=False)[-2::-1]


@pytest.mark.parametrize("name", ["circle", "line"])
def test_eigenvalues_of_the_circle_and_of_the_gaussian(name):
    make, alpha, expected = CASES[name]
    X = make(5000)
    kernel = select_bandwidth(X, rule="variable_bandwidth").kernel
    found = 2 * (1 - truncated(kernel, X, alpha, len(expected))) / kernel.step_variance
    np.testing.assert_allclose(found, expected, rtol=0.02)


@pytest.mark.parametrize(("name", "error"), [("circle", 0.02), ("line", 0.05), ("sphere", 0.05)])
def test_a_map_has_the_eigenvalues_of_the_limit(name, error):
    make, alpha, expected = CASES[name]
    fitted = DiffusionMap(len(expected), "variable_bandwidth", alpha=alpha).fit(make(1500))
    np.testing.assert_allclose(generator_eigenvalues(fitted), expected, rtol=error)
