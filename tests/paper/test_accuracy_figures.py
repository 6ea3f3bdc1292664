"""Pictures of accuracy over the scale show the values in the tables and no others."""

import numpy as np
import pytest

from kernelscale.intrinsic_dimension import METHODS
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.shared.scale_rules import MARKED
from kernelscale.reports.figure_file import new_figure

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg

SCALES = [1.0, 10.0, 100.0, 1000.0]
ACCURACIES = [0.7, 0.99, 0.9, 0.6]


def drawn(experiment, picture, tables):
    figure = new_figure()
    EXPERIMENTS[experiment].drawings[picture](figure, tables)
    return figure


def curve(facts):
    """Rows of a curve of accuracies; the first scale is not resolved."""
    return [
        {
            **facts,
            "repeats": 3,
            "scale": scale,
            "accuracy": accuracy,
            "accuracy_low": accuracy - 0.1,
            "accuracy_high": min(accuracy + 0.1, 1.0),
            "accuracy_rounded": accuracy / 2,
            "counts": scale > 1,
        }
        for scale, accuracy in zip(SCALES, ACCURACIES, strict=True)
    ]


def marks(facts):
    return [{**facts, "title": title, "scale": 2.0 + k} for k, title in enumerate(MARKED.values())]


def spirals(gaps=(0.02, 0.04, 0.08)):
    places = [
        {"coordinates": n, "noise_sd": sd, "gap": gap}
        for n in (1, 2, 3, 4)
        for sd in (0.4, 0.63)
        for gap in gaps
    ]
    return {
        "accuracy": [row for place in places for row in curve(place)],
        "chosen": [row for place in places for row in marks(place)],
    }


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_spirals_have_a_panel_for_each_noise_and_gap_and_a_line_for_each_scale(n, heading):
    figure = drawn("spiral_classes", f"accuracy_in_{n}", spirals())
    assert len(figure.axes) == 6
    assert f"in {n} diffusion coordinate" in heading(figure)
    for axes in figure.axes:
        lines = {line.get_label(): line for line in axes.lines}
        assert set(lines) == {"accuracy", "coordinates rounded", *MARKED.values()}
        rounded = lines["coordinates rounded"].get_ydata()
        np.testing.assert_allclose(rounded, np.array(ACCURACIES) / 2)
        np.testing.assert_allclose(lines["accuracy"].get_ydata(), ACCURACIES)
        looks = {(line.get_color(), str(line.get_linestyle())) for line in lines.values()}
        assert len(looks) == len(lines)


def test_scales_that_do_not_count_are_shaded_and_no_interval_is_above_one():
    axes = drawn("spiral_classes", "accuracy_in_2", spirals()).axes[0]
    [shade] = axes.patches
    assert shade.get_extents().transformed(axes.transData.inverted()).x1 == pytest.approx(1.0)
    [band] = axes.collections
    assert band.get_paths()[0].vertices[:, 1].max() <= 1


def test_every_range_that_does_not_count_is_grey_and_named_once():
    tables = digits()
    for row, counts in zip(tables["accuracy"][:4], (False, False, True, False), strict=True):
        row["counts"] = counts
    figure = drawn("handwritten_digits", "accuracy", tables)
    axes = figure.axes[0]
    ends = [shade.get_extents().transformed(axes.transData.inverted()) for shade in axes.patches]
    found = [end for box in ends for end in (box.x0, box.x1)]
    assert found == pytest.approx([1.0, 10.0, 1000.0, 1000.0])
    [legend] = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert sum("not resolved" in name for name in names) == 1


@pytest.mark.parametrize("experiment", ["spiral_classes", "handwritten_digits"])
def test_axes_of_accuracy_range_from_0_to_1(experiment):
    picture = "accuracy_in_2" if experiment == "spiral_classes" else "accuracy"
    tables = spirals() if experiment == "spiral_classes" else digits()
    for row in tables["accuracy"]:
        row |= {"accuracy": 0.5, "accuracy_low": 0.0, "accuracy_high": 1.0}
        row["accuracy_rounded"] = 0.4
    for axes in drawn(experiment, picture, tables).axes:
        low, high = axes.get_ylim()
        assert -0.05 < low < high < 1.05


def overlap(figure, one, other):
    renderer = figure.canvas.get_renderer()
    return one.get_window_extent(renderer).overlaps(other.get_window_extent(renderer))


@pytest.mark.parametrize("gaps", [(0.02, 0.04), (0.01, 0.02, 0.04, 0.08)])
@pytest.mark.parametrize("n", [1, 2])
def test_the_heading_does_not_run_over_the_legend(n, gaps):
    figure = drawn("spiral_classes", f"accuracy_in_{n}", spirals(gaps))
    FigureCanvasAgg(figure).draw()
    assert not overlap(figure, figure._suptitle, figure.legends[0])


def digits():
    facts = [{"data": name, "log2_of_median": 1.0, "all_features": 0.97} for name in ("raw", "z")]
    arbitrary = {"scale": 1.0, "choices": 50, "eigenvalues_nearly_one": 36, "most_isolated": 0.1}
    return {
        "accuracy": [row for fact in facts for row in curve(fact)],
        "summary": [row for fact in facts for row in marks(fact)],
        "arbitrary": [{"data": "raw", **arbitrary, "lowest": 0.5, "highest": 0.7}],
    }


def test_digits_are_compared_with_all_features_and_other_choices():
    figure = drawn("handwritten_digits", "accuracy", digits())
    raw, standardised = figure.axes
    assert [len(axes.containers) for axes in (raw, standardised)] == [1, 0]
    [legend] = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert len(names) == len(set(names))
    assert (
        "50 random bases of the\n36 vectors of eigenvalue 1\n(basis of isolated rows: 0.10)"
        in names
    )
    assert set(MARKED.values()) < set(names)


@pytest.mark.parametrize("experiment", ["spiral_classes", "handwritten_digits"])
def test_embeddings_have_a_panel_for_each_scale_and_data_set(experiment):
    rows = [
        {"panel": panel, "scale": scale, "point": k, "x": 0.1 * k, "y": -0.1 * k, "label": str(k)}
        for panel in ("first", "second")
        for scale in 2.0 ** np.arange(20)
        for k in range(4)
    ]
    figure = drawn(experiment, "embeddings", {"embeddings": rows})
    assert len(figure.axes) == 10
    assert [axes.get_ylabel() for axes in figure.axes[::5]] == ["first", "second"]
    titles = [float(axes.get_title().removeprefix("epsilon ")) for axes in figure.axes[:5]]
    assert titles == sorted(titles)
    assert len(set(titles)) == 5


def test_every_method_has_its_dimensions_over_the_noise():
    rows = [
        {
            "method": method,
            "noise_sd": sd,
            "repeats": 20,
            "dimension": 2 + sd,
            "dimension_low": 1.9 + sd,
            "dimension_high": 2.2 + sd,
        }
        for method in METHODS
        for sd in (0.0, 5.0)
    ]
    [axes] = drawn("dimension", "estimates", {"means": rows}).axes
    assert [bars.get_label() for bars in axes.containers] == list(METHODS)
    for bars in axes.containers:
        assert list(bars.lines[0].get_ydata()) == [2, 7]
    assert len({bars.lines[0].get_color() for bars in axes.containers}) == len(METHODS)
