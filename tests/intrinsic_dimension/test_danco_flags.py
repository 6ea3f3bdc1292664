"""Bounds and flags of DANCo, and degenerate data."""

import numpy as np
import pytest
from tests.intrinsic_dimension.points_of_known_dimension import (
    ball_in_more_features,
    lattice,
)

from kernelscale.intrinsic_dimension import DANCo, DimensionWarning
from kernelscale.intrinsic_dimension.calibration import ball_signatures


def test_no_estimate_exceeds_the_rank():
    X = np.random.default_rng(0).uniform(size=(1000, 20)) ** 3
    danco = DANCo().fit(X)
    assert danco.dimension_ <= 20
    assert danco.dimension_continuous_ <= 20


def test_full_space_is_not_saturated():
    assert DANCo().fit(np.random.default_rng(0).uniform(size=(1000, 5))).result_.flags == ()


def test_more_than_a_hundred_dimensions_are_saturated():
    result = DANCo().fit(np.random.default_rng(0).normal(size=(600, 250))).result_
    assert (result.dimension, result.continuous) == (100, 100.0)
    assert result.flags == ("saturated",)


@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_equidistant_points_allow_any_dimension():
    result = DANCo().fit(np.eye(60)).result_
    assert (result.dimension, result.continuous) == (59, 59.0)
    assert result.flags == ("saturated", "discrete data")
    assert result.evidence["most_likely"] == np.inf
    assert result.reason.endswith("all at nearly equal distances, so any dimension is possible.")


def test_lattice_is_flagged_unless_jittered():
    X = lattice(4, 5)
    with pytest.warns(DimensionWarning, match="two nearest neighbours are at the same distance"):
        result = DANCo().fit(X).result_
    assert "discrete data" in result.flags
    jittered = DANCo(jitter=0.3).fit(X).result_
    assert jittered.flags == ()
    assert jittered.dimension == 5


@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_rounded_ball_has_its_dimension_with_jitter():
    X = np.round(ball_in_more_features(1500, 5, 0, n_more=0) * 4) / 4
    found = DANCo(jitter=0.3).fit(X)
    assert found.dimension_ == 5


def test_duplicates_are_dropped_and_balls_have_the_remaining_number_of_points():
    X = ball_in_more_features(500, 3, 0)
    with pytest.warns(DimensionWarning, match="^7 of 507 rows are exact duplicates"):
        result = DANCo().fit(np.vstack([X, X[:7]])).result_
    assert result.flags == ("rows dropped",)
    assert result.evidence["balls_of"] == 500
    assert result.continuous == pytest.approx(DANCo().fit(X).dimension_continuous_, rel=1e-9)


@pytest.mark.parametrize("n_samples", [12, 30, 49])
def test_few_rows_give_an_estimate_and_a_flag(n_samples):
    with pytest.warns(
        DimensionWarning, match=f"only {n_samples} distinct rows; .* than 50 the"
    ) as caught:
        result = DANCo().fit(ball_in_more_features(n_samples, 3, 0)).result_
    assert caught[0].filename == __file__
    assert "few rows" in result.flags
    assert 1 <= result.dimension <= 11


def test_too_few_rows_are_refused_with_both_numbers():
    with pytest.raises(ValueError, match="needs at least 12 distinct rows, but there are 11"):
        DANCo().fit(ball_in_more_features(11, 3, 0))


def test_one_feature_needs_no_simulation(monkeypatch):
    monkeypatch.setattr(ball_signatures, "ball_signature", None)
    X = np.random.default_rng(0).normal(size=(50, 1))
    assert DANCo(7).fit(X).dimension_continuous_ == 1.0
    assert DANCo(7).fit(np.ones((50, 1))).dimension_ == 0


def test_constant_and_dependent_features_change_nothing():
    X = ball_in_more_features(500, 4, 0)
    more = np.column_stack(
        [X, np.full(500, 3.0), X @ np.random.default_rng(1).normal(size=(12, 9))]
    )
    turned = np.linalg.qr(np.random.default_rng(2).normal(size=(30, 12)))[0]
    base = DANCo().fit(X).dimension_continuous_
    assert DANCo().fit(X @ turned.T).dimension_continuous_ == pytest.approx(base, rel=1e-6)
    # the rank is 12, and dimensions up to the rank plus one are compared
    assert DANCo().fit(more).result_.evidence["dimensions"].max() == 13


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_neighbors": 2}, "n_neighbors must be an integer of at least 3, but 2 was given"),
        ({"n_subsamples": 1}, "n_subsamples must be an integer of at least 2, but 1"),
        ({"subsample_size": 11}, "subsample_size must be an integer of at least 12, but 11"),
        ({"exact": 1}, "exact must be True or False, but 1"),
        ({"jitter": -0.1}, "jitter must be a number from 0 to 1, but -0.1"),
    ],
)
def test_option_out_of_range_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        DANCo(**options).fit(ball_in_more_features(60, 2, 0))
