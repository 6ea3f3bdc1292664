"""The table of scales from labels, once and tiny."""

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.labels import __main__ as program
from benchmarks.labels.sets import NUMBERS, Split, splits
from benchmarks.labels.tables import measure, seconds
from benchmarks.labels.ways import GRID_SEARCH, SCALE, WAYS, grid, machine
from sklearn.svm import SVC

from kernelscale import select_bandwidth


@pytest.fixture(scope="module")
def split():
    random = np.random.default_rng(0)
    y = np.arange(120) % 3
    X = random.normal(size=(120, 2)) + 2 * random.normal(size=(3, 2))[y]
    return Split("three groups", X[:60], y[:60], X[60:], y[60:])


def test_no_choice_sees_the_test_rows(split):
    garbled = Split(split.name, split.X, split.y, 0 * split.X_test, split.y_test[::-1])
    for way in WAYS.values():
        assert way(split.X, split.y, 10.0) == way(garbled.X, garbled.y, 10.0)
    assert measure(split, 10.0) != measure(garbled, 10.0)


def test_the_grid_search_regrets_nothing_by_more_than_the_best_of_its_own_scales(split):
    regrets = measure(split, 10.0)
    assert regrets.keys() == WAYS.keys()
    assert regrets[GRID_SEARCH] >= 0
    chosen = WAYS[GRID_SEARCH](split.X, split.y, 10.0)
    np.testing.assert_allclose(np.abs(np.log(grid(split.X) / chosen)).min(), 0, atol=1e-12)


def test_the_ways_are_what_they_are_called(split):
    epsilon = WAYS["leave_one_out"](split.X, split.y, 4.0)
    assert epsilon == select_bandwidth(split.X, split.y, "leave_one_out", ridge=0.25).epsilon
    machine = SVC(C=4.0, gamma="scale").fit(split.X, split.y)
    assert WAYS[SCALE](split.X, split.y, 4.0) == pytest.approx(1 / (2 * machine._gamma))
    joined = WAYS["leave_one_out, joined with 'scale'"](split.X, split.y, 4.0)
    assert joined**2 == pytest.approx(epsilon * WAYS[SCALE](split.X, split.y, 4.0))
    assert all(each >= 0 for each in seconds(split, 4.0).values())


def test_the_program_says_which_data_it_needs(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Left out, .* vehicle"):
        program.main([])


def test_a_quick_run_has_a_line_for_each_way(capsys):
    program.main(["--quick"])
    said = capsys.readouterr().out
    assert all(f"| {way} |" in said for way in WAYS)


def test_numbers_are_told_by_a_regression_as_regular_as_the_machine(split):
    of_numbers = next(splits(NUMBERS[1], 1, 100))
    epsilon = WAYS["leave_one_out"](of_numbers.X, of_numbers.y, 4.0)
    expected = select_bandwidth(of_numbers.X, of_numbers.y, "leave_one_out", ridge=0.25)
    assert epsilon == expected.epsilon
    assert machine(of_numbers.y, 4.0).alpha == 0.25
    assert machine(split.y, 4.0).C == 4.0
    assert of_numbers.score(epsilon, 4.0) > 0.4
