import dataclasses
import re
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import kernelscale
from kernelscale import reports
from kernelscale.bandwidth import RULES
from kernelscale.reports.comparison_figure import spread
from kernelscale.reports.figure_file import (
    check_figure_path,
    figure_bytes,
    new_figure,
    write_figure,
)

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Circle

SIGNATURES = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}


@pytest.fixture(scope="module")
def classes():
    random = np.random.default_rng(5)
    y = np.repeat([0, 1, 2], 20)
    return np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])[y] + random.normal(size=(60, 2)), y


@pytest.fixture(scope="module")
def comparison(classes):
    return kernelscale.compare(*classes)


@pytest.fixture(scope="module")
def unlabelled(classes):
    return kernelscale.compare(classes[0])


@pytest.fixture(scope="module")
def figure(comparison):
    return reports.plot(comparison)


@pytest.fixture(scope="module")
def plain_figure(unlabelled):
    return reports.plot(unlabelled)


@cache
def texts(figure):
    """Texts inside the panels, texts of the figure, and entries of legends, by their content."""
    FigureCanvasAgg(figure).draw()
    found = [text for axes in figure.axes for text in axes.texts]
    found += [*figure.texts, *(text for legend in figure.legends for text in legend.get_texts())]
    return {text.get_text(): text for text in found}


def vertical_lines(axes):
    """Horizontal positions of lines that extend from the bottom to the top of a panel."""
    return [line.get_xdata()[0] for line in axes.lines if list(line.get_ydata()) == [0, 1]]


# A comparison


def test_labels_give_a_second_panel(figure, plain_figure):
    # The first panel has two axes, one for log S and one for d_eps.
    assert len(figure.axes) == 3
    assert len(plain_figure.axes) == 2


def test_axes_have_names_and_units(figure):
    top, bottom, dimension = figure.axes
    assert bottom.get_xlabel() == "epsilon (squared distance)"
    assert bottom.get_xscale() == "log"
    assert top.get_ylabel() == "log S"
    assert dimension.get_ylabel() == "implied dimension d_eps"


def test_curves_equal_those_of_the_comparison(comparison, figure):
    top, _, dimension = figure.axes
    np.testing.assert_array_equal(top.lines[0].get_ydata(), np.log(comparison.curve.S))
    np.testing.assert_array_equal(dimension.lines[0].get_ydata(), comparison.curve.dimension)
    heights = [line.get_ydata()[0] for line in top.lines if line.get_linestyle() == ":"]
    assert heights == pytest.approx([np.log(60), 2 * np.log(60)])


def test_dimension_0_is_at_the_height_of_log_n(figure):
    top, _, dimension = figure.axes
    levels = [
        axes.transData.transform((1.0, height))[1]
        for axes, height in ((top, np.log(60)), (dimension, 0.0))
    ]
    assert levels[0] == pytest.approx(levels[1])


def test_every_rule_with_one_scale_of_the_data_is_named(figure):
    named = set(texts(figure))
    # "standardized" has scale 1 for scaled features; the two other rules give each row a scale.
    assert set(RULES) - named == {"standardized", "self_tuning", "variable_bandwidth"}


def test_every_scale_is_marked(comparison, figure):
    top = figure.axes[0]
    marked = vertical_lines(top)
    for row in comparison.rows:
        if row.rule not in ("standardized", "self_tuning", "variable_bandwidth"):
            assert row.epsilon in marked


def test_labels_do_not_overlap_and_lie_within_the_figure(figure, plain_figure):
    for drawn in (figure, plain_figure):
        labels = [text for name, text in texts(drawn).items() if name in RULES]
        boxes = [text.get_window_extent() for text in labels]
        assert all(drawn.bbox.x0 <= box.x0 and box.x1 <= drawn.bbox.x1 for box in boxes)
        assert all(box.y1 <= drawn.bbox.y1 for box in boxes)
        # Labels slanted by 45 degrees do not overlap if their starts are at least a line height
        # apart.
        line = labels[0].get_fontsize() * drawn.dpi / 72
        assert np.diff(np.sort([box.x0 for box in boxes])).min() > 1.2 * line


