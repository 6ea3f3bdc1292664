"""What notebooks show: HTML that is whole, escaped and loads nothing, and short lines of text."""

import math
import subprocess
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
from kernelscale.reports.notebook_cell import _SEEN
from kernelscale.reports.small_chart import SmallChart

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 3))
Y = np.arange(60) % 2
NAMES = ("epsilon", "gamma", "length_scale")
ANSWERS = {
    "searched": lambda: select_bandwidth(X, Y, rule="leave_one_out"),
    "by formula": lambda: select_bandwidth(X, rule="median"),
    "self-tuned": lambda: select_bandwidth(X, rule="self_tuning"),
    "comparison": lambda: compare(X, Y, rules=["median", "probabilistic", "self_tuning"]),
    "curve": lambda: scale_curve(X),
    **{name: lambda name=name: estimate_dimension(X, method=name) for name in METHODS},
}
WITHOUT_PICTURE = {"self-tuned", "pca"}


class Structure(HTMLParser):
    """Every element that begins ends, in the right order; texts and attributes are kept."""

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


@pytest.mark.parametrize("name", ANSWERS)
def test_a_cell_is_whole_and_loads_nothing(name):
    found = Structure(ANSWERS[name]()._repr_html_())
    assert ("svg" in found.tags) is (name not in WITHOUT_PICTURE)
    assert not {"script", "style", "link", "img", "iframe"} & set(found.tags)
    assert not [value for _, value in found.attributes if value and "://" in value]
    assert not [value for _, value in found.attributes if value and "nan" in value]


@pytest.mark.parametrize("name", ANSWERS)
def test_a_cell_has_no_colour_of_its_own_for_text(name):
    """What is black on white would not be seen on a dark page, and the other way round."""
    found = Structure(ANSWERS[name]()._repr_html_())
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
    found = ANSWERS["comparison"]()
    texts = Structure(found._repr_html_()).texts
    for row in found.rows:
        star = "* " if row.rule == found.recommended.rule else ""
        assert f"{star}{row.rule}" in texts
        assert row.reading in texts
    assert found.recommendation in texts


def test_a_cell_of_a_dimension_says_what_stands_against_it():
    found = doubtful()
    assert found.caveat
    assert found.caveat in Structure(found._repr_html_()).texts


def test_every_method_with_a_curve_in_its_evidence_has_a_picture():
    for name in METHODS:
        found = ANSWERS[name]()
        seen = _SEEN.get(name)
        assert seen is None or {seen.x, seen.y} <= set(found.evidence)


def test_cells_need_no_matplotlib():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from kernelscale import select_bandwidth\n"
        "found = select_bandwidth([[0.0], [1.0], [3.0]], rule='median')\n"
        "assert '<svg' in found._repr_html_()\n"
        "try: found.plot()\n"
        "except ImportError as error: print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Drawing needs matplotlib" in ran.stdout


@pytest.mark.parametrize("name", ["by formula", "comparison", "curve", "two_nn"])
def test_plot_is_what_reports_plot_draws(name, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "figure.png"
    figure = ANSWERS[name]().plot(path)
    assert figure.axes
    assert path.read_bytes().startswith(b"\x89PNG")


# Small charts


def places(drawn):
    found = dict(Structure(drawn).attributes)
    return [tuple(map(float, pair.split(","))) for pair in found["points"].split()]


def test_a_small_chart_keeps_the_ends_and_leaves_out_what_is_not_finite():
    x = np.arange(1.0, 2001.0)
    y = np.where(x % 7 == 0, np.nan, x)
    drawn = places(SmallChart("y", x, y, "x", logarithmic=False).drawn())
    assert 100 <= len(drawn) <= 301
    assert drawn[0][0] < drawn[-1][0]
    assert drawn[0][1] > drawn[-1][1]  # upwards is less in SVG
    assert all(math.isfinite(number) for place in drawn for number in place)


def test_there_is_no_small_chart_of_one_point():
    assert SmallChart("y", [1.0, 2.0], [1.0, np.inf], "x").drawn() is None


# Short lines, and numbers that are asked of an answer


@pytest.mark.parametrize("name", [name for name in ANSWERS if name != "comparison"])
def test_an_answer_is_one_short_line(name):
    said = repr(ANSWERS[name]())
    assert len(said.splitlines()) == 1
    assert len(said) < 200
    assert said.startswith("<")


def test_a_line_says_what_stands_against_a_dimension():
    found = doubtful()
    assert found.trusted is False
    assert "not to be trusted" in repr(found)


def test_a_line_of_a_curve_without_a_dimension():
    assert "ScaleCurve of 2 points" in repr(ScaleCurve([1.0, 2.0], [2.0, 3.0], [np.nan] * 2, 2))


ASKED = {
    "float": float,
    "an array of numbers": lambda b: np.asarray(b, dtype=float),
    "arithmetic": lambda b: np.ones(3) * b,
    "a function": np.exp,
    "SVC": lambda b: SVC(gamma=b).fit(X, Y),
    "KernelPCA": lambda b: KernelPCA(kernel="rbf", gamma=b).fit(X),
    "KernelDensity": lambda b: KernelDensity(bandwidth=b).fit(X),
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_bandwidth_that_is_taken_for_a_number_says_which_it_has(asked):
    bandwidth = select_bandwidth(X, rule="median")
    with pytest.raises(TypeError) as raised:
        ASKED[asked](bandwidth)
    assert all(f".{name}" in str(raised.value) for name in NAMES)


def test_a_bandwidth_taken_for_a_length_is_refused():
    with pytest.raises(TypeError, match="Bandwidth"):
        GaussianProcessRegressor(RBF(select_bandwidth(X, rule="median"))).fit(X, Y)


def test_a_bandwidth_is_an_object_among_others():
    """As in a grid of parameters, which holds candidates in an array of objects."""
    bandwidth = select_bandwidth(X, rule="median")
    assert np.array([bandwidth, None], dtype=object)[0] is bandwidth
    assert bandwidth in [SimpleNamespace(), bandwidth]
