"""The benchmark that compares scales for density estimation, run on small data."""

import numpy as np
import pandas as pd
import pytest
from benchmarks import data_folder
from benchmarks.density import __main__ as program
from benchmarks.density import measure as measurements
from benchmarks.density.measure import log_density, measure, table
from benchmarks.density.methods import METHODS, SEARCH, grid
from benchmarks.density.sets import DRAWN, SETS, Split, splits
from scipy.spatial.distance import cdist
from sklearn.neighbors import KernelDensity


def test_the_log_density_agrees_with_scikit_learn():
    random = np.random.default_rng(0)
    X, X_test = random.normal(size=(30, 2)), random.normal(size=(20, 2))
    expected = KernelDensity(bandwidth=0.7, rtol=1e-10).fit(X).score_samples(X_test).mean()
    found = log_density(cdist(X_test, X, "sqeuclidean"), 0.7**2, 2)
    assert found == pytest.approx(expected)


def test_no_method_uses_test_rows_or_beats_the_best_scale():
    split = next(splits("normal, 1-d", 50, 1))
    garbled = Split("garbled", 0, split.X, split.X_test + 1)
    lines, others = pd.DataFrame(measure(split)), pd.DataFrame(measure(garbled))
    assert lines["epsilon"].tolist() == others["epsilon"].tolist()
    assert list(lines["way"]) == list(METHODS)
    assert (lines["loss"] >= 0).all()
    assert not lines["loss"].equals(others["loss"])


def test_the_search_chooses_the_best_grid_scale_in_five_folds():
    X = next(splits("bimodal, 1-d", 50, 1)).X
    folds = np.array_split(np.arange(50), 5)
    scores = [
        sum(
            len(fold)
            * log_density(cdist(X[fold], np.delete(X, fold, axis=0), "sqeuclidean"), scale, 1)
            for fold in folds
        )
        for scale in grid(X)
    ]
    assert METHODS[SEARCH](X) == pytest.approx(grid(X)[np.argmax(scores)])


def test_tables_are_split_and_short_tables_are_skipped():
    [one, other] = splits("wine", 50, 2)
    assert one.X.shape == (50, 5)
    assert not np.array_equal(one.X, other.X)
    np.testing.assert_allclose(one.X.std(axis=0), 1)
    assert not list(splits("wine", 200, 1))
    assert not set(SETS["choosing"]) & set(SETS["confirming"])
    assert {*SETS["choosing"], *SETS["confirming"]} >= set(DRAWN)


def test_sets_have_equal_weight_in_the_table():
    lines = pd.DataFrame(
        [("a", 50, 0, "median", 0.0), ("a", 50, 1, "median", 0.2), ("b", 50, 0, "median", 0.5)],
        columns=["set", "rows", "split", "way", "loss"],
    )
    assert table(lines, "set").splitlines()[-1] == "| median | 0.100 | 0.500 | 0.300 |"


def test_the_program_prints_both_tables(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(measurements.SPLITS, 50, 1)
    path = tmp_path / "lines.csv"
    program.main(["--sets", "quick", "--rows", "50", "-o", str(path)])
    said = capsys.readouterr().out
    assert said.count("| likelihood |") == 2
    assert "| method | normal, 1-d | wine | mean |" in said
    assert len(pd.read_csv(path)) == 2 * len(METHODS)


def test_the_program_names_missing_data(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Skipped, .* vehicle"):
        program.main([])
