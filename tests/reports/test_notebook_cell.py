"""Output in notebooks: valid, escaped HTML that loads nothing, and short lines of text."""

import math
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.neighbors import KernelDensity
from sklearn.svm import SVC

from kernelscale import (
    Bandwidth,
    Gaussian,
    ScaleCurve,
    compare,
    estimate_dimension,
    scale_curve,
    select_bandwidth,
)
from kernelscale.data_checks.note import Note
from kernelscale.intrinsic_dimension import METHODS, DimensionWarning
from kernelscale.reports.notebook_cell import _CURVES
from kernelscale.reports.small_chart import SmallChart

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 3))
Y = np.arange(60) % 2
NAMES = ("epsilon", "gamma", "length_scale")
RESULTS = {
    "searched": lambda: select_bandwidth(X, Y, rule="leave_one_out"),
    "by formula": lambda: select_bandwidth(X, rule="median"),
    "self-tuned": lambda: select_bandwidth(X, rule="self_tuning"),
    "comparison": lambda: compare(X, Y, rules=["median", "probabilistic", "self_tuning"]),
    "curve": lambda: scale_curve(X),
    **{name: lambda name=name: estimate_dimension(X, method=name) for name in METHODS},
}
WITHOUT_PICTURE = {"self-tuned", "pca"}


class Structure(HTMLParser):
    """A parser of HTML that checks that all elements end in the right order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.texts, self.attributes = [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def doubtful():
    path = np.cumsum(np.random.default_rng(0).normal(size=(80, 200)), axis=0)
    with pytest.warns(DimensionWarning):
        return estimate_dimension(path)


@pytest.mark.parametrize("name", RESULTS)
def test_a_cell_is_valid_and_loads_nothing(name):
    found = Structure(RESULTS[name]()._repr_html_())
    assert ("svg" in found.tags) is (name not in WITHOUT_PICTURE)
    assert not {"script", "style", "link", "img", "iframe"} & set(found.tags)
    assert not [value for _, value in found.attributes if value and "://" in value]
    assert not [value for _, value in found.attributes if value and "nan" in value]


@pytest.mark.parametrize("name", RESULTS)
def test_a_cell_sets_no_colour_of_text(name):
    """If text were black, it would not be visible on a dark page."""
    found = Structure(RESULTS[name]()._repr_html_())
    fills = {value for attribute, value in found.attributes if attribute == "fill"}
    styles = " ".join(value for attribute, value in found.attributes if attribute == "style")
    assert fills <= {"currentColor", "none"}
    assert ";color:" not in styles
    assert not styles.startswith("color:")


def test_a_cell_of_a_bandwidth_has_its_numbers_its_reason_and_its_notes():
    note = Note("few rows", "There are <7> rows & no more", "more would help")
    found = Bandwidth("mine", 4.0, Gaussian(4.0), "As <I> like.", notes=(note,))
    html = found._repr_html_()
    texts = Structure(html).texts
    for text in (".epsilon", "4", ".gamma", "0.125", ".length_scale", "2", "As <I> like."):
        assert text in texts
    assert f"Note: {note}" in texts
    assert "<7>" not in html
    assert "<I>" not in html


def test_a_cell_of_a_comparison_has_every_rule_and_a_star():
    found = RESULTS["comparison"]()
    texts = Structure(found._repr_html_()).texts
    for row in found.rows:
        star = "* " if row.rule == found.recommended.rule else ""
        assert f"{star}{row.rule}" in texts
        assert row.reading in texts
    assert found.recommendation in texts


def test_a_cell_of_a_dimension_has_its_caveat():
    found = doubtful()
    assert found.caveat
    assert found.caveat in Structure(found._repr_html_()).texts


def test_the_curves_of_methods_are_in_their_evidence():
    for name in METHODS:
        found = RESULTS[name]()
        seen = _CURVES.get(name)
        assert seen is None or {seen.x, seen.y} <= set(found.evidence)


def test_cells_need_no_matplotlib(monkeypatch):
    for name in {"matplotlib", *sys.modules}:
        if name.partition(".")[0] == "matplotlib":
            monkeypatch.setitem(sys.modules, name, None)  # an import of it raises an ImportError
    found = select_bandwidth([[0.0], [1.0], [3.0]], rule="median")
    assert "<svg" in found._repr_html_()
    with pytest.raises(ImportError, match="Drawing needs matplotlib"):
        found.plot()


@pytest.mark.parametrize("name", ["by formula", "comparison", "curve", "two_nn"])
def test_the_method_plot_writes_a_figure(name, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "figure.png"
    figure = RESULTS[name]().plot(path)
    assert figure.axes
    assert path.read_bytes().startswith(b"\x89PNG")


# Small charts


def places(drawn):
    found = dict(Structure(drawn).attributes)
    return [tuple(map(float, pair.split(","))) for pair in found["points"].split()]


def test_a_small_chart_keeps_the_ends_and_skips_values_that_are_not_finite():
    x = np.arange(1.0, 2001.0)
    y = np.where(x % 7 == 0, np.nan, x)
    drawn = places(SmallChart("y", x, y, "x", logarithmic=False).drawn())
    assert 100 <= len(drawn) <= 301
    assert drawn[0][0] < drawn[-1][0]
    assert drawn[0][1] > drawn[-1][1]  # y decreases upwards in SVG, so the first point is lower
    assert all(math.isfinite(number) for place in drawn for number in place)


def test_there_is_no_small_chart_of_one_point():
    assert SmallChart("y", [1.0, 2.0], [1.0, np.inf], "x").drawn() is None


# Text output, and results used as numbers


@pytest.mark.parametrize("name", [name for name in RESULTS if name != "comparison"])
def test_the_repr_of_a_result_is_one_short_line(name):
    text = repr(RESULTS[name]())
    assert len(text.splitlines()) == 1
    assert len(text) < 200
    assert text.startswith("<")


def test_the_repr_of_a_dimension_says_that_it_is_not_trusted():
    found = doubtful()
    assert found.trusted is False
    assert "not to be trusted" in repr(found)


def test_the_repr_of_a_curve_without_a_dimension():
    assert "ScaleCurve of 2 points" in repr(ScaleCurve([1.0, 2.0], [2.0, 3.0], [np.nan] * 2, 2))


USES = {
    "float": float,
    "an array of numbers": lambda b: np.asarray(b, dtype=float),
    "arithmetic": lambda b: np.ones(3) * b,
    "a function": np.exp,
    "SVC": lambda b: SVC(gamma=b).fit(X, Y),
    "KernelPCA": lambda b: KernelPCA(kernel="rbf", gamma=b).fit(X),
    "KernelDensity": lambda b: KernelDensity(bandwidth=b).fit(X),
}


@pytest.mark.parametrize("use", USES)
def test_a_bandwidth_used_as_a_number_is_refused_with_its_attributes(use):
    bandwidth = select_bandwidth(X, rule="median")
    with pytest.raises(TypeError) as raised:
        USES[use](bandwidth)
    assert all(f".{name}" in str(raised.value) for name in NAMES)


def test_a_bandwidth_used_as_a_length_is_refused():
    with pytest.raises(TypeError, match="Bandwidth"):
        GaussianProcessRegressor(RBF(select_bandwidth(X, rule="median"))).fit(X, Y)


def test_a_bandwidth_can_be_in_arrays_and_lists():
    """The candidates of a grid of parameters are stored in an array of objects."""
    bandwidth = select_bandwidth(X, rule="median")
    assert np.array([bandwidth, None], dtype=object)[0] is bandwidth
    assert bandwidth in [SimpleNamespace(), bandwidth]
