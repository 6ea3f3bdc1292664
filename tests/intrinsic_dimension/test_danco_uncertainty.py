"""DANCo's standard deviation, and its estimates from subsamples."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from tests.intrinsic_dimension.points_of_known_dimension import (
    ball_in_more_features,
    sphere,
)

from kernelscale.intrinsic_dimension import DANCo, MiND
from kernelscale.intrinsic_dimension.estimators import ball_comparison
from kernelscale.intrinsic_dimension.sample import Sample


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
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "sphere" else pytest.mark.release)
        for name in manifolds()
    ],
)
@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_uncertainty_agrees_with_the_scatter_over_new_samples(name, monkeypatch):
    # Fits do not compute the standard deviation, which is needed for five of them only.
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)
    make = manifolds()[name]
    fitted = [DANCo().fit(make(np.random.default_rng(seed))) for seed in range(20)]
    truth = np.std([danco.dimension_continuous_ for danco in fitted], ddof=1)
    estimate = np.mean([danco.uncertainty() for danco in fitted[:5]])
    assert truth / 1.5 < estimate < 1.5 * truth


@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_fit_computes_a_standard_deviation_that_takes_little_time():
    danco = DANCo().fit(ball_in_more_features(500, 3, 0))
    assert danco.result_.sd == danco.uncertainty()
    # half of the rows are too few for an estimate
    assert DANCo().fit(ball_in_more_features(20, 3, 0)).result_.sd is None


@pytest.mark.parametrize("shape", [(300, 3), (300, 40), (60, 50)])
@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_fit_computes_a_standard_deviation_up_to_a_number_of_operations(monkeypatch, shape):
    n, d = shape
    counted = n * n * (d + 20) + 5 * n * d * min(n // 2, d)
    X = np.random.default_rng(0).normal(size=shape)
    for limit, given in ((counted, True), (counted - 1, False)):
        monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", limit)
        assert (DANCo().fit(X).result_.sd is not None) is given


@pytest.mark.parametrize(("seed", "n_kept"), [(0, 1), (np.random.RandomState(0), 0)])
@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_estimators_of_one_sample_share_the_halves_of_a_seed(seed, n_kept):
    X = ball_in_more_features(100, 3, 0)
    sample = Sample(X)
    found = [kind(random_state=seed).estimate(sample).sd for kind in (DANCo, MiND)]
    assert len(sample.of_halves) == n_kept
    if n_kept:
        assert found == [kind(random_state=seed).fit(X).result_.sd for kind in (DANCo, MiND)]
    assert sample.only(np.arange(50)).of_halves == {}


def test_uncertainty_is_stored_in_the_result(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)
    danco = DANCo().fit(ball_in_more_features(500, 3, 0))
    assert danco.result_.sd is None
    sd = danco.uncertainty(n_halves=10)
    assert danco.result_.sd == sd
    assert 0.01 < sd < 0.3
    assert danco.uncertainty(n_halves=10) == sd
    assert danco.uncertainty(n_halves=9) == sd  # halves come in pairs, so 9 is rounded up to 10
    assert danco.uncertainty() != sd


def test_uncertainty_of_a_line_is_zero():
    assert DANCo().fit(np.arange(30.0)[:, None] @ [[1.0, 2.0]]).uncertainty() == 0


@pytest.mark.filterwarnings("ignore::kernelscale.intrinsic_dimension.DimensionWarning")
def test_uncertainty_needs_a_fit_and_enough_rows_for_halves():
    with pytest.raises(NotFittedError):
        DANCo().uncertainty()
    few = DANCo().fit(ball_in_more_features(20, 3, 0))
    with pytest.raises(ValueError, match="Half of the 20 distinct rows is 10, but each half"):
        few.uncertainty()
    with pytest.raises(ValueError, match="n_halves must be an integer of at least 2, but 1 was"):
        few.uncertainty(n_halves=1)


@pytest.mark.parametrize("seed", [0, 1])
def test_large_data_are_estimated_from_subsamples(monkeypatch, seed):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 900)
    X, events = ball_in_more_features(1000, 5, 0), []
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
    danco = DANCo(subsample_size=300, n_subsamples=3).fit(ball_in_more_features(1000, 3, 0))
    assert danco.uncertainty() == danco.result_.sd


def test_subsamples_differ_with_the_seed(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 900)
    X = ball_in_more_features(1000, 5, 0)
    found = {
        DANCo(subsample_size=300, random_state=seed).fit(X).dimension_continuous_ for seed in (0, 1)
    }
    assert len(found) == 2
