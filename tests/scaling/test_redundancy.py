"""Weights by redundancy: conditions of the optimum, and what they do to a manifold."""

import numpy as np
import pytest

from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.scaling.redundancy import shared_weights


def roll(n_informative=10, seed=0):
    X = make_noisy_swiss_roll(300, n_informative, 0, random_state=seed).data
    return (X - X.mean(axis=0)) / X.std(axis=0)


def orthogonal(random, n_features):
    Z = np.linalg.qr(random.normal(size=(200, n_features)) - 0.0)[0]
    Z = np.linalg.qr(Z - Z.mean(axis=0))[0]
    return Z * np.sqrt(200)


@pytest.mark.parametrize("ridge", [0.1, 0.3, 2.0])
@pytest.mark.parametrize("seed", range(3))
def test_no_other_weights_of_that_sum_do_better(ridge, seed):
    Z = roll(seed=seed)
    a = shared_weights(Z, ridge)
    assert a.mean() == pytest.approx(1)
    slope = (np.corrcoef(Z.T) ** 2 + ridge * np.eye(10)) @ a
    # Of the features that weigh something the slope is the same, of the others it is not smaller.
    level = slope[a > 1e-6].mean()
    np.testing.assert_allclose(slope[a > 1e-6], level, rtol=1e-4)
    assert (slope >= level * (1 - 1e-4)).all()


def test_uncorrelated_features_weigh_the_same(random):
    np.testing.assert_allclose(shared_weights(orthogonal(random, 6)), 1, rtol=1e-6)


def test_copies_share_one_weight_and_the_smaller_the_ridge_the_more_so(random):
    Z = orthogonal(random, 3)
    copies = np.c_[Z[:, [0] * 5], Z[:, 1:]]
    for ridge, atol in ((1e-6, 1e-4), (0.3, 0.5)):
        a = shared_weights(copies, ridge)
        np.testing.assert_allclose(a[:5], a[0], rtol=1e-4)
        np.testing.assert_allclose(a[:5].sum() / a[5], 1, atol=atol)


@pytest.mark.parametrize("seed", range(4))
def test_variance_is_spread_more_evenly_over_the_directions_of_a_roll(seed):
    Z = roll(seed=seed)
    values = [np.linalg.eigvalsh(np.cov((Z * w).T))[-3:] for w in (1, np.sqrt(shared_weights(Z)))]
    assert values[1].max() / values[1].min() < values[0].max() / values[0].min()


def test_features_know_no_order(random):
    Z, mixed = roll(), random.permutation(10)
    np.testing.assert_allclose(shared_weights(Z[:, mixed]), shared_weights(Z)[mixed], atol=1e-4)


def test_one_feature_weighs_one(random):
    np.testing.assert_allclose(shared_weights(orthogonal(random, 1)), [1.0])
