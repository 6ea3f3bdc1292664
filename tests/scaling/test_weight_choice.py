"""The choice of feature weights: how much correlated features share a weight.

Whether the features are scaled at all is part of the choice.
"""

import numpy as np
import pytest

from kernelscale import ManifoldScaler
from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.engine.resources import Resources
from kernelscale.paper.shared.turned_digit import turned_digit
from kernelscale.scaling.weight_choice import ALLOWED, POWERS, choose_weights, shared_weights


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def turned_roll(n_features, noise_sd, seed, n_samples=400):
    """A randomly rotated roll with the same small amount of noise in each feature."""
    random = np.random.default_rng(seed)
    angle = random.uniform(1.5 * np.pi, 4.5 * np.pi, n_samples)
    height = random.uniform(0, 21, n_samples)
    X = np.c_[angle * np.cos(angle), height, angle * np.sin(angle)]
    axes = np.linalg.qr(random.normal(size=(n_features, n_features)))[0][:3]
    return X @ axes + noise_sd * random.normal(size=(n_samples, n_features))


SAMPLES = {
    "a roll": standardized(make_noisy_swiss_roll(300, 10, 0, random_state=0).data),
    "a noisy roll": standardized(turned_roll(30, 0.5, 0)),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_largest_power_of_nearly_the_best_prediction_is_taken(name):
    sample = SAMPLES[name]
    found = choose_weights(sample, np.ones(sample.shape[1]), np.ones(sample.shape[1]), Resources())
    taken = POWERS.index(found.power)
    assert not found.unscaled
    assert found.predicted[taken] >= found.predicted.max() - ALLOWED
    assert (found.predicted[:taken] < found.predicted.max() - ALLOWED).all()
    np.testing.assert_allclose(found.weights, shared_weights(sample) ** (found.power / 2))


def test_features_without_noise_get_a_larger_power_of_shared_weights():
    powers = [
        choose_weights(
            sample, np.ones(sample.shape[1]), np.ones(sample.shape[1]), Resources()
        ).power
        for sample in SAMPLES.values()
    ]
    assert powers[0] > powers[1]


def test_removed_features_stay_removed_and_are_not_predicted(random):
    sample = np.c_[SAMPLES["a roll"], random.normal(size=(300, 3))]
    kept = np.r_[np.ones(10), np.zeros(3)]
    found = choose_weights(sample, kept, np.ones(13), Resources())
    np.testing.assert_array_equal(found.weights > 0, kept > 0)
    alone = choose_weights(sample[:, :10], kept[:10], np.ones(10), Resources())
    np.testing.assert_allclose(found.predicted, alone.predicted)
    assert found.raw < alone.raw  # noise makes predictions from unscaled features worse


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.release)])
def test_features_with_equal_noise_keep_their_units(seed):
    X = turned_roll(50, 0.5, seed, 600)
    scaler = ManifoldScaler().fit(X)
    np.testing.assert_allclose(scaler.scale_, scaler.scale_[0], rtol=1e-12)
    assert scaler.scale_[0] ** -2 == pytest.approx(scaler.bandwidth_.epsilon)
    assert "keep their own units" in scaler.reason_
    assert scaler.path_["predicted_raw"] > scaler.path_["predicted_scaled"]
    # In other units the unscaled features differ, so the result may differ too.
    units = 10.0 ** np.random.default_rng(seed).uniform(-2, 2, 50)
    other = ManifoldScaler().fit(X * units)
    assert "are kept" in other.reason_
    assert np.ptp(other.scale_ * units * X.std(axis=0)) < 0.9 * np.ptp(X.std(axis=0) * other.scale_)


@pytest.mark.parametrize("seed", range(2))
def test_oscillating_map_is_no_reason_to_keep_units(seed):
    images, _ = turned_digit(320)
    noisy = images + 0.35 * np.random.default_rng(seed).standard_normal(images.shape)
    left, sizes, _ = np.linalg.svd(noisy - noisy.mean(axis=0), full_matrices=False)
    scaler = ManifoldScaler(1).fit(left[:, :40] * sizes[:40])
    assert scaler.path_["predicted_raw"] > scaler.path_["predicted_scaled"] + 0.01
    assert "their map predict" in scaler.reason_
    assert 0 < np.count_nonzero(scaler.scale_) < 40


@pytest.mark.parametrize("seed", range(5))
def test_features_of_noise_give_no_reason_to_keep_their_units(seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(200, 6)) * 10.0 ** random.uniform(-3, 3, 6)
    weights = ManifoldScaler().fit(X).scale_ * X.std(axis=0)
    np.testing.assert_allclose(weights / weights.mean(), 1, atol=0.3)


def test_duplicates_of_rows_do_not_predict_each_other():
    X = np.random.default_rng(0).normal(size=(60, 6))
    scaler = ManifoldScaler(n_dims=6)
    once = scaler.fit(X).path_["predicted"]
    np.testing.assert_allclose(scaler.fit(np.repeat(X, 3, axis=0)).path_["predicted"], once)
