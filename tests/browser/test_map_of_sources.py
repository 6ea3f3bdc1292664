"""The map of sources that a page shows beside the embedding."""

import numpy as np
import pytest
from tests.browser.page_elements import EVIL, find, set_slider

from kernelscale import compare, reports
from kernelscale.reports.page import SourceMap


@pytest.fixture(scope="module")
def map_path(tmp_path_factory):
    random = np.random.default_rng(0)
    points = random.normal(size=(40, 3)) + 5 * (np.arange(40) % 2)[:, None]
    labels = np.array(["a", "b"])[np.arange(40) % 2]
    names = [f"{EVIL} {k}" for k in range(40)]
    sources = SourceMap(30 * random.normal(size=(40, 2)), (0.0, 0.0), names)
    found = tmp_path_factory.mktemp("map") / "page.html"
    reports.write_page(compare(points, labels), found, points, labels, sources=sources)
    return found


@pytest.fixture
def mapped(browser, map_path):
    """Load the page with a map anew; any entry in the log of the browser is an error."""
    browser.get_log("browser")
    browser.get(map_path.as_uri())
    yield browser
    assert browser.get_log("browser") == []


def ringed(page):
    """The points inside the ring, in the embedding and on the map; None where no ring is shown."""
    found = []
    for kind in ("embedding", "map"):
        [ring] = find(page, f"svg.{kind} .ring")
        drawn = [p.get_attribute("transform") for p in find(page, f"svg.{kind} .points > path")]
        seen = ring.get_attribute("visibility") == "visible"
        place = ring.get_attribute("transform")
        found.append([k for k in range(40) if drawn[k] == place] if seen else None)
    return found


def test_points_look_the_same_on_the_map_and_stay_in_place(mapped):
    fills = "return [...document.querySelectorAll(arguments[0])].map(p => getComputedStyle(p).fill)"
    selectors = [f"svg.{kind} .points > path" for kind in ("embedding", "map")]
    one, two = (mapped.execute_script(fills, selector) for selector in selectors)
    assert one == two
    assert len(one) == 40
    assert len(set(one)) == 2
    before = [point.get_attribute("transform") for point in find(mapped, selectors[1])]
    set_slider(mapped, 2)
    assert [point.get_attribute("transform") for point in find(mapped, selectors[1])] == before


@pytest.mark.parametrize("kind", ["embedding", "map"])
def test_pointing_at_an_event_rings_it_in_both_pictures(mapped, kind):
    from selenium.webdriver import ActionChains

    assert ringed(mapped) == [None, None]
    hint = find(mapped, ".picker p")[0].text
    point = find(mapped, f"svg.{kind} .points > path")[-1]  # no other point covers it
    ActionChains(mapped).move_to_element(point).perform()
    assert ringed(mapped) == [[39], [39]]
    assert find(mapped, ".picker p")[0].text == f"{EVIL} 39, b"
    set_slider(mapped, 2)
    # the ring is at point 39, and other points of the embedding may be at the same position
    in_the_embedding, on_the_map = ringed(mapped)
    assert 39 in in_the_embedding
    assert on_the_map == [39]
    picture = find(mapped, f"svg.{kind}")[0]
    mapped.execute_script("arguments[0].scrollIntoView({block: 'end'})", picture)
    side = picture.size["width"] // 2
    ActionChains(mapped).move_to_element_with_offset(picture, 8 - side, side - 8).click().perform()
    assert ringed(mapped) == [None, None]
    assert find(mapped, ".picker p")[0].text == hint


def test_arrow_keys_go_from_event_to_event(mapped):
    [slider] = find(mapped, ".picker input")
    slider.send_keys("\ue014\ue014")  # the key "arrow right", twice
    assert ringed(mapped) == [[2], [2]]
    assert slider.get_attribute("aria-valuetext") == f"{EVIL} 2, a"


@pytest.mark.parametrize(("width", "beside"), [(1200, True), (720, True), (360, False)])
def test_the_map_is_beside_the_embedding_if_the_window_is_wide_enough(mapped, width, beside):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    mapped.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        one, two = (find(mapped, f"svg.{kind}")[0].rect for kind in ("embedding", "map"))
        assert two["width"] == one["width"]
        assert (two["y"] == one["y"]) == beside
        assert (two["x"] == one["x"]) == (not beside)
        assert beside or two["y"] > one["y"] + one["height"]
        assert mapped.execute_script("return document.documentElement.scrollWidth") <= width
    finally:
        mapped.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_without_scripts_there_is_a_map_and_no_controls(browser, map_path):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(map_path.as_uri())
        assert find(browser, "svg.map")[0].is_displayed()
        assert len(find(browser, "svg.map .points > path")) == 40
        assert not find(browser, ".picker")[0].is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