def test_recommended_scale_runs_through_all_panels(comparison, figure):
    for axes in figure.axes[:2]:
        strong = [line.get_xdata()[0] for line in axes.lines if line.get_linewidth() == 3]
        assert strong == [comparison.recommended.epsilon]
    assert any(name.startswith("recommended, epsilon = ") for name in texts(figure))


def test_criteria_are_one_at_their_own_scale(comparison, figure):
    bottom = figure.axes[1]
    rings = [line for line in bottom.lines if line.get_marker() == "o"]
    criteria = ("geometric", "probabilistic", "spectral", "leave_one_out")
    chosen = [comparison[rule].epsilon for rule in criteria]
    assert sorted(ring.get_xdata()[0] for ring in rings) == sorted(chosen)
    assert [ring.get_ydata()[0] for ring in rings] == [1.0] * 4


def test_the_plateau_is_that_of_log_sum(unlabelled, plain_figure):
    plateau = unlabelled["log_sum"].bandwidth.evidence["plateau"]
    named = texts(plain_figure)
    assert f"plateau, dimension {plateau['dimension']:.2f}" in named


def test_rules_that_fail_have_no_mark():
    # Some rules fail if a row has more duplicates than neighbours.
    X = np.repeat(np.arange(4.0)[:, None], 12, axis=0)
    result = kernelscale.compare(X)
    failed = {row.rule for row in result.rows if row.bandwidth is None}
    assert failed
    assert not failed & set(texts(reports.plot(result)))


def test_a_scale_outside_the_useful_range_is_shown(classes):
    result = kernelscale.compare(classes[0], rules=["auto", 1e9])
    top = reports.plot(result).axes[0]
    assert top.get_xlim()[1] > 1e9
    assert 1e9 in vertical_lines(top)


def test_two_points_have_a_figure():
    assert reports.plot(kernelscale.compare([[0.0], [1.0]])).axes


# Labels moved apart


def test_labels_far_apart_do_not_move():
    places = np.array([0.1, 0.5, 0.9])
    np.testing.assert_allclose(spread(places, gap=0.1), places)


@pytest.mark.parametrize("spot", [0.0, 0.5, 1.0])
def test_labels_on_one_spot_move_apart_within_the_panel(spot):
    apart = spread(np.full(12, spot))
    assert np.diff(apart).min() > 0.03
    assert apart[0] >= 0
    assert apart[-1] <= 1


# One bandwidth, one curve


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_picture(rule, comparison):
    axes = reports.plot(comparison[rule].bandwidth).axes[0]
    assert axes.get_title(loc="left").startswith(f"{rule}\n")
    assert axes.get_xlabel()
    assert axes.get_ylabel()


def test_a_search_is_drawn_with_its_criterion(classes):
    bandwidth = kernelscale.select_bandwidth(*classes, rule="probabilistic")
    axes = reports.plot(bandwidth).axes[0]
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), bandwidth.criterion)
    assert axes.get_ylabel() == bandwidth.criterion_name
    assert bandwidth.epsilon in vertical_lines(axes)


def test_a_curve_has_both_axes(classes):
    left, right = reports.plot(kernelscale.scale_curve(classes[0])).axes
    assert left.get_xlabel() == "epsilon (squared distance)"
    assert right.get_ylabel() == "implied dimension d_eps"


def test_other_objects_are_refused():
    with pytest.raises(TypeError, match="plot draws .*ScaleCurve.*, but a float was given"):
        reports.plot(1.0)


def test_pyplot_has_no_new_figure(comparison):
    # Figures of pyplot stay in memory until they are closed.
    pyplot = pytest.importorskip("matplotlib.pyplot")
    before = pyplot.get_fignums()
    reports.plot(comparison)
    assert pyplot.get_fignums() == before


# Files


