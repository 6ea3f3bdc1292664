"""The page of a comparison: the slider, sorting, the keyboard and colours."""

import numpy as np
import pytest
from tests.browser.page_elements import EVIL, cursors, find, places, readings, set_slider

from kernelscale import ManifoldScaler, compare, reports


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
    # An alert would have blocked the earlier steps. The security policy of the page must also
    # block a script that is added later.
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
