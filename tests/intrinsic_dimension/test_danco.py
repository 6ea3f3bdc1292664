"""DANCo on balls, on spheres and on degenerate data; its flags and its standard deviation."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import DANCo, DimensionWarning
from kernelscale.intrinsic_dimension.calibration import ball_signatures
from kernelscale.intrinsic_dimension.calibration.ball_signatures import signatures_of_balls
from kernelscale.intrinsic_dimension.calibration.divergences import (
    angle_divergence,
    ratio_divergence,
)
from kernelscale.intrinsic_dimension.calibration.signature import Signature
from kernelscale.intrinsic_dimension.estimators import ball_comparison
from kernelscale.intrinsic_dimension.sample import Sample


def ball(n_samples, n_dims, seed, n_more=8, thickness=1e-7):
    """A solid ball rotated into more features, and just thick enough to have full rank."""
    random = np.random.default_rng(seed)
    points = random.normal(size=(n_samples, n_dims))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points *= random.random((n_samples, 1)) ** (1 / n_dims)
    axes = np.linalg.qr(random.normal(size=(n_dims + n_more, n_dims)))[0]
    return points @ axes.T + thickness * random.normal(size=(n_samples, n_dims + n_more))


def sphere(n_samples, n_dims, seed):
    points = np.random.default_rng(seed).normal(size=(n_samples, n_dims + 1))
    return points / np.linalg.norm(points, axis=1)[:, None]


def lattice(side, n_dims):
    axes = np.meshgrid(*[np.arange(float(side))] * n_dims)
    return np.stack(axes, axis=-1).reshape(-1, n_dims)


def silently(X, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        return DANCo(**options).fit(X)


# Known dimensions


@pytest.mark.parametrize("n_dims", [1, 2, 3, 5, 10])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("thickness", [0, 1e-7], ids=["flat", "thick"])
def test_solid_ball_has_its_dimension(n_dims, seed, thickness):
    danco = DANCo().fit(ball(1000, n_dims, seed, thickness=thickness))
    assert danco.dimension_ == n_dims
    assert danco.dimension_continuous_ == pytest.approx(n_dims, rel=0.05)


@pytest.mark.slow
def test_twenty_dimensions_are_found_from_a_thousand_points():
    found = [DANCo().fit(ball(1000, 20, seed)).dimension_ for seed in range(20)]
    assert found.count(20) >= 16
    assert set(found) <= {19, 20, 21}


@pytest.mark.parametrize("n_neighbors", [5, 20])
def test_other_numbers_of_neighbours_agree(n_neighbors):
    found = DANCo(n_neighbors).fit(ball(500, 4, 0))
    assert found.dimension_ == 4
    assert found.dimension_continuous_ == pytest.approx(4, abs=0.35)


def test_sphere_has_one_dimension_less_than_its_features():
    found = DANCo().fit(sphere(2500, 3, 0))
    assert found.dimension_ == 3


@pytest.mark.parametrize("n_dims", [30, 60, 95])
def test_many_dimensions_are_about_right(n_dims):
    found = DANCo().fit(ball(1000, n_dims, 0)).dimension_continuous_
    assert found == pytest.approx(n_dims, rel=0.06)


# The divergence and its minimum


def test_curve_is_the_sum_of_both_divergences():
    found = DANCo().fit(ball(1000, 5, 0)).result_.evidence
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
    result = DANCo().fit(ball(1000, 7, 0)).result_
    d, curve = result.evidence["dimensions"], result.evidence["divergence"]
    whole = d % 1 == 0
    assert result.dimension == d[whole][np.argmin(curve[whole])]
    assert abs(result.continuous - d[np.argmin(curve)]) <= 0.25


# Low dimensions


def test_below_two_and_a_half_dimensions_only_ratios_determine_the_estimate():
    X = ball(1000, 2, 0)
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
    X = ball(1000, 10, 0)
    found = {
        DANCo(low_dim=rule).fit(X).dimension_continuous_
        for rule in ("calibrated", "paper", "matlab")
    }
    assert len(found) == 1


def test_error_for_an_unknown_rule_lists_all_rules():
    with pytest.raises(ValueError, match="low_dim must be one of calibrated, paper, matlab, but"):
        DANCo(low_dim="high").fit(ball(60, 2, 0))


# Bounds and flags


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


def test_equidistant_points_allow_any_dimension():
    result = silently(np.eye(60)).result_
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


def test_rounded_ball_has_its_dimension_with_jitter():
    X = np.round(ball(1500, 5, 0, n_more=0) * 4) / 4
    found = silently(X, jitter=0.3)
    assert found.dimension_ == 5


def test_duplicates_are_dropped_and_balls_have_the_remaining_number_of_points():
    X = ball(500, 3, 0)
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
        result = DANCo().fit(ball(n_samples, 3, 0)).result_
    assert caught[0].filename == __file__
    assert "few rows" in result.flags
    assert 1 <= result.dimension <= 11


def test_too_few_rows_are_refused_with_both_numbers():
    with pytest.raises(ValueError, match="needs at least 12 distinct rows, but there are 11"):
        DANCo().fit(ball(11, 3, 0))


def test_one_feature_needs_no_simulation(monkeypatch):
    monkeypatch.setattr(ball_signatures, "ball_signature", None)
    X = np.random.default_rng(0).normal(size=(50, 1))
    assert DANCo(7).fit(X).dimension_continuous_ == 1.0
    assert DANCo(7).fit(np.ones((50, 1))).dimension_ == 0


def test_constant_and_dependent_features_change_nothing():
    X = ball(500, 4, 0)
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
        DANCo(**options).fit(ball(60, 2, 0))


# Uncertainty


def manifolds():
    def curved(random):
        u = random.uniform(size=(1000, 6))
        turned = np.roll(u, 1, axis=1)
        return np.hstack([turned * np.cos(2 * np.pi * u), turned * np.sin(2 * np.pi * u)])

    def cube(random):
        return np.hstack([random.uniform(size=(1000, 20)), 1e-7 * random.normal(size=(1000, 5))])

    return {
        "affine": lambda random: random.uniform(size=(1000, 3)) @ random.normal(size=(3, 5)),
        "sphere": lambda random: sphere(1000, 10, random),
        "cube": cube,
        "curved": curved,
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", manifolds())
def test_uncertainty_agrees_with_the_scatter_over_new_samples(name):
    make = manifolds()[name]
    fitted = [silently(make(np.random.default_rng(seed))) for seed in range(20)]
    truth = np.std([danco.dimension_continuous_ for danco in fitted], ddof=1)
    estimate = np.mean([danco.uncertainty() for danco in fitted[:8]])
    assert truth / 1.5 < estimate < 1.5 * truth


def test_fit_computes_a_standard_deviation_that_takes_little_time():
    danco = DANCo().fit(ball(500, 3, 0))
    assert danco.result_.sd == danco.uncertainty()
    # half of the rows are too few for an estimate
    assert silently(ball(20, 3, 0)).result_.sd is None


@pytest.mark.parametrize("shape", [(300, 3), (300, 40), (60, 50)])
def test_fit_computes_a_standard_deviation_up_to_a_number_of_operations(monkeypatch, shape):
    n, d = shape
    counted = n * n * (d + 20) + 5 * n * d * min(n // 2, d)
    X = np.random.default_rng(0).normal(size=shape)
    for limit, given in ((counted, True), (counted - 1, False)):
        monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", limit)
        assert (silently(X).result_.sd is not None) is given


def test_uncertainty_is_stored_in_the_result(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)
    danco = DANCo().fit(ball(500, 3, 0))
    assert danco.result_.sd is None
    sd = danco.uncertainty(n_halves=10)
    assert danco.result_.sd == sd
    assert 0.01 < sd < 0.3
    assert danco.uncertainty(n_halves=10) == sd
    assert danco.uncertainty(n_halves=9) == sd  # halves come in pairs, so 9 is rounded up to 10
    assert danco.uncertainty() != sd


def test_uncertainty_of_a_line_is_zero():
    assert DANCo().fit(np.arange(30.0)[:, None] @ [[1.0, 2.0]]).uncertainty() == 0


def test_uncertainty_needs_a_fit_and_enough_rows_for_halves():
    with pytest.raises(NotFittedError):
        DANCo().uncertainty()
    few = silently(ball(20, 3, 0))
    with pytest.raises(ValueError, match="Half of the 20 distinct rows is 10, but each half"):
        few.uncertainty()
    with pytest.raises(ValueError, match="n_halves must be an integer of at least 2, but 1 was"):
        few.uncertainty(n_halves=1)


# Many rows


@pytest.mark.parametrize("seed", [0, 1])
def test_large_data_are_estimated_from_subsamples(monkeypatch, seed):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 900)
    X, events = ball(1000, 5, 0), []
    options = {"subsample_size": 400, "n_subsamples": 4, "random_state": seed}
    result = DANCo(**options, progress=events.append).fit(X).result_
    parts = result.evidence["subsamples"]
    assert parts.shape == (4,)
    spread = np.std(parts, ddof=1)  # each subsample has 40 % of the rows
    assert result.sd == pytest.approx(spread * np.sqrt((0.4 + 0.6 / 4) / 0.6))
    assert result.continuous == pytest.approx(parts.mean(), abs=0.05)
    assert (result.n_samples, result.evidence["balls_of"]) == (1000, 400)
    assert "4 subsamples of 400 rows" in result.reason
    assert [event.done for event in events if event.stage == "subsamples"] == [0, 1, 2, 3, 4]
    assert DANCo(**options).fit(X).result_.to_dict() == result.to_dict()
    assert DANCo(**options, n_threads=2).fit(X).result_.to_dict() == result.to_dict()
    exact = DANCo(**options, exact=True).fit(X).result_
    assert "subsamples" not in exact.evidence
    assert exact.continuous == pytest.approx(result.continuous, abs=0.3)


def test_uncertainty_of_subsamples_is_their_spread(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 900)
    danco = DANCo(subsample_size=300, n_subsamples=3).fit(ball(1000, 3, 0))
    assert danco.uncertainty() == danco.result_.sd


def test_subsamples_differ_with_the_seed(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 900)
    X = ball(1000, 5, 0)
    found = {
        DANCo(subsample_size=300, random_state=seed).fit(X).dimension_continuous_ for seed in (0, 1)
    }
    assert len(found) == 2


# The same neighbours for several estimators


def test_shared_sample_gives_the_same_estimate():
    X = ball(400, 3, 0)
    sample = Sample(X)
    shared, alone = DANCo().estimate(sample), estimate_dimension(X)
    assert shared.to_dict() == alone.to_dict()
    assert alone.method == "danco"
