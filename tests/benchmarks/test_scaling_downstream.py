"""The benchmark of nearest-neighbour classification in diffusion coordinates, run on small data.

It compares coordinates with and without scaling of the features.
"""

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.scaling_downstream.__main__ import COMPARED, accuracy, main, measure
from benchmarks.scaling_downstream.sets import SETS


def test_accuracy_is_that_of_the_nearest_other_row():
    coordinates = np.array([[0.0], [1.0], [3.0], [3.5]])
    assert accuracy(coordinates, np.array([0, 0, 1, 1])) == 1
    assert accuracy(coordinates, np.array([0, 1, 1, 1])) == 0.5


def test_classes_of_the_roll_are_quarters():
    X, y = SETS["roll, 95 % noise"]()
    assert X.shape == (4000, 200)
    np.testing.assert_array_equal(np.bincount(y), [1000] * 4)


def test_scaling_finds_the_roll_in_the_noise():
    found, dimensions = measure("roll, 95 % noise", 300, 1)
    assert set(found) == set(COMPARED)
    assert dimensions == [2]
    assert found["ManifoldScaler's default"][0] > found["raw, auto"][0] + 0.2


@pytest.mark.slow
def test_the_command_prints_a_row_for_each_method_and_names_missing_data(capsys, monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    main(["--quick"])
    printed = capsys.readouterr().out
    for method in COMPARED:
        assert printed.count(f"| {method} |") == 1
    assert "Skipped, because" in printed
    assert "satellite" in printed
