"""Features that are equal or correlated share a weight, also with more features than rows."""

import numpy as np
import pytest

from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.scaling.weight_choice import shared_weights


def roll(n_informative=10, seed=0):
    X = make_noisy_swiss_roll(300, n_informative, 0, random_state=seed).data
    return (X - X.mean(axis=0)) / X.std(axis=0)


def orthogonal(random, n_features):
    Z = random.normal(size=(200, n_features))
    Z = np.linalg.qr(Z - Z.mean(axis=0))[0]
    return Z * np.sqrt(200)


@pytest.mark.parametrize("n_features", [5, 40])
def test_weights_are_one_over_the_sums_of_squared_correlations(n_features, random):
    X = random.normal(size=(20, n_features)) + random.normal(size=(20, 1))
    squares = np.corrcoef(X.T) ** 2
    np.testing.assert_allclose(shared_weights(X), 1 / squares.sum(axis=1), rtol=1e-9)


def test_uncorrelated_features_have_equal_weights(random):
    np.testing.assert_allclose(shared_weights(orthogonal(random, 6)), 1, rtol=1e-9)


def test_equal_features_share_the_weight_of_one(random):
    Z = orthogonal(random, 3)
    copies = np.c_[Z[:, [0] * 5], Z[:, 1:]]
    np.testing.assert_allclose(shared_weights(copies), [*[0.2] * 5, 1, 1], rtol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_variance_is_spread_more_evenly_over_the_directions_of_a_roll(seed):
    Z = roll(seed=seed)
    values = [np.linalg.eigvalsh(np.cov((Z * w).T))[-3:] for w in (1, np.sqrt(shared_weights(Z)))]
    assert values[1].max() / values[1].min() < values[0].max() / values[0].min()


def test_order_and_units_of_features_have_no_effect(random):
    Z, mixed = roll(), random.permutation(10)
    changed = (Z * 10.0 ** random.uniform(-3, 3, 10) + 5)[:, mixed]
    np.testing.assert_allclose(shared_weights(changed), shared_weights(Z)[mixed], rtol=1e-6)


def test_single_feature_and_constant_feature_have_weight_one(random):
    np.testing.assert_allclose(shared_weights(orthogonal(random, 1)), [1.0])
    np.testing.assert_allclose(shared_weights(np.c_[orthogonal(random, 1), np.ones(200)]), 1)
