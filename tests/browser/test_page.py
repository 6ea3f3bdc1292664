"""A page in a browser: the slider, sorting, the keyboard, and the map of sources."""

import numpy as np
import pytest

from kernelscale import ManifoldScaler, compare, reports
from kernelscale.paper.harness.claim import OF_US, Claim, Threshold, Trial, judged
from kernelscale.paper.harness.experiment import Experiment, Sliders
from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.reproduction.outcome import Outcome
from kernelscale.paper.reproduction.page import Section, reproduction_page
from kernelscale.reports.page import SourceMap

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A page whose title, column name, class names and note contain scripts."""
    random = np.random.default_rng(0)
    classes = np.arange(90) % 3
    points = random.normal(size=(90, 3)) + 5 * classes[:, None] * [1, 0, 0]
    labels = np.array([EVIL, f"</script>{EVIL}", '"><img src=x onerror="alert(1)">'])[classes]
    found = tmp_path_factory.mktemp("page") / "page.html"
    reports.write_page(
        compare(points, labels),
        found,
        points,
        labels,
        title=EVIL,
        feature_names=[EVIL, "b", "c"],
        scaler=ManifoldScaler(1).fit(points),
        notes=[EVIL],
    )
    return found


@pytest.fixture
def page(browser, path):
    """Load the page anew; any entry in the log of the browser is an error."""
    browser.get_log("browser")
    browser.get(path.as_uri())
    yield browser
    assert browser.get_log("browser") == []


def find(page, selector):
    return page.find_elements("css selector", selector)


def places(page):
    return [
        point.get_attribute("transform") for point in find(page, "svg.embedding .points > path")
    ]


def cursors(page):
    """Horizontal positions of the cursors; each cursor must be one vertical line."""
    lines = find(page, ".cursor")
    ends = [[line.get_attribute(end) for line in lines] for end in ("x1", "x2")]
    assert ends[0] == ends[1]
    assert lines
    return [float(end) for end in ends[0]]


def readings(page):
    return [reading.text for reading in find(page, ".reading")]


def set_slider(page, value):
    page.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'));",
        find(page, "input[type=range]")[0],
        value,
    )


def test_the_slider_moves_points_cursor_and_readings_together(page):
    [slider] = find(page, "input[type=range]")
    assert slider.is_displayed()
    before = places(page), cursors(page), readings(page)
    set_slider(page, 2)
    after = places(page), cursors(page), readings(page)
    assert sum(a != b for a, b in zip(before[0], after[0], strict=True)) > 45
    assert all(b < a for a, b in zip(before[1], after[1], strict=True))
    assert before[2] != after[2]
    assert slider.get_attribute("aria-valuetext") == f"epsilon {find(page, 'output')[0].text}"


def test_the_first_scale_shows_the_first_picture_again(page):
    start = find(page, "input[type=range]")[0].get_attribute("value")
    before = places(page), cursors(page), readings(page)
    set_slider(page, 0)
    set_slider(page, start)
    assert (places(page), cursors(page), readings(page)) == before


def test_arrow_keys_move_the_slider(page):
    [slider] = find(page, "input[type=range]")
    before = cursors(page)[0], slider.get_attribute("value")
    slider.send_keys("\ue014")  # the key "arrow right"
    assert int(slider.get_attribute("value")) == int(before[1]) + 1
    assert cursors(page)[0] > before[0]


def test_a_rules_button_selects_its_scale(page):
    buttons = find(page, ".jumps button")
    buttons[-1].send_keys("\ue007")  # the key "enter"
    assert buttons[-1].get_attribute("aria-pressed") == "true"
    assert [b.get_attribute("aria-pressed") for b in buttons].count("true") == 1
    [slider] = find(page, "input[type=range]")
    assert slider.get_attribute("value") == buttons[-1].get_attribute("data-frame")


def column(page, number):
    cells = find(page, f"table.sortable:first-of-type tbody tr > :nth-child({number})")
    n_rows = len(find(page, "table.sortable")[0].find_elements("css selector", "tbody tr"))
    return cells[:n_rows]


def test_headings_sort_numbers_by_value_and_missing_ones_last(page):
    button = find(page, "thead button")[1]
    assert button.text.strip() == "eps"
    for direction, sign in (("ascending", 1), ("descending", -1)):
        button.click()
        heading = find(page, "thead th")[1]
        assert heading.get_attribute("aria-sort") == direction
        values = [cell.get_attribute("data-value") for cell in column(page, 2)]
        known = [float(value) for value in values if value]
        assert known == sorted(known, key=lambda value: sign * value)
        assert values[: len(known)] == [value for value in values if value]
        assert len(known) < len(values)


def test_headings_sort_texts_and_take_the_keyboard(page):
    button = find(page, "thead button")[0]
    button.send_keys("\ue007")
    names = [cell.text for cell in column(page, 1)]
    assert names == sorted(names)
    assert len(set(names)) == len(names) > 5


def test_scripts_in_names_are_text_and_do_nothing(page):
    assert find(page, "h1")[0].text == EVIL
    assert EVIL in [cell.text for cell in find(page, "tbody th")]
    assert EVIL in [entry.text for entry in find(page, ".legend li")]
    assert len(find(page, "script")) == 2
    assert find(page, "img[src=x]") == []
    # An alert would have blocked the earlier steps. The policy must also block a script added
    # later.
    page.execute_script(
        "window.ran = false; const s = document.createElement('script');"
        "s.textContent = 'window.ran = true'; document.body.append(s);"
    )
    assert page.execute_script("return window.ran") is False
    [blocked] = page.get_log("browser")
    assert "Content Security Policy" in blocked["message"]


def test_without_a_script_there_is_a_picture_and_no_slider(browser, path):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(path.as_uri())
        assert not find(browser, "input[type=range]")[0].is_displayed()
        assert find(browser, "svg.embedding")[0].is_displayed()
        assert len(places(browser)) == 90
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_in_light_and_dark(scheme, page):
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    paper, ink = page.execute_script(
        "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color];"
    )
    assert contrast(paper, ink) > 7
    assert (luminance(paper) > 0.5) == (scheme == "light")
    quiet = page.execute_script("return getComputedStyle(document.querySelector('.quiet')).color")
    assert contrast(paper, quiet) > 4.5


# The map of sources


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
    """Points at the ring of the embedding and at that of the map; None for a hidden ring."""
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
    # points at the position of point 39, which may cover others
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


# The page of experiments


def trial(missed):
    return [Trial(EVIL, Interval(missed, missed, missed), EVIL)]


@pytest.fixture(scope="module")
def experiments_path(tmp_path_factory):
    rows = [
        {"panel": panel, "scale": s, "point": k, "x": s * k, "y": (-1.0) ** k, "label": EVIL}
        for panel in (EVIL, "plain")
        for s in (0.5, 1.0, 2.0)
        for k in range(5)
    ]
    curves = [{"scale": s, "curve": EVIL, "value": s} for s in (0.5, 1.0, 2.0)]
    values = [0.5, -0.1544, 9.6, 9.959e-08, -0.005032, -12.0]
    limit = Threshold(EVIL, OF_US, 1.0, "m")
    verdicts = judged(
        [
            Claim(EVIL, EVIL, EVIL, EVIL, EVIL, EVIL, (), limit, lambda _, v=value: trial(v))
            for value in values
        ],
        None,
    )
    mixed = [{"a": value} for value in ("b", 0.5, None, "a", -12.0, 1e-7, "a10", "a9")]
    tables = {"summary": mixed, "embeddings": rows, "curves": curves}
    sliders = Sliders("embeddings", "curves")
    roll = Experiment("roll", EVIL, EVIL, EVIL, EVIL, 1.0, None, sliders=sliders)
    part = Section(Outcome(roll, False, {**tables, **verdicts}, [], 0.0))
    path = tmp_path_factory.mktemp("experiments") / "page.html"
    path.write_text(reproduction_page([part], False, [EVIL]), encoding="utf-8")
    return path


def unfold(page):
    page.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")


def test_sliders_and_tables_of_experiments_are_folded(browser, experiments_path):
    browser.get(experiments_path.as_uri())
    assert not any(explorer.is_displayed() for explorer in find(browser, ".explorer"))
    assert find(browser, ".verdicts table")[0].is_displayed()
    unfold(browser)
    assert all(explorer.is_displayed() for explorer in find(browser, ".explorer"))


@pytest.mark.parametrize("folded", [True, False])
def test_a_narrow_page_of_experiments_has_no_empty_height(folded, browser, experiments_path):
    size = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        browser.get(experiments_path.as_uri())
        if not folded:
            unfold(browser)
        spans = browser.execute_script(
            "return [...document.querySelectorAll('body *')]"
            ".filter(e => !e.querySelector('p, li, td, th, svg, details, h1, h2, dd, div'))"
            ".map(e => e.getBoundingClientRect()).filter(r => r.height > 0)"
            ".map(r => [r.top + scrollY, r.bottom + scrollY]).sort((a, b) => a[0] - b[0])"
        )
        bottoms = np.maximum.accumulate([bottom for _, bottom in spans])
        gaps = np.array([top for top, _ in spans[1:]]) - bottoms[:-1]
        assert gaps.max() < 100
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_each_slider_of_the_page_of_experiments_moves_its_own_points(browser, experiments_path):
    browser.get_log("browser")
    browser.get(experiments_path.as_uri())
    unfold(browser)
    one, two = (
        [
            point.get_attribute("transform")
            for point in explorer.find_elements("css selector", "svg.embedding .points > path")
        ]
        for explorer in find(browser, ".explorer")
    )
    find(browser, "input[type=range]")[1].send_keys("\ue014")  # the key "arrow right"
    after = places(browser)
    assert after[: len(one)] == one
    assert after[len(one) :] != two
    assert [reading.text for reading in find(browser, ".reading")] == ["1", "2"]
    assert len(find(browser, "script")) == 3
    assert browser.get_log("browser") == []


@pytest.mark.parametrize(
    ("table", "heading", "upwards"),
    [
        (
            ".verdicts table",
            "margin",
            [
                "met by 12 m",
                "met by 0.15 m",
                "met by 0.005 m",
                "missed by 1e-07 m",
                "missed by 0.5 m",
                "missed by 9.6 m",
            ],
        ),
        (
            "#roll > details:last-of-type table",
            "a",
            ["-12", "1e-07", "0.5", "a", "a9", "a10", "b", "–"],
        ),
    ],
)
def test_columns_of_numbers_and_texts_sort_by_the_numbers(
    table, heading, upwards, browser, experiments_path
):
    browser.get_log("browser")
    browser.get(experiments_path.as_uri())
    unfold(browser)
    headings = find(browser, f"{table} thead th")
    number = [found.text.rstrip(" ↕") for found in headings].index(heading)
    known = [text for text in upwards if text != "–"]
    missing = [text for text in upwards if text == "–"]
    for direction, expected in (("ascending", known), ("descending", known[::-1])):
        headings[number].find_element("css selector", "button").click()
        assert headings[number].get_attribute("aria-sort") == direction
        cells = find(browser, f"{table} tbody tr > :nth-child({number + 1})")
        assert [cell.text for cell in cells] == expected + missing
    assert browser.get_log("browser") == []


def test_cursors_stay_upright_in_every_panel(browser, experiments_path):
    browser.get(experiments_path.as_uri())
    unfold(browser)
    before = cursors(browser)
    for slider in find(browser, "input[type=range]"):
        slider.send_keys("\ue014")  # the key "arrow right"
    assert all(after > cursor for cursor, after in zip(before, cursors(browser), strict=True))


def luminance(color):
    channels = [int(part) / 255 for part in color[4:-1].split(",")]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def contrast(one, other):
    """Contrast of two colours as the Web Content Accessibility Guidelines define it."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_is_no_wider_than_its_window(width, page):
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False},
    )
    try:
        wide = page.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
