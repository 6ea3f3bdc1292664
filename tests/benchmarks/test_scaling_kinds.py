"""The benchmark that compares scalings of features on several kinds of data, in a small run."""

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.scaling_kinds.__main__ import main
from benchmarks.scaling_kinds.scores import MAPS, SCALINGS, score
from benchmarks.scaling_kinds.sets import SETS, curved, tree


def test_each_kind_has_different_sets_in_the_two_halves():
    for kind, sets in SETS["choosing"].items():
        assert sets
        assert SETS["confirming"][kind]
        assert not set(sets) & set(SETS["confirming"][kind])


def test_targets_of_a_tree_are_its_rows_without_noise():
    X, targets, dimension = tree(30, 0.0, 0)
    assert targets.shape == (600, dimension)
    centred = X - X.mean(axis=0)
    left = centred - targets @ np.linalg.lstsq(targets, centred, rcond=None)[0]
    assert (left**2).sum() < 0.3 * (centred**2).sum()


def test_scores_of_informative_and_of_random_coordinates(random):
    _, targets, _ = curved(2, 0)
    classes = np.repeat([0, 1], 300)
    assert score(targets, targets) > 0.98
    assert score(random.normal(size=(600, 2)), targets) < 0
    assert score(classes[:, None] + 0.1 * random.normal(size=(600, 1)), classes) > 0.99


@pytest.mark.slow
def test_the_command_prints_a_table_for_each_map_and_names_missing_data(capsys, monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    main(["--quick"])
    printed = capsys.readouterr().out
    assert all(f"**{title}**" in printed for title in MAPS)
    assert printed.count(" | ".join(SCALINGS)) == len(MAPS)
    assert printed.count("| trees | tree in 30 features |") == len(MAPS)
