"""Predictions of features from near rows agree with a naive computation; noise makes them worse."""

import numpy as np
import pytest

from kernelscale import DiffusionMap
from kernelscale.engine.resources import Resources
from kernelscale.scaling.feature_prediction import error_of_map, feature_groups, prediction_errors


def naive(sample, weights, parts, counts):
    """Prediction error of each row, by loops over rows and features."""
    n_samples = len(sample)
    found = np.zeros(n_samples)
    for i in range(n_samples):
        for feature in np.flatnonzero(parts >= 0):
            used = parts != parts[feature]
            away = ((sample - sample[i]) * weights)[:, used]
            r = (away**2).sum(axis=1)
            r[i] = np.inf
            nearest = np.argsort(r)[:5]
            found[i] += (
                counts[feature] * (sample[nearest, feature].mean() - sample[i, feature]) ** 2
            )
    return found / counts[parts >= 0].sum()


def test_errors_agree_with_the_five_nearest_neighbours(random):
    sample, weights = random.normal(size=(40, 9)), random.uniform(0, 2, 9)
    parts = np.array([0, 1, 2, 3, 4, 0, 1, -1, -1])
    counts = random.uniform(0, 2, 9)
    np.testing.assert_allclose(
        prediction_errors(sample, weights, parts, counts),
        naive(sample, weights, parts, counts),
        rtol=1e-9,
    )


def test_common_factor_of_the_weights_does_not_matter(random):
    sample, parts = random.normal(size=(60, 6)), np.arange(6) % 5
    weights = random.uniform(0.5, 2, 6)
    larger, counts = 1e150 * weights, np.ones(6)
    np.testing.assert_allclose(
        prediction_errors(sample, larger, parts, 3 * counts),
        prediction_errors(sample, weights, parts, counts),
        rtol=1e-9,
    )


def test_mean_is_predicted_if_there_are_no_other_features(random):
    sample = random.normal(size=(30, 1))
    found = prediction_errors(sample, np.ones(1), np.zeros(1, dtype=int), np.ones(1))
    np.testing.assert_allclose(found, sample[:, 0] ** 2)


def test_noise_in_distances_raises_the_error(random):
    angle = random.uniform(0, 5, (300, 1)) + random.uniform(0, 2 * np.pi, 10)
    sample = np.c_[np.sqrt(2) * np.cos(angle), random.normal(size=(300, 10))]
    parts = np.r_[np.arange(10) % 5, np.full(10, -1)]
    without, much = np.r_[np.ones(10), np.zeros(10)], np.r_[np.ones(10), np.full(10, 5.0)]
    tried = (without, np.ones(20), much)
    means = [prediction_errors(sample, weights, parts, np.ones(20)).mean() for weights in tried]
    assert means[0] < 0.02
    assert means[0] < means[1] < means[2]


@pytest.mark.parametrize("n_features", [1, 3, 5, 23])
def test_groups_do_not_depend_on_the_order_of_features(n_features, random):
    redundancy = random.uniform(size=n_features)
    parts, mixed = feature_groups(redundancy), random.permutation(n_features)
    np.testing.assert_array_equal(feature_groups(redundancy[mixed]), parts[mixed])
    assert np.ptp(np.bincount(parts, minlength=5)) <= 1
    np.testing.assert_array_equal(parts[np.argsort(-redundancy)], np.arange(n_features) % 5)


def test_error_of_a_map_uses_two_and_ten_coordinates(random):
    sample, counts = random.normal(size=(60, 12)), random.uniform(0, 2, 12)
    weights = random.uniform(0.5, 2, 12)
    found = DiffusionMap(10, "max_min", neighbors=None).fit(sample * weights).embedding_
    expected = 0.0
    for coordinates in (found[:, :2], found):
        for i in range(60):
            r = ((coordinates - coordinates[i]) ** 2).sum(axis=1)
            r[i] = np.inf
            apart = sample[np.argsort(r)[:5]].mean(axis=0) - sample[i]
            expected += apart**2 @ counts / counts.sum() / 120
    assert error_of_map(sample, weights, counts, Resources()) == pytest.approx(expected, rel=1e-9)
