"""Small runs of benchmarks: the numbers in their tables are consistent."""

import csv

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.auto_constants import measurements, rules, scores, sets, table
from benchmarks.auto_constants.__main__ import main as auto_constants
from benchmarks.ratios.bench_diffusion import NewRows
from benchmarks.ratios.bench_eigenpairs import AllScales, Digits, Operator
from benchmarks.ratios.bench_pairs import ClassRowSums, Curve, Neighbors, SeveralWeights, Sums
from benchmarks.ratios.timing import skip_unless_built

from kernelscale import Gaussian, engine
from kernelscale.data import PointCloud

SEVERAL_SCALES = {"self_tuning", "standardized"}
SOME = sets.SETS["fresh"][::3]


@pytest.fixture(scope="module")
def fresh():
    """Measurements on few rows of some manifolds of the group `fresh`, which needs no real data."""
    return measurements.measure_all(SOME, n_seeds=1, quick=True)


def test_no_single_scale_beats_the_best_one(fresh):
    for m in fresh:
        for name in rules.CHOICES.keys() - SEVERAL_SCALES:
            assert np.all(m.regrets[name] >= 0), (m.manifold, name)


def test_the_best_scale_of_a_score_has_no_regret(fresh):
    for m in fresh:
        for number, column in enumerate(m.curve.scores.T):
            best = m.curve.scales[column.argmax()]
            assert m.curve.regret(best)[number] == pytest.approx(0, abs=1e-12)


def test_scores_are_between_0_and_1_and_some_are_high(fresh):
    for m in fresh:
        assert np.all((m.curve.scores >= 0) & (m.curve.scores <= 1 + 1e-12))
        assert m.curve.best.max() > 0.5


def test_the_table_has_every_rule_and_every_manifold(fresh):
    by_rule, by_manifold = table.by_rule(fresh), table.by_manifold(fresh)
    assert all(f"| {name} |" in by_rule for name in rules.CHOICES)
    assert all(f"| {m.name} |" in by_manifold for m in SOME)


def test_a_conditional_plateau_is_the_plateau_or_the_fallback(fresh):
    for m in fresh:
        near, low = m.scales["nearest_neighbors"], m.scales["log_sum (plateau, lower end)"]
        chosen = m.scales["plateau, lower end, within 2, else nearest_neighbors"]
        assert chosen in (near, low)
        assert near / 2 <= chosen <= 2 * near


def test_a_perfect_embedding_scores_one():
    parameters = np.random.default_rng(0).uniform(size=(400, 2))
    assert scores.neighbor_regression(parameters, parameters) > 0.98
    mixed = parameters @ [[1.0, 2.0], [3.0, -1.0]]
    assert scores.canonical_correlation(mixed, parameters) == pytest.approx(1)


def test_samples_depend_on_name_and_seed_only():
    manifold = sets.SETS["design"][0]
    first, second = (next(iter(manifold.samples(1))) for _ in range(2))
    np.testing.assert_array_equal(first.points, second.points)
    both = list(manifold.samples(2))
    assert not np.array_equal(both[0].points, both[1].points)


def test_command_writes_one_line_for_each_sample_and_rule(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sets.SETS, "fresh", sets.SETS["fresh"][:2])
    path = tmp_path / "table.csv"
    auto_constants(["--quick", "--sets", "fresh", "-o", str(path)])
    assert "| auto |" in capsys.readouterr().out
    with path.open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 2 * len(rules.CHOICES)
    assert {line["group"] for line in lines} == {"fresh"}


def test_without_the_folder_real_sets_are_skipped_with_a_message(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    made, missing = sets.available("design")
    assert missing == ["rotated digit"]
    assert len(made) == len(sets.SETS["design"]) - 1
    assert "rotated digit" in data_folder.skipped(missing)
    assert data_folder.skipped([]) == ""


SMALL_SUITES = {
    Curve: (3, "reference"),
    Sums: (3, "reference"),
    ClassRowSums: (3, "reference"),
    Neighbors: (3, "reference"),
    SeveralWeights: (3,),
    AllScales: ("spiral",),
    Operator: (100,),
    Digits: (60,),
    NewRows: (60,),
}


@pytest.mark.parametrize("suite", SMALL_SUITES, ids=lambda suite: suite.__name__)
def test_every_measurement_of_a_suite_runs_and_ratios_are_positive(suite, monkeypatch):
    if hasattr(suite, "n_samples"):
        monkeypatch.setattr(suite, "n_samples", 150)
    bench, parameters = suite(), SMALL_SUITES[suite]
    assert len(bench.param_names) == len(parameters)
    bench.setup(*parameters)
    measured = [name for name in dir(bench) if name.startswith(("time_", "peakmem_", "track_"))]
    assert any(name.startswith("track_ratio_") for name in measured)
    for name in measured:
        number = getattr(bench, name)(*parameters)
        if name.startswith("track_ratio_"):
            assert 0 < number < np.inf, name
        elif name.startswith("track_"):
            assert 0 <= number < 1e-6, name


def test_an_arithmetic_that_was_not_built_is_skipped():
    for name in engine.arithmetic.registry.ARITHMETICS:
        skip_unless_built(name)
    with pytest.raises(NotImplementedError, match="'quantum' was not built"):
        skip_unless_built("quantum")


def test_the_score_of_a_kernel_agrees_with_the_score_curve():
    sample = next(iter(sets.SETS["fresh"][-1].samples(1, quick=True)))
    curve = scores.score_curve(sample, PointCloud(sample.points))
    middle = len(curve.scales) // 2
    bandwidth = type("Chosen", (), {"kernel": Gaussian(float(curve.scales[middle]))})()
    # `score_kernel` orders pairs by |lambda|. For a Gaussian kernel, which has no negative
    # eigenvalues, this is the order by lambda.
    np.testing.assert_allclose(
        scores.score_kernel(sample, bandwidth), curve.scores[middle], atol=1e-8
    )
