"""Statistical tests of dependence between features, compared with naive computations."""

import numpy as np
import pytest
from scipy.stats import rankdata

from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.engine.resources import Resources
from kernelscale.scaling.dependence import (
    MOST_ROWS,
    candidate_features,
    dependent_features,
    smoothness,
)
from kernelscale.scaling.feature_pairs import pair_statistics


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def naive_statistic(x, y):
    """n times the sum of squared canonical correlations between cosines of two features' ranks."""
    waves = []
    for values in (x, y):
        u = (rankdata(values) - 0.5) / len(x)
        columns = np.column_stack([np.cos(np.pi * j * u) for j in (1, 2, 3, 4)])
        waves.append(np.linalg.qr(columns - columns.mean(axis=0))[0])
    return len(x) * np.linalg.norm(waves[0].T @ waves[1]) ** 2


def test_pair_statistics_are_those_of_orthonormal_waves(random):
    X = random.normal(size=(150, 3)) @ random.normal(size=(3, 5))
    found, freedom = pair_statistics(X)
    for i in range(5):
        for j in range(5):
            expected = 0 if i == j else naive_statistic(X[:, i], X[:, j])
            assert found[i, j] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert (freedom == 16).all()


def test_statistics_do_not_depend_on_blocks_of_features(random):
    X = random.normal(size=(60, 70))
    whole, part = pair_statistics(X)[0], pair_statistics(X[:, 60:])[0]
    np.testing.assert_allclose(whole[60:, 60:], part, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", ["normal", "heavy", "integers", "binary"])
def test_statistics_of_independent_features_are_at_their_chance_level(kind, random):
    draw = {
        "normal": lambda shape: random.normal(size=shape),
        "heavy": lambda shape: random.standard_cauchy(size=shape),
        "integers": lambda shape: random.integers(0, 6, shape).astype(float),
        "binary": lambda shape: (random.uniform(size=shape) < 0.3).astype(float),
    }[kind]
    statistics, freedom = pair_statistics(draw((400, 60)))
    pairs = np.triu_indices(60, 1)
    assert (freedom[pairs] == {"binary": 1}.get(kind, 16)).all()
    # A chi-squared variable with k degrees of freedom has mean k and variance 2 k.
    error = np.sqrt(2 * freedom[pairs].mean() / len(pairs[0]))
    assert statistics[pairs].mean() == pytest.approx(freedom[pairs].mean(), abs=5 * error)


def test_few_nonzero_rows_give_no_evidence_of_dependence(random):
    rare = (random.uniform(size=(1000, 40)) < 0.01).astype(float)
    statistics, freedom = pair_statistics(rare)
    assert not statistics.any()
    assert not freedom.any()


def test_smoothness_is_morans_statistic(random):
    points, features = random.normal(size=(40, 2)), random.normal(size=(40, 3))
    r = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
    scale = np.median(np.sort(r, axis=1)[:, 10])  # each row is its own first neighbour
    K = np.exp(-r / scale) - np.eye(40)
    z = standardized(rankdata(features, axis=0))
    mean, square, found = 0.0, 0.0, np.zeros(3)
    for i in range(40):
        for j in range(40):
            a = K[i, j] / np.sqrt(K[i].sum() * K[j].sum())
            mean, square, found = mean - a / 39, square + a**2, found + a * z[i] * z[j]
    expected = (found - mean) / np.sqrt(2 * square)
    np.testing.assert_allclose(smoothness(points, features, Resources()), expected, rtol=1e-9)


def test_smoothness_of_independent_features_has_mean_zero_and_deviation_one(random):
    found = smoothness(random.normal(size=(300, 3)), random.normal(size=(300, 400)), Resources())
    assert found.mean() == pytest.approx(0, abs=0.25)
    assert found.std() == pytest.approx(1, abs=0.2)


def test_joint_dependence_on_two_features_is_found(random):
    x, y = random.uniform(-1, 1, (2, 1000))
    # Features 1 and 3 are functions of x and of y. The sign of feature 4 is that of x y, which is
    # independent of x alone and of y alone, but not of both together.
    X = np.c_[x, x**3, y, np.exp(y), np.sign(x * y) * random.uniform(size=1000)]
    X = np.c_[X, random.normal(size=(1000, 3))]
    statistics, _ = pair_statistics(X)
    # For independent features, a statistic with 16 degrees of freedom exceeds 45 with a
    # probability of 1e-4.
    assert statistics[4].max() < 45
    np.testing.assert_array_equal(
        dependent_features(standardized(X), Resources()), [True] * 5 + [False] * 3
    )


@pytest.mark.parametrize("seed", range(3))
def test_noise_of_any_kind_depends_on_nothing(seed):
    random = np.random.default_rng(seed)
    roll = make_noisy_swiss_roll(500, 5, 0, random_state=seed).data
    noise = [
        random.normal(size=(500, 8)),
        random.standard_cauchy(size=(500, 8)),
        random.integers(0, 3, (500, 8)),
        random.uniform(size=(500, 8)) < 0.02,
    ]
    found = dependent_features(standardized(np.hstack([roll, *noise])), Resources())
    np.testing.assert_array_equal(found, np.arange(37) < 5)


# with these seeds, Moran's statistic alone would find a dependence
@pytest.mark.parametrize("seed", [8, 10, 16])
def test_rare_events_depend_on_nothing(seed):
    random = np.random.default_rng(seed)
    roll = make_noisy_swiss_roll(2000, 10, 0, random_state=seed).data
    rare = (random.uniform(size=(2000, 20)) < 0.005).astype(float)
    found = dependent_features(standardized(np.hstack([roll, rare])), Resources())
    np.testing.assert_array_equal(found, np.arange(30) < 10)


def test_few_distinct_rows_have_a_scale(random):
    roll = make_noisy_swiss_roll(300, 5, 5, random_state=0).data > 0
    with np.errstate(all="raise"):
        assert dependent_features(standardized(roll.astype(float)), Resources()).shape == (10,)


def test_duplicates_count_once(random):
    X = standardized(random.normal(size=(100, 20)))
    assert not dependent_features(np.repeat(X, 10, axis=0), Resources()).any()


def test_units_order_and_outliers_do_not_matter(random):
    X = make_noisy_swiss_roll(400, 4, 6, random_state=0).data
    X[0] = 1e6
    mixed = random.permutation(10)
    changed = (X * 10.0 ** random.integers(-9, 9, 10))[:, mixed]
    expected = np.arange(10) < 4
    np.testing.assert_array_equal(dependent_features(standardized(X), Resources()), expected)
    np.testing.assert_array_equal(
        dependent_features(standardized(changed), Resources()), expected[mixed]
    )


def test_large_data_are_tested_on_evenly_spaced_rows(random):
    X = random.normal(size=(20 * MOST_ROWS, 2))
    # this dependence is significant only if all rows are used
    weak = np.c_[X, 0.04 * X[:, 0] + random.normal(size=len(X))]
    assert pair_statistics(weak)[0].max() > 30
    assert not dependent_features(weak, Resources()).any()


def candidates(X, n_dims):
    Z = standardized(X)
    return candidate_features(dependent_features(Z, Resources()), Z, n_dims, Resources())


def test_independent_feature_is_a_candidate_if_a_dimension_is_left():
    X = make_noisy_swiss_roll(500, 3, 1, random_state=0)
    np.testing.assert_array_equal(
        dependent_features(standardized(X.clean), Resources()), [True, False, True]
    )
    assert candidates(X.clean, 2).all()
    np.testing.assert_array_equal(candidates(X.clean, 1), [True, False, True])
    # With an additional feature of noise, the two candidates cannot be distinguished.
    with_noise = np.c_[X.clean, X.data[:, 3]]
    np.testing.assert_array_equal(candidates(with_noise, 2), [True, False, True, False])


def test_independent_features_are_all_candidates(random):
    assert candidates(random.normal(size=(200, 5)), 2).all()


def test_no_feature_of_noise_is_smooth(random):
    roll = make_noisy_swiss_roll(300, 5, 0, random_state=0).data
    X = standardized(np.c_[roll, random.normal(size=(300, 1500))])
    # The largest of 1500 random values exceeds 3.5 by chance.
    assert smoothness(X[:, :5], X[:, 5:], Resources()).max() > 3.5
    np.testing.assert_array_equal(dependent_features(X, Resources()), np.arange(1505) < 5)
