"""The benchmark that compares methods of scaling features: tables of a small run."""

import numpy as np
import pytest
from benchmarks.scaling_choices import speed
from benchmarks.scaling_choices.__main__ import main
from benchmarks.scaling_choices.methods import METHODS, SETTINGS, measure


@pytest.mark.slow
def test_the_tables_have_a_row_for_each_method(capsys, monkeypatch):
    monkeypatch.setitem(SETTINGS, next(iter(SETTINGS)), (4, 2, 1.0))  # the search takes less time
    main(["--quick"])
    printed = capsys.readouterr().out
    for method in METHODS:
        assert printed.count(f"| {method} |") == 3
    assert printed.count(next(iter(SETTINGS))) == 3


def test_known_informative_features_exclude_noise():
    few, many, ratio = measure(
        "informative features known, standardised, MaxMin", "5 + 30, sd 70", 200, 0
    )
    assert ratio == 0
    assert 0 < few < 1
    assert 0 < many < 1


def test_naive_cell_computes_the_implied_dimension(random):
    block, feature = random.normal(size=(40, 2)), random.normal(size=40)
    points = np.c_[block, feature]
    r = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
    K = np.exp(-r / 2)
    assert np.isclose(speed.naive_cell(block, feature), (r * K).sum() / K.sum())


def test_times_are_printed(capsys):
    main(["--quick", "--speed"])
    assert "joint search" in capsys.readouterr().out
