"""The page of experiments: folded sections, sliders and tables."""

import numpy as np
import pytest
from tests.browser.page_elements import EVIL, cursors, find, places

from kernelscale.paper.harness.claim import OF_US, Claim, Threshold, Trial
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.harness.experiment import Experiment, Sliders
from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.reproduction.outcome import Outcome
from kernelscale.paper.reproduction.page import Section, reproduction_page


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
