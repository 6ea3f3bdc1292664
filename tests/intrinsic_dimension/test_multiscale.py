"""The dimension of noisy data, estimated over several scales."""

import numpy as np
import pytest
from benchmarks.noisy_dimension.__main__ import main as noisy_dimension
from benchmarks.noisy_dimension.sets import SETS

from kernelscale import datasets, estimate_dimension
from kernelscale.intrinsic_dimension import MultiScale
from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball
from kernelscale.intrinsic_dimension.estimators import ball_comparison, multiscale


def papers_roll(noise_sd, seed, n_samples=2000):
    return datasets.make_noisy_swiss_roll(n_samples, noise_sd=noise_sd, random_state=seed).data


@pytest.mark.slow
@pytest.mark.parametrize(("noise_sd", "n_rolls"), [(0.0, 2), (1.0, 2), (5.0, 5)])
def test_noisy_roll_of_the_paper_has_two_dimensions(noise_sd, n_rolls):
    found = [MultiScale().fit(papers_roll(noise_sd, seed)).dimension_ for seed in range(n_rolls)]
    assert found.count(2) >= 0.9 * n_rolls


def test_reason_states_the_size_of_the_noise():
    found = MultiScale().fit(papers_roll(5.0, 0)).result_
    assert (
        "10 principal directions with equal standard deviations (4.97) were removed as noise"
        in found.reason
    )
    # Ten coordinates of noise with standard deviation 5 put two points 5 sqrt(20) apart.
    assert found.evidence["noise_scale"] == pytest.approx(5 * np.sqrt(20), rel=0.05)
    clean = MultiScale().fit(papers_roll(0.0, 0)).result_
    assert clean.evidence["noise_scale"] == 0.0
    assert "noise" not in clean.reason


def test_dimension_is_taken_where_it_stays_constant_after_a_fall():
    dimension, points = SETS["roll in 3 features, noise 0.3"]
    found = MultiScale().fit(points(2000, 0)).result_
    assert found.dimension == dimension
    assert "The dimension falls to" in found.reason
    assert "noise dominates" in found.reason
    steady = found.evidence["steady"]
    assert found.evidence["noise_scale"] == found.evidence["distances"][steady["first"]]


def test_noise_in_the_remaining_directions_is_reported():
    _, points = SETS["sphere in 10 features, noise 0.15"]
    found = MultiScale().fit(points(1000, 0)).result_
    assert "noise in these directions may hide a lower dimension" in found.reason


@pytest.mark.parametrize("name", ["3-ball", "10-ball", "10-sphere"])
def test_without_noise_the_estimate_equals_danco(name):
    X = SETS[name][1](1000, 0)
    found, plain = MultiScale().fit(X).result_, estimate_dimension(X, "danco")
    assert (found.dimension, found.continuous) == (plain.dimension, plain.continuous)


def test_large_data_are_subsampled_by_seed(monkeypatch):
    monkeypatch.setattr(multiscale, "LARGEST_SAMPLE", 1000)
    X = papers_roll(5.0, 0, n_samples=1200)
    first, second = MultiScale(random_state=3).fit(X), MultiScale(random_state=3).fit(X)
    assert first.result_.n_samples == 1000
    assert first.dimension_continuous_ == second.dimension_continuous_
    assert first.dimension_ == 2


@pytest.mark.parametrize("tolerance", [0.0, -1.0, "wide", None])
def test_tolerance_has_to_be_a_positive_number(tolerance):
    with pytest.raises(ValueError, match="tolerance must be a positive finite number"):
        MultiScale(tolerance=tolerance).fit(papers_roll(0.0, 0, 100))


def test_benchmark_prints_a_table(capsys, monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)  # the table has no sd
    noisy_dimension(["--seeds", "1", "--rows", "60"])
    table = capsys.readouterr().out.splitlines()
    assert len(table) == len(SETS) + 2
    assert table[0].count("|") == table[2].count("|")


def test_steady_range_at_the_finest_scale_is_not_a_fall():
    # Even without noise, GRIDE and DANCo may differ by a few tenths at the finest scale.
    X = np.unique(datasets.load_mfeat().data, axis=0)
    found = MultiScale().fit((X - X.mean(axis=0)) / X.std(axis=0)).result_
    assert found.continuous == found.evidence["finest"]["continuous"]
    assert found.evidence["noise_scale"] == 0.0
    assert "noise" not in found.reason


@pytest.mark.parametrize("n_dims", [60, 90, 120])
def test_many_dimensions_agree_with_danco(n_dims):
    X = solid_ball(1000, n_dims, np.random.default_rng(0))
    found = MultiScale().fit(X).result_
    assert found.continuous == found.evidence["finest"]["continuous"]
    assert found.dimension > 0.9 * min(n_dims, 100)
    assert found.evidence["noise_scale"] == 0.0
