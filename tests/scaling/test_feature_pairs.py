"""Dependence between pairs of features if there are too many features to test all pairs."""

import numpy as np
import pytest

from kernelscale.scaling import feature_pairs
from kernelscale.scaling.feature_pairs import dependent_in_pairs, most_dependent, pair_statistics


def curved(random, n_samples, n_informative, n_noise):
    angles = random.uniform(0, 4, (n_samples, 2)) @ random.normal(size=(2, n_informative))
    return np.c_[np.sin(angles), random.normal(size=(n_samples, n_noise))]


def test_statistics_with_some_features_are_columns_of_those_with_all(random):
    X, others = curved(random, 80, 4, 66), np.array([0, 3, 69])
    whole, part = pair_statistics(X), pair_statistics(X, others)
    for all_of_them, some in zip(whole, part, strict=True):
        np.testing.assert_allclose(some, all_of_them[:, others], rtol=1e-9, atol=1e-9)


def test_most_dependent_features_have_the_largest_sums_of_statistics(random):
    binary = (random.uniform(size=(150, 20)) < 0.4).astype(float)
    X = np.c_[curved(random, 150, 6, 60), binary]
    statistics, freedom = pair_statistics(X)
    np.fill_diagonal(freedom, 0)
    own = np.sqrt(np.where(np.arange(86) < 66, 4, 1))
    excess = (statistics - freedom).sum(axis=1) / own
    expected = np.sort(np.argsort(-excess)[:10])
    np.testing.assert_array_equal(most_dependent(X, 10), expected)


@pytest.mark.parametrize("seed", range(3))
def test_few_compared_features_are_sufficient(seed, monkeypatch):
    X = curved(np.random.default_rng(seed), 300, 8, 80)
    every = dependent_in_pairs(X)
    assert not every[8:].any()
    assert every.sum() >= 7
    monkeypatch.setattr(feature_pairs, "MOST_OTHERS", 20)
    np.testing.assert_array_equal(dependent_in_pairs(X), every)


def test_compared_features_are_marked_as_dependent(random, monkeypatch):
    monkeypatch.setattr(feature_pairs, "MOST_OTHERS", 1)
    x = random.normal(size=(300, 1))
    X = np.c_[x, x + random.normal(size=(300, 3)), random.normal(size=(300, 5))]
    assert most_dependent(X, 1) == [0]
    np.testing.assert_array_equal(dependent_in_pairs(X), np.arange(9) < 4)
