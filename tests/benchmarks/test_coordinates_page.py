"""The pictures and the table of the page on coordinates, made from few rows."""

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.coordinates_page.__main__ import (
    STEPS,
    accuracies,
    angle_explained,
    draw_steps,
    lines,
    main,
)

pytest.importorskip("matplotlib")


def test_the_strip_is_drawn_without_the_folder_of_data(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    main([str(tmp_path), "--rows", "200"])
    assert [path.name for path in tmp_path.iterdir()] == ["coordinates-independent.png"]
    assert data_folder.VARIABLE in capsys.readouterr().out


def test_more_steps_reduce_the_weight_of_later_coordinates():
    angle = 2 * np.pi * np.arange(40) / 40
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    X, y = np.vstack([circle, 3 + circle, 9 - circle]), np.repeat([0, 1, 2], 40)
    accuracy = accuracies(X, y, numbers=(2, 10))
    assert accuracy.shape == (len(STEPS), 2)
    assert (accuracy > 0.5).all()
    assert (angle_explained(X, y) > 0.9).all()


def test_the_table_and_the_picture_have_a_line_for_each_t():
    accuracy, explained = np.full((len(STEPS), 5), 0.5), np.ones(len(STEPS))
    assert len(list(lines(accuracy, explained))) == 2 + len(STEPS)
    assert len(draw_steps(accuracy).axes[0].lines) == len(STEPS)
