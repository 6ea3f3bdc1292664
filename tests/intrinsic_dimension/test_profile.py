"""The profile: the estimated dimension against the distance at which it is measured."""

import json
import warnings

import numpy as np
import pytest

from kernelscale import dimension_profile
from kernelscale.intrinsic_dimension import DimensionWarning
from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball


def sheet(n_samples=1500, noise_sd=0.01, seed=0):
    random = np.random.default_rng(seed)
    return np.c_[random.uniform(size=(n_samples, 2)), noise_sd * random.normal(size=n_samples)]


@pytest.fixture(scope="module", name="profile")
def profile_of_sheet():
    return dimension_profile(sheet())


def of(profile, method):
    return [point for point in profile.points if point.method == method]


def test_points_of_each_method_are_ordered_by_distance(profile):
    for method in ("gride", "implied", "danco"):
        points = of(profile, method)
        distances = [point.distance for point in points]
        assert len(points) >= 3
        assert distances == sorted(distances)
        assert 0 < min(distances) < max(distances) < 2
    assert profile.n_samples == 1500


def test_noise_dominates_at_small_distances_only(profile):
    gride = of(profile, "gride")
    assert gride[0].dimension > 2.3
    assert gride[-1].dimension == pytest.approx(2, abs=0.2)
    assert profile.dimension == 2
    assert any(p.method == "gride" and abs(p.dimension - 2) < 0.2 for p in profile.plateaus)
    for plateau in profile.plateaus:
        assert plateau.low < plateau.high


def test_points_have_an_error_if_their_method_estimates_one(profile):
    assert all(point.error > 0 for point in of(profile, "gride"))
    assert all(point.error is None for point in of(profile, "implied"))
    whole, *parts = of(profile, "danco")
    # the estimate from all rows is a single estimate, so it has no error
    assert whole.error is None
    assert parts
    assert all(point.error > 0 for point in parts)


def test_units_only_scale_distances(profile):
    scaled = dimension_profile(1e3 * sheet())
    for one, other in zip(profile.points, scaled.points, strict=True):
        assert other.distance == pytest.approx(1e3 * one.distance, rel=1e-6)
        assert other.dimension == pytest.approx(one.dimension, rel=1e-6)
    assert scaled.noise_scale == pytest.approx(1e3 * profile.noise_scale)


def test_ball_has_its_dimension_at_every_distance():
    profile = dimension_profile(solid_ball(1000, 4, np.random.default_rng(0)))
    for point in of(profile, "gride") + of(profile, "danco"):
        assert point.dimension == pytest.approx(4, abs=0.6)
    assert profile.noise_scale == 0.0


def test_profile_with_one_seed_is_the_same_for_any_number_of_threads():
    X = sheet(400)
    first = dimension_profile(X, random_state=1, n_threads=1)
    assert first == dimension_profile(X, random_state=1, n_threads=2)


def test_profile_converts_to_table_and_json(profile):
    frame = profile.to_frame()
    assert list(frame.columns) == ["method", "distance", "dimension", "error"]
    assert len(frame) == len(profile.points)
    said = json.loads(json.dumps(profile.to_dict(), allow_nan=False))
    assert said["points"][0]["method"] == "gride"
    assert said["noise_scale"] == profile.noise_scale
    assert said["plateaus"][0].keys() == {"method", "low", "high", "dimension"}


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (sheet(9), "needs at least 12 distinct rows, but there are 9"),
        (np.ones((60, 2)), "needs at least 12 distinct rows, but there are 1;"),
        ([[np.nan, 1.0]] * 60, "X contains NaN"),
        (np.zeros((60, 0)), "0 feature"),
    ],
)
def test_invalid_points_raise_an_error(X, sentence):
    with pytest.raises(ValueError, match=sentence):
        dimension_profile(X)


def test_unknown_options_raise_an_error():
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        dimension_profile(sheet(60), colour="red")


def test_seed_can_be_an_integer_or_a_random_state():
    X = sheet(400)
    expected = dimension_profile(X, random_state=3)
    for seed in (np.int64(3), np.random.RandomState(3)):
        assert dimension_profile(X, random_state=seed) == expected
    with pytest.raises(ValueError, match="cannot be used to seed"):
        dimension_profile(X, random_state="abc")


@pytest.mark.slow
def test_dimensions_beyond_the_calibration_are_omitted():
    ball = solid_ball(1000, 150, np.random.default_rng(0))
    profile = dimension_profile(ball)
    assert of(profile, "gride") == []
    assert profile.noise_scale == 0.0


def test_profile_of_ties_is_strict_json():
    lattice = np.stack(np.meshgrid(*[np.arange(6.0)] * 3), axis=-1).reshape(-1, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        json.dumps(dimension_profile(lattice).to_dict(), allow_nan=False)
