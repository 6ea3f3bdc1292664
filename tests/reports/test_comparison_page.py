"""The page of a comparison."""

import dataclasses
import re

import numpy as np
import pytest
from tests.reports.page_reader import EVIL, Reader, explorer_data

from kernelscale import ManifoldScaler, compare, reports
from kernelscale.bandwidth import RULES
from kernelscale.reports.page.comparison_page import ComparisonPage

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


def test_the_page_states_below_which_scale_the_graph_has_several_components():
    random = np.random.default_rng(0)
    found = compare(random.normal(size=(60, 2)), rules=["median"])
    html = ComparisonPage(found, "points", ["x"]).html()
    assert f"below epsilon = {found.connected_from:.4g}, the graph of nearest" in html
    assert 'class="mark split"' in html
    assert "graph connected" in html
