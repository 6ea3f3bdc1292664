"""The paper's Algorithm 3 orders features by their correlation with the leading coordinates."""

import pickle

import numpy as np
import pytest
from tests.oracles import naive_scaling

from kernelscale import DiffusionMap, feature_order
from kernelscale.datasets import make_noisy_swiss_roll


def test_scores_are_sums_of_correlations_with_the_max_min_map():
    X = make_noisy_swiss_roll(150, 4, 3, noise_sd=20.0, random_state=0).data
    found = feature_order(X, n_dims=2)
    coordinates = DiffusionMap(2, bandwidth="max_min").fit(X).embedding_
    expected = naive_scaling.feature_correlations(X, coordinates)
    np.testing.assert_allclose(found.correlations, expected, atol=1e-10)
    np.testing.assert_allclose(found.scores, np.abs(expected).sum(axis=1), atol=1e-10)
    assert (np.diff(found.scores[found.order]) <= 0).all()
    assert sorted(found.order) == list(range(7))


def test_features_of_noise_come_last():
    X = make_noisy_swiss_roll(300, 5, 5, noise_sd=5.0, random_state=0).data
    assert set(feature_order(X, n_dims=2).order[:5]) == set(range(5))


def test_permuted_features_have_permuted_scores(random):
    X = make_noisy_swiss_roll(200, 4, 4, noise_sd=20.0, random_state=1).data
    mixed = random.permutation(8)
    plain, shuffled = feature_order(X, n_dims=2), feature_order(X[:, mixed], n_dims=2)
    np.testing.assert_array_equal(mixed[shuffled.order], plain.order)


def test_constant_feature_is_correlated_with_nothing(random):
    X = np.c_[random.normal(size=(60, 2)), np.full(60, 0.1), 1e100 * random.normal(size=60)]
    found = feature_order(X, n_dims=1)
    assert found.scores[2] == 0
    assert np.isfinite(found.scores).all()


def test_duplicates_do_not_change_the_scale(random):
    X = random.normal(size=(50, 2))
    twice, once = (feature_order(points, 1).bandwidth for points in (np.r_[X, X], X))
    assert twice.epsilon == once.epsilon


def test_dimension_is_estimated_if_it_is_not_given(random):
    angle = random.uniform(0, 3, 200)
    found = feature_order(np.c_[np.cos(angle), np.sin(angle), angle])
    assert found.correlations.shape == (3, 1)


def test_result_is_immutable_and_can_be_pickled(random):
    found = pickle.loads(pickle.dumps(feature_order(random.normal(size=(40, 3)), 1)))
    for array in (found.order, found.scores, found.correlations):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_invalid_dimension_is_refused(random):
    with pytest.raises(ValueError, match=r"n_dims must be an integer of at least 1, but 0 was"):
        feature_order(random.normal(size=(40, 3)), 0)
