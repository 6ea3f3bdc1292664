"""The 23 manifolds on which estimators of dimension are compared, and a small run."""

import csv

import numpy as np
import pytest
from benchmarks.dimension_manifolds import methods
from benchmarks.dimension_manifolds.__main__ import main
from benchmarks.dimension_manifolds.manifolds import MANIFOLDS, SPIRAL
from benchmarks.dimension_manifolds.measurements import Measurement, measure, percentage_error
from benchmarks.dimension_manifolds.table import by_manifold, by_method

from kernelscale.intrinsic_dimension.estimators import ball_comparison

each_manifold = pytest.mark.parametrize("manifold", MANIFOLDS, ids=lambda m: m.name)
ROWS = 120


@pytest.fixture(scope="module")
def theirs():
    """A function that samples a manifold of scikit-dimension with the seed 7."""
    datasets = pytest.importorskip("skdim.datasets")

    def sample(name):
        made = datasets.BenchmarkManifolds(random_state=np.random.RandomState(7))
        dimension, n_features, _ = made._dict_truth[name]
        return dimension, made.dict_gen[name](n=ROWS, dim=n_features, d=dimension)

    return sample


@each_manifold
def test_points_are_those_of_scikit_dimension_with_the_same_generator(manifold, theirs):
    dimension, points = theirs(manifold.name)
    assert manifold.dimension == dimension
    np.testing.assert_allclose(
        manifold.make(np.random.RandomState(7), ROWS), points, rtol=1e-12, atol=1e-12
    )


def test_all_manifolds_of_scikit_dimension_except_one_are_included():
    datasets = pytest.importorskip("skdim.datasets")
    missing = datasets.BenchmarkManifolds().dict_gen.keys() - {m.name for m in MANIFOLDS}
    assert missing == {"M10d_Cubic"}
    assert len(MANIFOLDS) == 23


@each_manifold
def test_a_sample_depends_on_its_seed_only(manifold):
    first, again, other = (manifold.sample(50, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert first.shape == other.shape
    assert len(first) == 50
    assert not np.array_equal(first, other)
    assert np.isfinite(first).all()


def test_manifolds_share_no_random_numbers():
    cubes = [m for m in MANIFOLDS if m.name in ("M1_Sphere", "M12_Norm")]
    first, second = (m.sample(50, 0)[:, 0] for m in cubes)
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.5


def measurement(manifold, whole, continuous=0.0):
    return Measurement(100, manifold, 2, 0, "a method", whole, continuous, 0.5)


def test_percentage_errors():
    measured = [
        measurement("M7_Roll", 3, 2.5),
        measurement(SPIRAL, 4, 2.0),
        measurement("M11", np.nan, np.nan),
    ]
    assert percentage_error(measured, whole=True) == 75
    assert percentage_error(measured, whole=False) == 12.5
    assert percentage_error(measured, whole=True, with_spiral=False) == 50
    assert np.isnan(percentage_error(measured[2:], whole=True))


def test_errors_of_opposite_sign_cancel_unless_taken_for_each_sample():
    measured = [measurement("M7_Roll", 1), measurement("M7_Roll", 3)]
    assert percentage_error(measured, whole=True) == 0
    assert percentage_error(measured, whole=True, each_sample=True) == 50


def test_tables_have_every_method_and_every_measured_manifold(monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)  # sd is skipped: no table has it
    manifolds = MANIFOLDS[::4]
    measured = [*measure(methods.ours(), 60, range(1), manifolds)]
    table, sets = by_method(measured), by_manifold(measured)
    assert all(f"| {name} |" in table for name in methods.ours())
    assert all(f"| {m.name} | {m.dimension} |" in sets for m in manifolds)


def test_a_failed_estimate_is_counted_and_not_averaged():
    def refuse(points):
        raise ValueError("too few")

    measured = [*measure({"stubborn": refuse}, 60, range(1), MANIFOLDS[:2])]
    assert [np.isnan(m.whole) for m in measured] == [True, True]
    assert "| stubborn | nan | nan | nan | nan | nan | 2 | 2 |" in by_method(measured)
    assert "| M1_Sphere | 10 | - |" in by_manifold(measured)


def test_command_writes_one_line_for_each_estimate(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(methods.importlib.util, "find_spec", lambda name: None)
    path = tmp_path / "table.csv"
    main(["--quick", "--methods", "two_nn", "-o", str(path)])
    printed = capsys.readouterr().out
    assert "N = 100" in printed
    assert "because scikit-dimension is not installed: DANCo, DANCoFit, MLE, TwoNN." in printed
    with path.open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["manifold"] for line in lines] == [m.name for m in MANIFOLDS]
    assert {line["method"] for line in lines} == {"two_nn"}


@pytest.mark.release
def test_installed_peers_return_an_estimate():
    pytest.importorskip("skdim")
    points = MANIFOLDS[1].sample(200, 0)
    for name, ask in methods.peers().items():
        whole, continuous = ask(points)
        assert whole == round(continuous), name
        assert 2 < continuous < 4, name
    assert methods.skipped_methods() == ""