@pytest.mark.parametrize("extension", SIGNATURES)
def test_file_has_the_format_of_its_extension(extension, unlabelled, tmp_path):
    path = tmp_path / f"scales{extension}"
    reports.plot(unlabelled, path)
    assert path.read_bytes().startswith(SIGNATURES[extension])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_failure_leaves_the_old_file_and_nothing_else(unlabelled, tmp_path, monkeypatch):
    path = tmp_path / "scales.png"
    path.write_text("old")

    def full_disk(self, content):
        self.write_text("half")
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(OSError, match="No space left"):
        reports.plot(unlabelled, path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_symbolic_link_is_kept(unlabelled, tmp_path):
    target, link = tmp_path / "target.png", tmp_path / "link.png"
    target.write_text("old")
    link.symlink_to(target)
    reports.plot(unlabelled, link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(SIGNATURES[".png"])


@pytest.mark.parametrize(
    ("name", "error", "sentence"),
    [
        ("scales.docx", ValueError, "is not the name of a figure file; the formats are .*png"),
        ("scales", ValueError, "is not the name of a figure file"),
        ("nowhere/scales.png", NotADirectoryError, "there is no such folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(name, error, sentence, tmp_path):
    with pytest.raises(error, match=sentence):
        check_figure_path(tmp_path / name)


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(IsADirectoryError, match="is a folder; give the name of a file in it"):
        check_figure_path(tmp_path / "folder.png")


def test_a_read_only_folder_is_refused(tmp_path, monkeypatch):
    def refuse(self, exist_ok=True):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.touch", refuse)
    with pytest.raises(PermissionError, match="cannot be written: Permission denied"):
        check_figure_path(tmp_path / "scales.png")


def test_the_check_leaves_no_file(tmp_path):
    check_figure_path(tmp_path / "scales.png")
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_one_sentence_says_what_to_install(unlabelled, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "kernelscale\[plot\]"'):
        reports.plot(unlabelled)


def test_an_interval_is_shaded(comparison):
    epsilon = comparison.recommended.epsilon
    recommended = dataclasses.replace(comparison.recommended, interval=(epsilon / 2, 2 * epsilon))
    figure = reports.plot(dataclasses.replace(comparison, recommended=recommended))
    assert "interval of the recommended scale" in texts(figure)


def test_the_range_of_equally_good_scales_is_shaded_in_every_picture(comparison):
    recommended = dataclasses.replace(comparison.recommended, as_good=(0.25, 2.0))
    without = dataclasses.replace(recommended, as_good=None)
    for bandwidth, is_shaded in ((recommended, True), (without, False)):
        assert (
            "as good" in reports.plot(bandwidth).axes[0].get_legend_handles_labels()[1]
        ) is is_shaded
        of_all = dataclasses.replace(comparison, recommended=bandwidth)
        assert ("as good" in texts(reports.plot(of_all))) is is_shaded


@pytest.mark.parametrize("extension", ["svg", "pdf", "png"])
def test_files_are_reproducible(extension, tmp_path):
    figures = []  # both figures are kept, so that their objects have different addresses in memory
    for name in ("one", "two"):
        figure = new_figure()
        axes = figure.subplots()
        disc = axes.add_patch(Circle((1, 1), 1))
        axes.plot([0, 2], [0, 2], clip_path=disc)
        write_figure(figure, tmp_path / f"{name}.{extension}")
        figures.append(figure)
    one, two = ((tmp_path / f"{name}.{extension}").read_bytes() for name in ("one", "two"))
    assert one == two


def test_names_of_clip_paths_are_independent_of_rounding():
    drawings = []
    for x in (0.1, 0.1 + 1e-15):
        figure = new_figure()
        figure.set_layout_engine("none")
        axes = figure.add_axes((x, 0.1, 0.5, 0.5))
        axes.plot([0, 2], [0, 2])
        drawings.append(figure_bytes(figure, "svg", 100))
    assert drawings[0] == drawings[1]


def test_all_referenced_clip_paths_are_defined(tmp_path):
    figure = new_figure()
    axes = figure.subplots()
    disc = axes.add_patch(Circle((1, 1), 1))
    axes.plot([0, 2], [0, 2], clip_path=disc)
    write_figure(figure, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    defined = re.findall(r'<clipPath id="(\w+)"', text)
    assert len(defined) == len(set(defined)) > 1
    assert set(re.findall(r'clip-path="url\(#(\w+)', text)) == set(defined)
