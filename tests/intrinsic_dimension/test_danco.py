"""DANCo on data of known dimension, and the divergence that it minimises."""

import numpy as np
import pytest
from tests.intrinsic_dimension.points_of_known_dimension import ball_in_more_features, sphere

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import DANCo
from kernelscale.intrinsic_dimension.calibration.ball_signatures import signatures_of_balls
from kernelscale.intrinsic_dimension.calibration.divergences import (
    angle_divergence,
    ratio_divergence,
)
from kernelscale.intrinsic_dimension.calibration.signature import Signature
from kernelscale.intrinsic_dimension.estimators import ball_comparison
from kernelscale.intrinsic_dimension.sample import Sample


@pytest.fixture(autouse=True)
def no_standard_deviation(monkeypatch):
    """Fits without a standard deviation, which has tests of its own and takes most of the time."""
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)


@pytest.mark.parametrize("n_dims", [1, 2, 3, 5, 10])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("thickness", [0, 1e-7], ids=["flat", "thick"])
def test_solid_ball_has_its_dimension(n_dims, seed, thickness):
    danco = DANCo().fit(ball_in_more_features(1000, n_dims, seed, thickness=thickness))
    assert danco.dimension_ == n_dims
    assert danco.dimension_continuous_ == pytest.approx(n_dims, rel=0.05)


@pytest.mark.slow
def test_twenty_dimensions_are_found_from_a_thousand_points():
    found = [DANCo().fit(ball_in_more_features(1000, 20, seed)).dimension_ for seed in range(20)]
    assert found.count(20) >= 16
    assert set(found) <= {19, 20, 21}


@pytest.mark.parametrize("n_neighbors", [5, 20])
def test_other_numbers_of_neighbours_agree(n_neighbors):
    found = DANCo(n_neighbors).fit(ball_in_more_features(500, 4, 0))
    assert found.dimension_ == 4
    assert found.dimension_continuous_ == pytest.approx(4, abs=0.35)


def test_sphere_has_one_dimension_less_than_its_features():
    found = DANCo().fit(sphere(2500, 3, 0))
    assert found.dimension_ == 3


@pytest.mark.parametrize("n_dims", [30, 60, 95])
def test_many_dimensions_are_about_right(n_dims):
    found = DANCo().fit(ball_in_more_features(1000, n_dims, 0)).dimension_continuous_
    assert found == pytest.approx(n_dims, rel=0.06)


def test_curve_is_the_sum_of_both_divergences():
    found = DANCo().fit(ball_in_more_features(1000, 5, 0)).result_.evidence
    seen = Signature(found["most_likely"], found["angle"], found["concentration"])
    d, curve = found["dimensions"], found["divergence"]
    there = signatures_of_balls(10, 1000).statistics(d)
    expected = ratio_divergence(seen.most_likely, there.most_likely, 10)
    expected = expected + angle_divergence(*seen[1:], *there[1:])
    np.testing.assert_array_equal(curve, expected)
    assert set(range(1, 15)) <= set(d)
    assert not np.any((d > 1) & (d < 2))
    assert np.all(curve >= 0)


def test_dimension_is_the_integer_of_smallest_divergence():
    result = DANCo().fit(ball_in_more_features(1000, 7, 0)).result_
    d, curve = result.evidence["dimensions"], result.evidence["divergence"]
    whole = d % 1 == 0
    assert result.dimension == d[whole][np.argmin(curve[whole])]
    assert abs(result.continuous - d[np.argmin(curve)]) <= 0.25


def test_below_two_and_a_half_dimensions_only_ratios_determine_the_estimate():
    X = ball_in_more_features(1000, 2, 0)
    calibrated, paper, matlab = (
        DANCo(low_dim=rule).fit(X) for rule in ("calibrated", "paper", "matlab")
    )
    d = np.array([calibrated.dimension_continuous_])
    assert signatures_of_balls(10, 1000).most_likely(d)[0] == pytest.approx(
        calibrated.result_.evidence["most_likely"], abs=1e-3
    )
    assert matlab.dimension_continuous_ == calibrated.result_.evidence["most_likely"]
    assert {calibrated.dimension_, paper.dimension_, matlab.dimension_} == {2}
    assert paper.dimension_continuous_ != calibrated.dimension_continuous_


def test_rules_for_low_dimensions_have_no_effect_in_higher_ones():
    X = ball_in_more_features(1000, 10, 0)
    found = {
        DANCo(low_dim=rule).fit(X).dimension_continuous_
        for rule in ("calibrated", "paper", "matlab")
    }
    assert len(found) == 1


def test_error_for_an_unknown_rule_lists_all_rules():
    with pytest.raises(ValueError, match="low_dim must be one of calibrated, paper, matlab, but"):
        DANCo(low_dim="high").fit(ball_in_more_features(60, 2, 0))


def test_shared_sample_gives_the_same_estimate():
    X = ball_in_more_features(400, 3, 0)
    sample = Sample(X)
    shared, alone = DANCo().estimate(sample), estimate_dimension(X)
    assert shared.to_dict() == alone.to_dict()
    assert alone.method == "danco"
