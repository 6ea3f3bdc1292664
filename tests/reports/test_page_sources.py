"""The map of sources on a page: positions and colours of rows."""

import json
import re

import numpy as np
import pytest
from tests.reports.page_reader import EVIL, Reader

from kernelscale import compare, reports
from kernelscale.reports.page import SourceMap
from kernelscale.reports.page.point_colors import colors_by_distance

N_ROWS = 60


@pytest.fixture(scope="module")
def places():
    """Positions of sources in km east and north, far from the origin.

    They vary more from west to east than from south to north.
    """
    random = np.random.default_rng(1)
    return random.normal(size=(N_ROWS, 2)) * [40.0, 10.0] + [500.0, 7000.0]


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(0).normal(size=(N_ROWS, 3)) + 5 * (np.arange(N_ROWS) % 3)[:, None]


@pytest.fixture(scope="module")
def labels():
    return np.array([EVIL, "b", "c"])[np.arange(N_ROWS) % 3]


@pytest.fixture(scope="module")
def written(points, labels, tmp_path_factory):
    """A function that writes a page and returns its text."""
    comparison = compare(points, labels, rules=["median", "auto"])
    path = tmp_path_factory.mktemp("page") / "page.html"

    def write(sources, y=None):
        reports.write_page(comparison, path, points, y, sources=sources)
        return path.read_text(encoding="utf-8")

    return write


def picture(page, kind):
    return re.search(rf'<svg [^>]*class="{kind}".*?</svg>', page)[0]


def marks(page, kind):
    """Appearance (outline, and class or colour) and position of each point."""
    drawn = re.search(r'<g class="points">(.*?)</g>', picture(page, kind))[1]
    found = re.findall(r'<path ([^>]*) transform="translate\(([^)]*)\)">', drawn)
    return [(look, tuple(map(int, place.split(",")))) for look, place in found]


def looks(page, kind):
    return [look for look, _ in marks(page, kind)]


def on_the_map(page):
    return np.array([place for _, place in marks(page, "map")], dtype=float)


def caption(page, kind):
    return Reader(page).all("figcaption")[["embedding", "map"].index(kind)]


def ticks(page):
    """Values and positions of the ticks on both axes."""
    grid = r'<line x1="(.*?)" x2="(.*?)" y1="(.*?)" y2="(.*?)" class="grid"></line><text.*?>(.*?)<'
    lines = [tuple(map(float, found)) for found in re.findall(grid, page)]
    across = [(value, x) for x, end, _, _, value in lines if x == end]
    upright = [(value, y) for _, _, y, end, value in lines if y == end]
    return np.array(across), np.array(upright)


# The map on the page


@pytest.mark.parametrize("labelled", [True, False])
def test_a_row_looks_the_same_on_the_map_and_in_the_embedding(written, places, labels, labelled):
    page = written(places, labels if labelled else None)
    assert looks(page, "map") == looks(page, "embedding")
    assert len(looks(page, "map")) == N_ROWS
    n_looks = len(set(looks(page, "map")))
    assert n_looks == 3 if labelled else n_looks > N_ROWS / 2


def test_both_pictures_have_one_legend(written, places, labels):
    one, two = Reader(written(places, labels)).all("ul", **{"class": "legend"})[:2]
    assert one == two
    assert EVIL in one


def test_places_are_those_of_the_sources_with_equal_units_on_both_axes(written, places):
    page = written(places)
    for axis, sign, read in zip(ticks(picture(page, "map")), (1, -1), (0, 1), strict=True):
        values, drawn = axis.T
        per_km = (drawn[-1] - drawn[0]) / (values[-1] - values[0])
        # 200 km take about 820 units of length on both axes
        assert per_km == pytest.approx(sign * 4.1, rel=0.02)
        found = values[0] + (on_the_map(page)[:, read] - drawn[0]) / per_km
        expected = places[:, read] - places[:, read].mean()
        assert found == pytest.approx(expected, abs=0.51 / abs(per_km) + 1e-3)
    assert {"east, km", "north, km"} <= set(Reader(page).all("text"))


def test_all_places_lie_in_the_panel(written, places):
    assert on_the_map(written(places)).min() > 0
    assert on_the_map(written(places)).max() < 1000


@pytest.mark.parametrize("shift", [[0.0, 0.0], [-2000.0, 31.5]])
def test_the_map_does_not_depend_on_the_origin_of_places(written, places, shift):
    station = places.mean(axis=0)
    one = picture(written(SourceMap(places, tuple(station))), "map")
    other = picture(written(SourceMap(places + shift, tuple(station + shift))), "map")
    assert one == other


def test_colours_without_labels_follow_the_distance_from_the_station(written, places):
    station = tuple(places.mean(axis=0) + np.array([30.0, 0.0]))
    page = written(SourceMap(places, station))
    distances = np.hypot(*(places - station).T)
    brightness = [
        sum(int(look[k : k + 2], 16) for k in (0, 2, 4))
        for look in (re.search("#(.{6})", look)[1] for look in looks(page, "map"))
    ]
    assert np.corrcoef(distances, brightness)[0, 1] > 0.9
    shades = f"from {distances.min():.3g} km (dark) to {distances.max():.3g} km (bright)"
    for kind in ("embedding", "map"):
        assert f"the distance from the station, {shades}" in caption(page, kind)
    assert "station" in Reader(page).all("text")


