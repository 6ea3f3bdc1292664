"""Pictures of the experiments on classes, drawn from tables of quick runs."""

import re

import numpy as np
import pytest

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def tables(quick_run):
    names = ("gaussian_mixture", "theory_bound", "log_sum_curve", "schematic")
    return {name: quick_run(name).tables for name in names}


def verticals(axes):
    """Positions of the vertical lines in a panel, by the label of the line."""
    found = {}
    for line in axes.lines:
        x = np.unique(line.get_xdata())
        if len(line.get_xdata()) == 2 and len(x) == 1:
            found[line.get_label()] = float(x[0])
    return found


def chosen(tables, panel):
    rows = tables["gaussian_mixture"]["chosen"]
    return {f"eps_{r['criterion']}": r["scale"] for r in rows if r["panel"] == panel}


@pytest.mark.parametrize("picture", ["first_coordinate", "criteria"])
def test_every_panel_marks_its_own_scales(picture, drawn, tables):
    for axes in drawn("gaussian_mixture", picture).axes:
        expected = chosen(tables, axes.get_title(loc="left"))
        assert verticals(axes) == pytest.approx(expected)


def test_criteria_are_largest_at_their_marks(drawn):
    for axes in drawn("gaussian_mixture", "criteria").axes:
        marks = verticals(axes)
        for line in axes.lines[:3]:
            assert np.nanmax(line.get_ydata()) == 1
            at = line.get_xdata()[np.nanargmax(line.get_ydata())]
            assert abs(np.log2(at / marks[f"eps_{line.get_label()}"])) < 1


def test_each_point_has_a_line_and_each_class_another_colour(drawn):
    for axes in drawn("gaussian_mixture", "first_coordinate").axes:
        assert [len(lines.get_segments()) for lines in axes.collections] == [40, 40]
        colors = [tuple(lines.get_color()[0][:3]) for lines in axes.collections]
        assert len(set(colors)) == 2


def test_the_perturbation_is_marked_on_its_curve(drawn):
    for axes in drawn("gaussian_mixture", "perturbation").axes:
        lines = axes.lines[:-1]
        for curve, mark in zip(lines[::2], lines[1::2], strict=True):
            x, y = mark.get_xdata()[0], mark.get_ydata()[0]
            around = np.searchsorted(curve.get_xdata(), x)
            low, high = curve.get_ydata()[around - 1 : around + 1]
            assert low <= y <= high


def test_bounds_are_above_the_distance_at_every_scale(drawn):
    for axes in drawn("theory_bound", "over_scales").axes:
        curves = {line.get_label(): line.get_ydata() for line in axes.lines}
        known = curves["distance"] > 1e-6
        assert known.any()
        for name in ("printed bound", "tight bound"):
            assert (curves[name][known] >= curves["distance"][known]).all()


def test_titles_of_random_cases_state_how_often_a_bound_is_not_vacuous(drawn, tables):
    printed, tight, _ = drawn("theory_bound", "random_cases").axes
    for axes, form in ((printed, "printed"), (tight, "tight")):
        [row] = [
            row
            for row in tables["theory_bound"]["summary"]
            if (row["data"], row["form"]) == ("random classes", form)
        ]
        said, left_out = axes.get_title(loc="left").splitlines()
        assert said == f"{form} bound: not vacuous in {row['not_vacuous']:.0%}, violated in 0"
        infinite, others = map(int, re.findall(r"(\d+) (?:infinite|others)", left_out))
        assert infinite == round(row["infinite"] * row["cases"]) > 0
        [drawn_cases] = [found.get_array() for found in axes.collections]
        assert infinite + others + drawn_cases.sum() == row["cases"]


def test_the_range_of_every_set_begins_at_eps_0(drawn, tables):
    figure = drawn("log_sum_curve", "curves")
    titled = [axes for axes in figure.axes if axes.get_title(loc="left")]
    assert len(titled) == 6
    for axes, plateau in zip(titled, tables["log_sum_curve"]["plateaus"], strict=True):
        assert axes.get_title(loc="left").startswith(f"{plateau['panel']}: eps_0 = ")
        assert list(verticals(axes).values()) == [plateau["low"]]


def test_the_schematic_shows_three_scales_and_a_curve_for_each_criterion(drawn, tables):
    figure = drawn("schematic", "schematic")
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [sum(title.startswith(name) for title in titles) for name in ("too", "chosen")] == [6, 3]
    curves = {axes.get_title(loc="left").split(",")[0]: axes for axes in figure.axes}
    for row in tables["schematic"]["summary"]:
        [at] = verticals(curves[row["criterion"]]).values()
        assert at == row["scale"]
