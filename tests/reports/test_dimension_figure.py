import numpy as np
import pytest

from kernelscale import estimate_dimension, reports
from kernelscale.intrinsic_dimension import METHODS, LocalPCA
from kernelscale.results import Dimension

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg


@pytest.fixture(scope="module")
def results():
    """The results of all methods for a curved sheet in three dimensions."""
    random = np.random.default_rng(1)
    points = random.uniform(size=(300, 2)) @ random.normal(size=(2, 3))
    points[:, 0] += points[:, 1] ** 2
    return {method: estimate_dimension(points, method) for method in METHODS}


def axes_of(result):
    figure = reports.plot(result)
    FigureCanvasAgg(figure).draw()
    return figure.axes


def line(axes, label):
    [found] = [line for line in axes.lines if line.get_label() == label]
    return found


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_picture_with_named_axes(method, results):
    for axes in axes_of(results[method]):
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        assert axes.get_legend()


@pytest.mark.parametrize("method", METHODS)
def test_the_title_has_the_estimate_and_the_reason(method, results, heading):
    result = results[method]
    title = heading(reports.plot(result)).replace("\n", " ")
    assert title.startswith(f"{method}: dimension {result.dimension} ({result.continuous:.4g}")
    assert title.endswith(result.reason)


def test_the_title_has_standard_deviation_and_flags(heading):
    result = Dimension("two_nn", 2, 2.0, "By halves.", sd=0.25, flags=("saturated", "few rows"))
    first, second = heading(reports.plot(result)).splitlines()
    assert first == "two_nn: dimension 2 (2, sd 0.25), saturated, few rows"
    assert second == "By halves."


def test_a_result_without_evidence_has_a_sentence():
    figure = reports.plot(Dimension("two_nn", 1, 1.0, "All rows lie on a straight line."))
    assert figure.axes == []
    assert any("no evidence to draw" in text.get_text() for text in figure.texts)


@pytest.mark.parametrize("method", ["danco", "mind"])
def test_the_divergence_is_drawn_around_its_minimum(method, results):
    result = results[method]
    [axes] = axes_of(result)
    x, y = axes.lines[0].get_data()
    assert x[0] == 1
    assert x[-1] >= result.continuous
    assert x[y.argmin()] == pytest.approx(result.continuous, abs=0.5)
    assert line(axes, f"estimate, {result.continuous:.4g}").get_xdata()[0] == result.continuous
    whole, heights = line(axes, "whole dimensions").get_data()
    assert whole[heights.argmin()] == result.dimension


def test_an_estimate_that_is_not_finite_has_no_line():
    evidence = {"dimensions": np.empty(0), "divergence": np.empty(0), "most_likely": np.nan}
    result = Dimension("danco", 3, np.nan, "All distances are equal.", evidence=evidence)
    [axes] = axes_of(result)
    assert [line.get_label() for line in axes.lines][1:] == ["whole dimensions"]


def test_the_line_of_two_nn_has_the_estimate_as_slope(results):
    [axes] = axes_of(results["two_nn"])
    x, y = line(axes, f"slope {results['two_nn'].continuous:.4g}").get_data()
    assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(results["two_nn"].continuous)
    np.testing.assert_array_equal(
        axes.collections[0].get_offsets()[:, 0], results["two_nn"].evidence["log_ratios"]
    )


def test_gride_is_drawn_over_distance(results):
    [axes] = axes_of(results["gride"])
    assert axes.get_xscale() == "log"
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), results["gride"].evidence["distances"])
    np.testing.assert_array_equal(
        axes.lines[0].get_ydata(), results["gride"].evidence["dimensions"]
    )


def test_removed_noise_is_shaded():
    points = np.random.default_rng(3).normal(size=(300, 8)) * [9, 9, 1, 1, 1, 1, 1, 1]
    result = estimate_dimension(points, "multiscale")
    assert result.evidence["noise_floor"]["n_directions"] == 6
    [axes] = axes_of(result)
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names[0] == "calibrated on balls, without noise"
    assert f"noise dominates, below {result.evidence['noise_scale']:.3g}" in names
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), result.evidence["calibrated"])


@pytest.mark.parametrize("method", ["gride", "levina_bickel", "implied", "multiscale"])
def test_the_estimate_is_a_horizontal_line_within_the_panel(method, results):
    axes = axes_of(results[method])[0]
    level = line(axes, f"estimate, {results[method].continuous:.4g}").get_ydata()
    assert list(level) == [results[method].continuous] * 2
    assert axes.get_ylim()[0] == 0
    assert axes.get_ylim()[1] > results[method].continuous


def test_the_complete_spectrum_is_drawn(results):
    axes, _ = axes_of(results["pca"])
    np.testing.assert_array_equal(
        axes.lines[0].get_ydata(), results["pca"].evidence["variance_shares"]
    )
    assert axes.get_yscale() == "log"


def test_two_shares_of_pairs_and_their_slope(results):
    [axes] = axes_of(results["correlation"])
    result = results["correlation"]
    x, y = map(np.log, line(axes, f"slope {result.continuous:.4g}").get_data())
    assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(result.continuous)


def test_the_largest_implied_dimension_is_marked(results):
    [axes] = axes_of(results["implied"])
    evidence = results["implied"].evidence
    x, y = line(axes, f"largest d_eps, {evidence['largest']:.3g}").get_data()
    assert (x[0], y[0]) == (evidence["epsilon"], evidence["largest"])


def test_the_histogram_counts_all_finite_estimates(results):
    _, histogram = axes_of(results["pca"])
    counted = sum(bar.get_height() for bar in histogram.patches)
    assert counted == np.isfinite(results["pca"].pointwise).sum()
    whole = [bar.get_x() % 1 for bar in histogram.patches]
    assert whole == pytest.approx([0.5] * len(whole))


def test_a_single_estimate_for_all_rows_has_no_histogram():
    points = np.random.default_rng(0).normal(size=(60, 3))
    assert len(axes_of(LocalPCA(local=False).fit(points).result_)) == 1