def test_without_a_station_colours_follow_the_distance_from_the_middle(written, places):
    page = written(places)
    farthest = np.hypot(*(places - places.mean(axis=0)).T).max()
    assert "the distance from the middle of all sources" in caption(page, "map")
    assert f"to {farthest:.3g} km (bright)" in caption(page, "map")
    assert "station" not in Reader(page).all("text")


def test_a_far_station_is_in_the_caption_and_not_on_the_map(written, places):
    station = tuple(places.mean(axis=0) - np.array([0.0, 3000.0]))
    page = written(SourceMap(places, station))
    assert "The station lies 3000 km to the south, off the map." in caption(page, "map")
    assert (on_the_map(page) == on_the_map(written(places))).all()


def test_a_source_of_unknown_place_is_in_the_caption_and_not_on_the_map(written, places, labels):
    gone = places.copy()
    gone[7, 1] = np.nan
    for y in (labels, None):
        page = written(gone, y)
        off = (on_the_map(page) < 0).any(axis=1)
        assert np.flatnonzero(off).tolist() == [7]
        assert looks(page, "map") == looks(page, "embedding")
        titles = Reader(page).all("title")
        assert len([title for title in titles if title.endswith(", place unknown")]) == 2
        assert "Sources of unknown place, not on the map: 1." in caption(page, "map")
        assert ("Hollow points" in caption(page, "embedding")) == (y is None)
    assert 'class="unknown"' in looks(page, "map")[7]


def test_names_are_text_and_label_the_same_row_in_both(written, places, labels):
    names = [f"{EVIL} {k}" for k in range(N_ROWS)]
    page = written(SourceMap(places, names=names), labels)
    assert EVIL not in page
    titles = Reader(page).all("title")
    expected = [f"{name}, {label}" for name, label in zip(names, labels, strict=True)]
    assert [title for title in titles if title in set(expected)] == expected * 2
    assert len(Reader(page).all("script")) == 2


def test_sources_at_one_place_have_axes(written):
    page = written(np.full((N_ROWS, 2), 35.1))
    assert all(len(axis) >= 2 for axis in ticks(picture(page, "map")))
    assert len(set(map(tuple, on_the_map(page)))) == 1


def test_without_sources_there_is_no_map(written, labels):
    page = written(None, labels)
    for part in ('class="map"', 'class="ring"', "picker over", " mapped"):
        assert part not in page
    # the two captions are those of the embedding and of the curves
    assert len(Reader(page).all("figcaption")) == 2


def test_all_elements_of_a_page_with_a_map_are_closed_in_order(written, places, labels):
    reader = Reader(written(places, labels))
    assert reader._open == []
    assert json.loads(reader.all("script", type="application/json")[0])["frames"]


def test_both_pictures_show_the_same_subsample(tmp_path):
    random = np.random.default_rng(3)
    points, places = random.normal(size=(1100, 2)), random.normal(size=(1100, 2))
    comparison = compare(points, rules=["median"])
    reports.write_page(comparison, tmp_path / "page.html", points, sources=places)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert looks(page, "map") == looks(page, "embedding")
    titles = re.findall(r"<title>row (\d+)</title>", picture(page, "map"))
    assert len(set(titles)) == 1000
    assert titles == re.findall(r"<title>row (\d+)</title>", picture(page, "embedding"))
    east = places[list(map(int, titles)), 0]
    assert np.corrcoef(east, on_the_map(page)[:, 0])[0, 1] > 0.9999


# Refused sources


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        (np.zeros((N_ROWS, 3)), r"of shape \(n_samples, 2\), but \(60, 3\) were given"),
        (np.full((N_ROWS, 2), np.inf), "but infinite numbers of shape"),
        (np.full((N_ROWS, 2), np.nan), "No place of a source is known; at least one is needed"),
        (np.zeros((N_ROWS - 1, 2)), "sources must have a place for each of 60 rows, but have 59"),
    ],
)
def test_wrong_sources_are_refused(written, sources, sentence):
    with pytest.raises(ValueError, match=sentence):
        written(sources)


def test_sources_without_points_are_refused(points, places, tmp_path):
    with pytest.raises(ValueError, match="sources are drawn beside the embedding of X, but no X"):
        reports.write_page(compare(points), tmp_path / "page.html", sources=places)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("station", [(1.0,), (np.nan, 0.0), (0.0, np.inf)])
def test_a_station_is_two_finite_numbers(station):
    with pytest.raises(ValueError, match="The station must be two finite numbers"):
        SourceMap([[0.0, 0.0]], station)


def test_a_wrong_number_of_names_is_refused():
    with pytest.raises(ValueError, match="for each of 2 sources, but 1 were given"):
        SourceMap(np.zeros((2, 2)), names=["one"])


def test_a_single_distance_has_a_colour():
    assert len(set(colors_by_distance(np.array([3.0, 3.0]), "station").points)) == 1
