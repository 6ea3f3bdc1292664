import numpy as np
import pytest

from kernelscale import reports
from kernelscale.intrinsic_dimension.profile import DimensionProfile, Plateau, ProfilePoint
from kernelscale.reports.profile_figure import widest_plateaus

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg

POINTS = (
    *(ProfilePoint("gride", 2.0**n, 3.0 - 0.2 * n, 0.1) for n in range(4)),
    *(ProfilePoint("implied", 3.0**n, 1.8, None) for n in range(5)),
    ProfilePoint("danco", 2.5, 3.1, None),
    ProfilePoint("danco", 3.5, 2.4, 0.2),
)
PLATEAUS = (
    Plateau("implied", 1.0, 9.0, 1.8),
    Plateau("implied", 3.0, 81.0, 1.7),
    Plateau("gride", 4.0, 8.0, 2.3),
)


def drawn(noise_scale=1.5):
    profile = DimensionProfile(POINTS, PLATEAUS, noise_scale, 2, "It decreases and stays.", 400)
    figure = reports.plot(profile)
    FigureCanvasAgg(figure).draw()
    return profile, figure.axes[0]


def names(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_each_method_is_a_curve_over_distance():
    profile, axes = drawn()
    assert axes.get_xscale() == "log"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("distance", "dimension")
    curves = {bar.get_label(): bar.lines[0] for bar in axes.containers}
    assert list(curves) == ["gride", "implied", "danco"]
    for method, curve in curves.items():
        points = [point for point in profile.points if point.method == method]
        np.testing.assert_array_equal(curve.get_xdata(), [point.distance for point in points])
        np.testing.assert_array_equal(curve.get_ydata(), [point.dimension for point in points])


def test_the_widest_plateau_of_each_method_is_marked():
    profile, axes = drawn()
    widest = widest_plateaus(profile)
    assert widest == {"implied": PLATEAUS[1], "gride": PLATEAUS[2]}
    bars = [line for line in axes.lines if line.get_linewidth() == 10]
    ends = {(*line.get_xdata(), *line.get_ydata()) for line in bars}
    assert ends == {(p.low, p.high, p.dimension, p.dimension) for p in widest.values()}


def test_distances_dominated_by_noise_are_shaded():
    assert "noise dominates, below 1.5" in names(drawn()[1])
    assert not any("noise" in name for name in names(drawn(noise_scale=0.0)[1]))


def test_the_title_has_dimension_and_reason():
    title = drawn()[1].get_title(loc="left")
    assert title == "dimension 2, 400 rows\nIt decreases and stays."
    assert "estimate, 2" in names(drawn()[1])


def test_numbers_on_the_axis_have_no_exponent():
    _, axes = drawn()
    shown = {label.get_text() for label in axes.get_xticklabels(which="both")} - {""}
    assert {"1", "2", "5", "10", "20", "50"} <= shown
    assert "30" not in shown
