import dataclasses
import json
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.reports.page_reader import EVIL, Reader

from kernelscale import ManifoldScaler, compare, reports
from kernelscale.bandwidth import RULES
from kernelscale.reports.page.axes import Axis, tick_text
from kernelscale.reports.page.chart_parts import WIDTH
from kernelscale.reports.page.comparison_page import ComparisonPage
from kernelscale.reports.page.curve_panels import NAMES_APART, Curve, CurvePanels
from kernelscale.reports.page.embedding_frames import Frames
from kernelscale.reports.page.explorer import Explorer
from kernelscale.reports.page.markup import data_block, element
from kernelscale.reports.page.point_colors import SHAPES, colors_of_points
from kernelscale.reports.page.sortable_table import sortable_table

MOST_BYTES = 5_000_000


@pytest.fixture(scope="module")
def points():
    random = np.random.default_rng(0)
    return random.normal(size=(90, 3)) + 5 * (np.arange(90) % 3)[:, None] * [1, 0, 0]


@pytest.fixture(scope="module")
def labels():
    return np.array([EVIL, "</script>&", "plain"])[np.arange(90) % 3]


@pytest.fixture(scope="module")
def comparison(points, labels):
    return compare(points, labels)


@pytest.fixture(scope="module")
def page(comparison, points, labels, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "page.html"
    reports.write_page(
        comparison,
        path,
        points,
        labels,
        title=EVIL,
        feature_names=[EVIL, "b", "c"],
        scaler=ManifoldScaler(1).fit(points),
        notes=[f"Note: {EVIL}"],
    )
    return path.read_text(encoding="utf-8")


def explorer_data(page):
    [block] = re.findall(r'<script type="application/json">(.*?)</script>', page)
    return json.loads(block)


# The whole page


def test_all_elements_are_closed_in_order(page):
    reader = Reader(page)
    assert reader._open == []
    assert reader.all("h2")[0] == "Recommended scale"


def test_text_from_data_is_escaped(page):
    reader = Reader(page)
    assert EVIL not in page
    assert reader.all("h1") == [EVIL]
    # one script contains the data, and the other is the program of the page
    assert len(reader.all("script")) == 2
    assert reader.all("script", type="application/json") == reader.all("script")[:1]
    assert EVIL in reader.all("p", **{"class": "note"})[0]
    assert {EVIL, "</script>&", "plain"} <= set(reader.all("li"))
    assert EVIL in reader.all("th", scope="row")


def test_the_page_loads_nothing_and_allows_only_its_script(page):
    reader = Reader(page)
    for tag, attributes, _ in reader.elements:
        assert not {"src", "href"} & set(attributes), tag
        assert not [name for name in attributes if name.startswith("on")]
    [policy] = [
        attributes["content"]
        for tag, attributes, _ in reader.elements
        if tag == "meta" and "http-equiv" in attributes
    ]
    assert policy.startswith("default-src 'none';")
    assert "script-src 'sha256-" in policy
    assert len(page.encode()) < MOST_BYTES


def test_the_recommendation_comes_first(page, comparison):
    assert page.index(comparison.recommended.reason[:20]) < page.index("All rules")
    figures = Reader(page).all("dd")
    assert figures[:2] == [
        f"{comparison.recommended.epsilon:.4g}",
        f"{comparison.recommended.gamma:.4g}",
    ]
    [code] = Reader(page).all("code")
    assert f"gamma={comparison.recommended.gamma:.4g}" in code


def test_rules_are_rows_in_order_with_exact_numbers_for_sorting(page, comparison):
    rows = re.findall(r'<th scope="row">(\w+)</th><td class="number" data-value="([^"]*)">', page)
    expected = [
        (row.rule, "" if row.epsilon is None else repr(row.epsilon)) for row in comparison.rows
    ]
    assert rows[: len(expected)] == expected


def test_scales_that_are_as_good_are_stated_marked_and_shaded(page, comparison, tmp_path):
    assert comparison.how_much_it_matters in Reader(page).all("p")
    assert Reader(page).all("td").count("=") == sum(bool(row.as_good) for row in comparison.rows)
    assert (
        f"Grey: scales as good as the recommended one, {comparison.recommended.as_good_in_words}."
        in page
    )
    # each panel has one shaded range
    assert page.count('class="shade"') == page.count('class="reading"')
    recommended = dataclasses.replace(comparison.recommended, as_good=None)
    rows = tuple(dataclasses.replace(row, as_good=None) for row in comparison.rows)
    without = dataclasses.replace(comparison, recommended=recommended, rows=rows)
    reports.write_page(without, tmp_path / "page.html")
    assert "as good" not in (tmp_path / "page.html").read_text(encoding="utf-8").lower()


def test_without_a_script_the_recommended_embedding_is_shown(page, comparison):
    data = explorer_data(page)
    start = data["scales"].index(f"{comparison.recommended.epsilon:.4g}")
    svg = page[
        page.index('class="embedding"') : page.index("</svg>", page.index('class="embedding"'))
    ]
    seen = [int(n) for pair in re.findall(r"translate\((-?\d+),(-?\d+)\)", svg) for n in pair]
    assert seen == data["frames"][start]
    assert f"<output>{data['scales'][start]}</output>" in page
    assert 'class="scripted" hidden' in page  # the slider is hidden, because it needs the script


def test_every_scale_has_a_position_of_each_point_and_a_value_of_each_curve(page, comparison):
    data = explorer_data(page)
    n_scales = len(data["scales"])
    assert {len(frame) for frame in data["frames"]} == {2 * comparison.n_samples}
    assert len(data["frames"]) == len(data["cursor"]) == len(data["readings"]) == n_scales
    assert all(0 <= place <= 1000 for frame in data["frames"] for place in frame)
    assert data["cursor"] == sorted(set(data["cursor"]))
    inside = comparison.curve.epsilon[[0, -1]]
    for row in comparison.rows:  # the slider has a position within 3 % of the scale of each rule
        if row.rule != "standardized" and row.epsilon and inside[0] < row.epsilon < inside[1]:
            ratios = [abs(np.log(float(scale) / row.epsilon)) for scale in data["scales"]]
            assert min(ratios) < 0.031


def test_without_points_the_page_has_the_curves(comparison, tmp_path):
    reports.write_page(comparison, tmp_path / "page.html")
    data = explorer_data((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "frames" not in data
    criteria = [name for name, rule in RULES.items() if rule.needs_labels]
    assert len(data["readings"][0]) == 2 + len(criteria)  # log S and d_eps are the two other values


def test_the_page_is_reproducible(comparison, points, labels, tmp_path):
    for name, threads in (("one", 1), ("two", 2)):
        reports.write_page(comparison, tmp_path / name, points, labels, n_threads=threads)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("standardized", [False, True])
def test_the_page_states_that_features_were_standardised(
    standardized, comparison, points, labels, tmp_path
):
    path = tmp_path / "page.html"
    reports.write_page(comparison, path, points, labels, standardized=standardized)
    paragraphs = Reader(path.read_text(encoding="utf-8")).all("p", **{"class": "quiet"})
    scaled = ", standardised" * standardized
    assert paragraphs[0] == f"90 rows, 3 features{scaled}, 3 classes"
    assert ("in units of standard deviations" in paragraphs[1]) == standardized


def test_other_points_are_refused(comparison, points, tmp_path):
    with pytest.raises(ValueError, match="X must be the points that were compared, 90 rows of 3"):
        reports.write_page(comparison, tmp_path / "page.html", points[1:])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("metric", ["cityblock", "mahalanobis"])
def test_points_with_another_metric_are_refused(metric, points, tmp_path):
    compared = compare(points, rules=["median"], metric=metric)
    with pytest.raises(ValueError, match=f"compared with metric='{metric}'; leave X out"):
        reports.write_page(compared, tmp_path / "page.html", points)
    assert list(tmp_path.iterdir()) == []
    reports.write_page(compared, tmp_path / "page.html")


# Elements of the page


def test_markup_is_kept_and_text_is_escaped_once():
    inner = element("b", "<")
    assert element("p", inner, "&", title='"') == '<p title="&quot;"><b>&lt;</b>&amp;</p>'


@pytest.mark.parametrize("text", [EVIL, "<!--", "]]>", "\u2028", "&lt;"])
def test_data_survive_their_block_and_cannot_end_it(text):
    block = data_block({"text": text})
    inside = block.removeprefix('<script type="application/json">').removesuffix("</script>")
    assert not set("<>&\u2028") & set(inside)
    assert json.loads(inside) == {"text": text}


def test_a_curve_has_a_gap_where_a_value_is_missing():
    nan = float("nan")
    curve = Curve("c", [1.0, 2.0, 4.0, 8.0, 16.0], [0.5, 1.0, nan, 3.0, 4.0])
    readings = [curve.at(scale) for scale in (1.0, 2.0, 3.0, 4.0, 5.0, 8.0)]
    assert readings == [0.5, 1.0, None, None, None, 3.0]
    assert [len(segment) for segment in curve.segments] == [2, 2]
    assert CurvePanels([curve]).drawn(1.0).count("<polyline") == 2


def test_a_curve_has_no_reading_at_a_missing_value():
    curve = Curve("c", [1.0, 2.0, 4.0], [float("nan"), 1.0, 3.0])
    assert curve.at(1.5) is None
    # this scale is half-way between 2 and 4 on the logarithmic axis
    assert curve.at(8**0.5) == pytest.approx(2.0)
    assert CurvePanels([curve]).readings(1.0) == ["–"]


ENDS = st.floats(1e-12, 1e12)


@given(
    start=ENDS,
    width=st.floats(1e-4, 1e4),
    most=st.integers(2, 12),
    logarithmic=st.booleans(),
    negative=st.booleans(),
)
@example(start=0.3, width=0.0, most=6, logarithmic=False, negative=False)
@example(start=0.3, width=0.0, most=6, logarithmic=True, negative=False)
# before a correction this axis had only the tick 0.8
@example(start=0.61, width=0.55, most=3, logarithmic=False, negative=False)
def test_ticks_lie_on_the_axis_and_positions_ascend(start, width, most, logarithmic, negative):
    low, high = start, start * (1 + width)
    if negative and not logarithmic:
        low, high = -high, -low
    axis = Axis.around([low, high], 0, 100, logarithmic=logarithmic)
    ticks = axis.ticks(most)
    assert len(ticks) >= 2
    assert len(ticks) <= max(most + 1, 6)
    assert len({tick_text(tick) for tick in ticks}) == len(ticks)
    slack = 1e-9 * (axis.high - axis.low)
    assert all(axis.low - slack <= tick <= axis.high + slack for tick in ticks)
    places = [axis.place(tick) for tick in ticks]
    assert places == sorted(set(places))
    assert axis.place(axis.low) == 0
    assert axis.place(axis.high) == 100


def test_a_long_number_at_the_right_end_of_the_axis_is_within_the_chart():
    drawn = CurvePanels([Curve("c", [1.0, 1e5], [0.0, 1.0])]).drawn(1.0)
    [x] = re.findall(r'<text x="([^"]*)"[^>]*class="tick middle">100000</text>', drawn)
    assert float(x) + 6 * 3.5 <= 640
    assert float(x) > 600


def test_classes_differ_by_colour_or_shape():
    found = colors_of_points(np.arange(30), np.zeros(30))
    assert len(set(found.points)) == 30
    assert {shape.path for shape in found.points} == set(SHAPES)


@pytest.mark.parametrize("labels", [np.linspace(0, 1, 9), np.arange(50), None])
def test_numbers_and_no_labels_are_a_scale_of_colours(labels):
    values = np.arange(50.0) if labels is None else labels
    found = colors_of_points(labels, np.arange(50.0))
    assert found.legend == []
    assert found.sentence
    brightness = [sum(int(s.fill[k : k + 2], 16) for k in (1, 3, 5)) for s in found.points]
    assert np.corrcoef(values, brightness)[0, 1] > 0.9


def test_points_without_a_position_are_outside_the_picture():
    frames = Frames(np.array([[[0.0, 1.0], [np.nan, np.nan], [9.0, 0.0]]]), None, "")
    [[middle, nowhere, outlier]] = frames.places().tolist()
    assert middle[0] == 500
    assert middle[1] < 100  # the point at y = 1 is near the top
    assert nowhere == [-1000, -1000]
    assert 900 < outlier[0] <= 1000


def test_an_explorer_may_have_points_only():
    frames = Frames(np.zeros((2, 3, 2)), np.array(["a", "b", "a"]), "Three points.")
    page = Explorer([1.0, 2.0], 0, "points", frames).markup()
    assert "cursor" not in explorer_data(page)
    assert page.count("translate(500,500)") == 3


def test_columns_of_text_have_numbers_for_sorting():
    rows = [{"a": "x", "b": 2.5, "c": None}, {"a": "y", "b": "none", "c": "z"}]
    table = sortable_table(rows, "T", numbers={"a": lambda row: -float(len(str(row["b"])))})
    cells = [
        found.get("data-value")
        for tag, found, _ in Reader(table).elements
        if tag == "td" or found.get("scope") == "row"
    ]
    assert cells == ["-3.0", "2.5", "", "-4.0", None, None]
    assert 'class="number"' not in table


def test_missing_numbers_are_dashes_and_booleans_are_yes_and_no():
    table = sortable_table(
        [{"a": "x", "b": None, "c": True}, {"a": "y", "b": 0.25, "c": False}], "T"
    )
    assert Reader(table).all("td") == ["–", "yes", "0.25", "no"]


# Names of lines


NAMED = {"a": 1.0, "scikit_learn_scale": 1.01, "b": 1.02, "standard_deviation": 30.0, "c": 999.0}


def names_of(panels):
    """Horizontal position of the end of each slanted name, and the class of its style."""
    found = re.findall(
        r'translate\(([\d.]+) [\d.]+\) rotate\(45\)" class="([^"]*)">([^<]*)<', panels
    )
    return {name: (float(x), look) for x, look, name in found}


def test_names_of_lines_do_not_overlap_and_lie_within_the_chart():
    curve = Curve("c", [1.0, 1000.0], [0.0, 1.0])
    panels = CurvePanels([curve], [*NAMED.items()], ("recommended", 30.0))
    found = names_of(panels.drawn(1.0))
    assert [*found] == [*NAMED]
    places = np.array([x for x, _ in found.values()])
    assert (np.diff(places) > NAMES_APART - 0.1).all()
    assert all(
        x >= 4.5 * len(name) for name, (x, _) in found.items()
    )  # slanted names extend to the left of their end
    assert places.max() <= WIDTH
    assert [name for name, (_, look) in found.items() if "name" in look] == ["standard_deviation"]


def test_space_for_names_is_reserved_only_if_there_are_lines():
    curve = Curve("c", [1.0, 1000.0], [0.0, 1.0])
    assert names_of(CurvePanels([curve]).drawn(1.0)) == {}
    assert CurvePanels([curve], [("a", 2.0)]).height > CurvePanels([curve]).height
    assert CurvePanels([curve], [("outside", 1e6)]).height == CurvePanels([curve]).height


def test_the_page_states_below_which_scale_the_graph_has_several_components():
    random = np.random.default_rng(0)
    found = compare(random.normal(size=(60, 2)), rules=["median"])
    html = ComparisonPage(found, "points", ["x"]).html()
    assert f"below epsilon = {found.connected_from:.4g}, the graph of nearest" in html
    assert 'class="mark split"' in html
    assert "graph connected" in html
