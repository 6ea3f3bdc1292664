import numpy as np
import pytest

from kernelscale import reports
from kernelscale.reports.scaling_figure import ScalingPicture

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg


def drawn(names, weights):
    figure = reports.plot(ScalingPicture(names, np.asarray(weights), "Joint"))
    FigureCanvasAgg(figure).draw()
    return figure.axes[0]


def test_bars_are_sorted_by_weight():
    axes = drawn(["a", "b", "c", "d"], [0.5, 0.0, 2.0, 0.5])
    assert [bar.get_width() for bar in axes.patches] == [2.0, 0.5, 0.5, 0.0]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["c", "a", "d", "b"]
    assert axes.yaxis_inverted()
    assert axes.get_title(loc="left") == "Joint"


def test_dropped_features_are_marked():
    axes = drawn(["a", "b", "c"], [0.0, 1.0, 0.0])
    assert [text.get_text() for text in axes.texts] == ["dropped"] * 2
    assert [text.xy[1] for text in axes.texts] == [1, 2]


def test_names_are_escaped_and_shortened():
    axes = drawn(["$x", "a" * 100], [2.0, 1.0])
    shown = [text.get_text() for text in axes.get_yticklabels()]
    assert shown[0] == r"\$x"
    assert len(shown[1]) == 40


def test_many_features_are_shown_by_number():
    weights = np.arange(200.0) % 5
    axes = drawn([str(n) for n in range(200)], weights)
    kept, out = axes.lines
    np.testing.assert_array_equal(kept.get_xdata(), np.flatnonzero(weights))
    np.testing.assert_array_equal(kept.get_ydata(), weights[weights > 0])
    assert len(out.get_xdata()) == 40
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["160 kept", "40 dropped"]
