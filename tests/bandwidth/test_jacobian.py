"""The closed form of the rule `jacobian` gives the scale that minimises the bound of this rule."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import pdist

from kernelscale import select_bandwidth
from kernelscale.bandwidth import Jacobian

X = np.random.default_rng(0).normal(size=(50, 3))


def bound(s, d, n, ridge):
    """The bound J as the paper defines it."""
    return 1 / (n * s * np.exp(-((s / d) ** 2)) + ridge * s)


def spacing(points):
    """The spacing d as the paper defines it."""
    n, p = points.shape
    return 2 * pdist(points).max() / (((n - 1) ** (1 / p) - 1) * np.pi)


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("ridge", [1e-6, 0.1, 5.0, 20.0])
def test_scale_is_the_first_minimum_of_the_bound(ridge, columns):
    points = X[:, :columns]
    d = spacing(points)
    limits = (1e-3 * d, 1.2 * d)  # this interval lies below the final decrease of the bound
    found = minimize_scalar(
        bound, bounds=limits, args=(d, 50, ridge), method="bounded", options={"xatol": 1e-9 * d}
    )
    epsilon = Jacobian(ridge=ridge)(points).epsilon
    assert epsilon**0.5 == pytest.approx(found.x, rel=1e-5)
    on_a_grid = bound(np.linspace(*limits, 1000), d, 50, ridge)
    assert bound(epsilon**0.5, d, 50, ridge) <= on_a_grid.min()


def test_without_a_minimum_the_scale_is_where_the_bound_decreases_most_slowly():
    d = spacing(X)
    assert Jacobian(ridge=50.0)(X).epsilon == pytest.approx(1.5 * d**2, rel=1e-12)
    # With this ridge the bound decreases everywhere.
    assert (np.diff(bound(np.linspace(0.01, 4, 1000) * d, d, 50, 50.0)) < 0).all()


def test_both_formulas_agree_at_the_largest_ridge_with_a_minimum():
    largest = 2 * 50 * np.exp(-1.5)
    below, above = (Jacobian(ridge=largest * f)(X).epsilon for f in (1 - 1e-9, 1 + 1e-9))
    assert below == pytest.approx(above, rel=1e-3)


def test_ridge_and_c_are_equivalent():
    assert Jacobian(C=4.0)(X).epsilon == Jacobian(ridge=0.25)(X).epsilon
    assert Jacobian()(X).epsilon == Jacobian(ridge=0.1)(X).epsilon


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Jacobian(ridge=-1), "ridge must be a positive finite number, but -1 was given"),
        (lambda: Jacobian(C="ten"), "C must be a positive finite number, but 'ten' was given"),
        (lambda: Jacobian(ridge=1, C=1), "pass only one of them"),
        (lambda: Jacobian()([[0.0], [1.0]]), "'jacobian' needs at least three rows"),
        (
            lambda: select_bandwidth(1 - np.eye(4), rule="jacobian", metric="precomputed"),
            "'jacobian' needs features",
        ),
    ],
)
def test_invalid_calls_raise_an_error(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_targets_have_no_effect():
    alone = Jacobian()(X)
    for y in (np.arange(len(X)) % 2, X[:, 0] + 0.5, X + 0.5):
        assert Jacobian()(X, y).epsilon == alone.epsilon


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("n_features", [1, 2, 30])
def test_extent_is_the_distance_of_the_farthest_pair(seed, n_features):
    X = np.random.default_rng(seed).standard_t(3, size=(200, n_features))
    farthest = pdist(X, "sqeuclidean").max()
    assert Jacobian()(X).evidence["extent"] == pytest.approx(farthest, rel=1e-12)
    assert Jacobian()(1e6 + X).evidence["extent"] == pytest.approx(pdist(1e6 + X).max() ** 2)


def test_extent_of_many_equally_distant_corners():
    assert Jacobian()(np.eye(6)).evidence["extent"] == pytest.approx(2.0, rel=1e-12)
