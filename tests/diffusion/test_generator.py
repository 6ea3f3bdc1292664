"""Eigenvalues of the generator, compared with their values in theory."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.linalg import eigsh
from scipy.stats import norm

from kernelscale import DiffusionMap, generator_eigenvalues, select_bandwidth
from kernelscale.markov.lazy_kernel import lazy_kernel


def quantiles(n_samples):
    """Evenly spaced probabilities, which give samples without random fluctuations."""
    return (np.arange(n_samples) + 0.5) / n_samples


def uneven_circle(n_samples, uneven=0.7):
    """Points on a circle, with density (1 + uneven cos angle) / (2 pi) at each angle."""
    angle = np.linspace(0, 2 * np.pi, 20001)
    share = (angle + uneven * np.sin(angle)) / (2 * np.pi)
    angles = np.interp(quantiles(n_samples), share, angle)
    return np.c_[np.cos(angles), np.sin(angles)]


def gaussian_line(n_samples):
    return norm.ppf(quantiles(n_samples))[:, None]


def uneven_sphere(n_samples, uneven=0.8):
    """Points on a sphere along a golden-angle spiral, with density (1 + uneven z) / (4 pi)."""
    share = quantiles(n_samples)
    z = (np.sqrt(1 - uneven * (2 - uneven - 4 * share)) - 1) / uneven
    turn = np.pi * (1 + 5**0.5) * np.arange(n_samples)
    return np.c_[np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z]


CASES = {  # each entry has a function for the points, alpha, and the eigenvalues in theory
    "circle": (uneven_circle, 1.0, [1, 1, 4, 4, 9, 9]),
    "line": (gaussian_line, 0.5, [1, 2, 3]),
    "sphere": (uneven_sphere, 1.0, [2, 2, 2]),
}


def truncated(kernel, X, alpha, n_pairs):
    """Leading nontrivial eigenvalues of an operator whose steps may end at the row they begin at.

    Kernel values below 1e-4 are set to 0. The points are ordered along the curve. For each point,
    kernel values are computed only for the 400 points on either side.
    """
    starts = np.repeat(np.arange(len(X)), 801)
    ends = (starts + np.tile(np.arange(-400, 401), len(X))) % len(X)
    values = kernel.edge_values(starts, ends, ((X[starts] - X[ends]) ** 2).sum(axis=1))
    kept = (values >= 1e-4) & (starts != ends)
    K = csr_array((values[kept], (starts[kept], ends[kept])), shape=(len(X), len(X)))
    K = lazy_kernel(K, kernel.operator_weights(K.sum(axis=1), alpha), kernel.moves)
    root = np.sqrt(K.sum(axis=1))
    A = csr_array(K / root / root[:, None])
    return eigsh(A, n_pairs + 1, sigma=1 + 1e-7, v0=root, return_eigenvectors=False)[-2::-1]


@pytest.mark.parametrize("name", ["circle", "line"])
def test_eigenvalues_of_the_circle_and_of_the_gaussian(name):
    make, alpha, expected = CASES[name]
    X = make(3000)
    kernel = select_bandwidth(X, rule="variable_bandwidth").kernel
    found = 2 * (1 - truncated(kernel, X, alpha, len(expected))) / kernel.step_variance
    np.testing.assert_allclose(found, expected, rtol=0.02)


@pytest.mark.parametrize("name", CASES)
def test_a_map_has_the_first_eigenvalue_and_its_eigenfunctions(name):
    make, alpha, expected = CASES[name]
    X = make(1500)  # the eigenfunctions are the coordinates of the points
    n_functions = expected.count(expected[0])
    fitted = DiffusionMap(n_functions, "variable_bandwidth", alpha=alpha, t=0).fit(X)
    np.testing.assert_allclose(generator_eigenvalues(fitted), expected[:n_functions], rtol=0.1)
    basis = np.c_[np.ones(1500), fitted.embedding_]
    residual = X - basis @ np.linalg.lstsq(basis, X, rcond=None)[0]
    assert (residual.var(axis=0) < 0.005 * X.var(axis=0)).all()


def test_rows_drawn_at_random_have_the_eigenvalues_of_the_circle():
    angle = np.random.default_rng(0).vonmises(0, 0.8, size=1500)
    circle = np.c_[np.cos(angle), np.sin(angle)]
    fitted = DiffusionMap(4, "variable_bandwidth", alpha=1.0).fit(circle)
    np.testing.assert_allclose(generator_eigenvalues(fitted), [1, 1, 4, 4], rtol=0.06)


def test_rows_in_a_thin_tail_are_not_the_slowest_modes():
    # The rate of steps from a row is proportional to sigma^-2, where sigma is the scale of the row.
    # If sigma had no upper limit, rows far from all other rows would give the slowest modes.
    X = np.random.default_rng(0).normal(size=(1000, 2))
    fitted = DiffusionMap(2, "variable_bandwidth", alpha=0.5).fit(X)
    np.testing.assert_allclose(generator_eigenvalues(fitted), [1, 1], rtol=0.15)


def test_a_map_of_a_gaussian_kernel_has_the_eigenvalues_of_a_circle():
    angle = 2 * np.pi * quantiles(300)
    fitted = DiffusionMap(4, 0.01).fit(np.c_[np.cos(angle), np.sin(angle)])
    np.testing.assert_allclose(generator_eigenvalues(fitted), [1, 1, 4, 4], rtol=0.02)


@pytest.mark.parametrize(
    ("bandwidth", "weights"), [(0.01, "bandwidth"), ("auto", "self_tuned"), ("auto", "unit")]
)
def test_a_graph_whose_steps_have_unknown_length_is_refused(bandwidth, weights):
    angle = 2 * np.pi * quantiles(300)
    circle = np.c_[np.cos(angle), np.sin(angle)]
    # Steps of the Gaussian reach about 10 rows to either side, but edges of the graph only 4 rows.
    fitted = DiffusionMap(4, bandwidth, neighbors=8, edge_weights=weights).fit(circle)
    with pytest.raises(ValueError, match="The length of steps on a graph"):
        generator_eigenvalues(fitted)
