"""The joint search for the weights of all features: its gradient, and its result.

The result does not depend on the order of features or on the number of threads.
"""

import numpy as np
import pytest

from kernelscale.engine.resources import Resources
from kernelscale.intrinsic_dimension.calibration.ball_implied_dimensions import ball_dimension
from kernelscale.scaling.joint_search import dimension_at, joint_search, peak_scale


def curved(n_samples, n_dims, n_informative, n_noise, seed=0):
    """Standardised features: sines of random mixtures of a few uniform parameters, and noise."""
    random = np.random.default_rng(seed)
    mixed = random.uniform(size=(n_samples, n_dims)) @ random.normal(
        scale=1.5, size=(n_dims, n_informative)
    )
    informative = np.sin(mixed + random.uniform(0, 2 * np.pi, n_informative))
    X = np.c_[informative, random.normal(size=(n_samples, n_noise))]
    return (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.mark.parametrize("seed", range(4))
def test_gradient_is_that_of_finite_differences(seed):
    Z = curved(120, 2, 4, 3, seed)
    squares = np.random.default_rng(seed).uniform(0.05, 1, 7)
    epsilon, step = peak_scale(Z, squares, Resources()), 1e-5
    expected = [
        (naive(Z, squares + apart, epsilon) - naive(Z, squares - apart, epsilon)) / (2 * step)
        for apart in step * np.eye(7)
    ]
    found = dimension_at(Z, squares, epsilon)
    assert found.dimension == pytest.approx(naive(Z, squares, epsilon), rel=1e-10)
    np.testing.assert_allclose(found.gradient, expected, rtol=1e-6, atol=1e-8)


def naive(Z, squares, epsilon):
    r = ((Z[:, None] - Z[None]) ** 2) @ squares
    K = np.exp(-r / (2 * epsilon))
    return (r * K).sum() / (epsilon * K.sum())


def test_scale_is_that_of_the_largest_dimension():
    Z, squares = curved(150, 2, 4, 2), np.ones(6)
    epsilon = peak_scale(Z, squares, Resources())
    scales = epsilon * 2 ** np.arange(-9, 3, 1 / 16)
    values = [naive(Z, squares, scale) for scale in scales]
    assert naive(Z, squares, epsilon) >= max(values) - 1e-6


def test_common_factor_of_the_weights_changes_only_the_scale():
    Z, squares = curved(150, 2, 4, 2), np.linspace(0.1, 1, 6)
    epsilon = peak_scale(Z, squares, Resources())
    found = dimension_at(Z, squares, epsilon)
    assert peak_scale(Z, squares / 1000, Resources()) == pytest.approx(epsilon / 1000, rel=1e-9)
    # At the peak of d_eps, the derivative with respect to a common factor of all weights is 0, as
    # is the derivative with respect to eps.
    assert found.gradient @ squares == pytest.approx(0, abs=1e-3 * np.abs(found.gradient).max())


def test_large_penalty_keeps_all_features():
    found = joint_search(curved(100, 1, 2, 2), 1.0, Resources(), penalties=(1e6,))
    np.testing.assert_array_equal(found.weights, 1)


@pytest.mark.parametrize(("n_dims", "seed"), [(1, 0), (2, 0), (2, 1), (5, 0), (5, 1)])
def test_only_features_of_noise_are_removed(n_dims, seed):
    points = curved(800, n_dims, 20, 20, seed)
    found = joint_search(points, ball_dimension(n_dims, 800), Resources())
    np.testing.assert_allclose(found.weights[:20], 1, atol=0.05)
    np.testing.assert_allclose(found.weights[20:], 0, atol=0.05)


def test_order_of_features_has_no_effect():
    Z = curved(300, 2, 6, 6)
    mixed = np.random.default_rng(1).permutation(12)
    plain, shuffled = (
        joint_search(points, 1.7, Resources()).weights for points in (Z, Z[:, mixed])
    )
    np.testing.assert_allclose(shuffled, plain[mixed], atol=1e-6)


def test_any_number_of_threads_gives_the_same_bits():
    Z = curved(300, 2, 6, 6)
    one, two = (joint_search(Z, 1.7, Resources(n_threads=n)).weights for n in (1, 2))
    np.testing.assert_array_equal(one, two)
