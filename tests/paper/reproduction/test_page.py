import json
import re

import numpy as np
import pytest
from tests.reports.page_reader import EVIL, Reader

from kernelscale.paper.handwritten_digits.figures import shade_of_panel
from kernelscale.paper.harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.harness.experiment import Experiment, Sliders
from kernelscale.paper.harness.finding import finding
from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction.outcome import Outcome
from kernelscale.paper.reproduction.page import Section, reproduction_page
from kernelscale.paper.reproduction.pictures import picture_in_words

SCALES = [0.5, 1.0, 2.0]


def embeddings(panels=(None,)):
    rows = []
    for panel in panels:
        for scale in SCALES:
            for point in range(4):
                row = {"scale": scale, "point": point, "x": scale * point, "y": -1.0, "label": EVIL}
                rows.append(row if panel is None else {"panel": panel, **row})
    return rows


def curves(panels=(None,)):
    rows = [
        {"panel": panel, "scale": scale, "curve": f"{EVIL} {name}", "value": value}
        for panel in panels
        for name in "ab"
        for scale in SCALES
        for value in [None if (name, scale) == ("b", 1.0) else scale]
    ]
    if panels == (None,):
        rows = [{k: v for k, v in row.items() if k != "panel"} for row in rows]
    return rows


def page_of(*parts, quick=False):
    return reproduction_page(parts, quick, [])


def part(name="roll", **tables):
    return part_of(name, tables)


def part_of(name, tables, problem=None, **shade):
    sliders = Sliders("embeddings", "curves", **shade)
    texts = ("Figure 1", f"Claim {EVIL}", "Expected.", "made")
    experiment = Experiment(name, *texts, 1.0, None, sliders=sliders)
    return Section(Outcome(experiment, False, tables, [], 0.0, problem))


def data_of(page):
    return [
        json.loads(block)
        for block in re.findall(r'<script type="application/json">(.*?)</script>', page)
    ]


def claim(words="It holds", missed=-0.5, favourable=True, text="t", **others):
    """A claim all of whose trials miss the limit by `missed`."""
    trials = [Trial(text, Interval(missed, missed, missed), text, each) for each in (False, True)]
    limit = Threshold(text, OF_US, 0.1, "m")
    set_up = (SetUpLine(text, text, text),)
    name = words.replace(" ", "_")
    texts = (name, words, text, text, text, text)
    return Claim(*texts, set_up, limit, lambda evidence: trials[: 1 + favourable], **others)


def verdicts_of(*claims):
    return judged(claims, None)


def test_names_from_data_are_text(tmp_path):
    tables = verdicts_of(claim(text=EVIL), claim("It is", 0.05, text=EVIL))
    found = [finding(EVIL, EVIL, 3, EVIL, f"holds where {EVIL}")]
    summary = [{EVIL: EVIL, "b": 1.0}]
    rest = {"embeddings": embeddings(), "curves": curves()}
    page = page_of(part(summary=summary, findings=found, **tables, **rest))
    reader = Reader(page)
    assert reader._open == []
    assert EVIL not in page
    assert len(reader.all("script")) == 2
    assert EVIL in reader.all("th", scope="col")


def test_verdicts_are_at_the_top_and_link_to_their_claims():
    one, two = (
        part(name, summary=[{"a": 1}], **verdicts_of(claim(words, missed)))
        for name, words, missed in (("one", "It holds", -0.5), ("two", "It fails", 2.0))
    )
    page = page_of(one, two)
    reader = Reader(page)
    targets = {found["id"] for _, found, _ in reader.elements if "id" in found}
    links = [found["href"] for tag, found, _ in reader.elements if tag == "a"]
    assert links == ["#claim-It_holds", "#claim-It_fails", "#one", "#two"]
    assert {link.removeprefix("#") for link in links} <= targets
    top = page[: page.index('id="one"')]
    assert "met by 0.5 m" in top
    assert "missed by 2 m" in top
    assert "✓</span> holds" in top
    assert "✗</span> does not hold" in top


def test_claims_and_testable_claims_and_findings_are_counted():
    tables = verdicts_of(
        claim("one"),
        claim("two", 0.05),
        claim("three", 2.0),
        claim("four", 2.0, favourable=False),
        claim("five", testable=False),
    )
    found = [finding("We found it", "here", 1, "much", "holds")] * 3
    reader = Reader(page_of(part(summary=[{"a": 1}], findings=found, **tables)))
    [counts] = [text for text in reader.all("p") if text.startswith("5 claims")]
    assert counts == (
        "5 claims of the paper, 4 testable here. Verdicts: holds 1, holds in part 0, undecided 2, "
        "does not hold 1. Findings beyond the paper's claims: 3."
    )


def test_each_claim_is_shown_in_full_and_folded():
    page = page_of(part(summary=[{"a": 1}], **verdicts_of(claim("It fails", 2.0))))
    details = page[page.index('id="claim-It_fails"') :]
    for words in ("set-up", "in the paper", "other readings", "limit", "t (ours)", "0.1 m (ours)"):
        assert words in details
    assert "<details open" not in page


def test_verdicts_are_sorted_by_the_margin():
    missed = [0.5, -0.1544, 9.959e-08]
    tables = verdicts_of(*(claim(f"claim {k}", value) for k, value in enumerate(missed)))
    reader = Reader(page_of(part(summary=[{"a": 1}], **tables)))
    cells = [found["data-value"] for tag, found, _ in reader.elements if "data-value" in found]
    assert cells[: len(missed)] == [f"{value:.10g}" for value in missed]


@pytest.mark.parametrize(
    ("counts", "ends"),
    [
        ([False, False, True], [(0, 1)]),
        ([False, True, False], [(0, 0), (2, 2)]),
        ([True, True, True], []),
    ],
)
def test_scales_that_do_not_count_are_grey_under_the_slider(counts, ends):
    accuracy = [
        {"data": data, "scale": scale, "counts": known or data == "other"}
        for data in ("raw", "other")
        for scale, known in zip(SCALES, counts, strict=True)
    ]
    panels = ("raw", "other")
    tables = {"accuracy": accuracy, "curves": curves(panels), "embeddings": embeddings(panels)}
    page = page_of(part_of("digits", tables, shade=shade_of_panel))
    shades = re.findall(r'<rect x="([^"]*)" y="[^"]*" width="([^"]*)"[^>]*class="shade"', page)
    left, right = 56, 640 - 12  # ends of the axis; the second scale is its middle
    places = (left, (left + right) / 2, right)
    # Each range has a rectangle in the charts of both curves; for a single scale its width is 1.
    expected = 2 * [(places[first], max(places[last] - places[first], 1)) for first, last in ends]
    assert [(float(x), float(width)) for x, width in shades] == expected
    assert page.count("Grey: These scales are not resolved") == (0 if all(counts) else 1)
    assert ("Grey:" in page) == (not all(counts))


def test_a_skipped_experiment_is_named_with_its_reason():
    skipped = part_of("coil", {}, f"It needs {EVIL}.")
    page = page_of(part(summary=[{"a": 1}]), skipped)
    assert "coil, Figure 1: It needs <script>alert(1)</script>." in Reader(page).all("li")
    assert 'id="coil"' not in page


def test_a_quick_run_gives_no_verdict():
    page = page_of(part(summary=[{"a": 1}], **verdicts_of(claim())), quick=True)
    assert "they give no verdict" in page
    assert "Samples were small: no verdict." in page
    assert "they give no verdict" not in page_of(part(summary=[{"a": 1}]))


@pytest.mark.parametrize(
    ("tables", "seen"),
    [
        ({"embeddings": embeddings()}, [(True, 0)]),
        ({"curves": curves()}, [(False, 2)]),
        ({"embeddings": embeddings(), "curves": curves()}, [(True, 2)]),
        ({"embeddings": embeddings("ab"), "curves": curves()}, [(True, 2), (True, 2)]),
        ({"embeddings": embeddings("ab"), "curves": curves("a")}, [(True, 2), (True, 0)]),
        ({"embeddings": embeddings(), "curves": curves("a")}, [(True, 0), (False, 2)]),
        ({"curves": curves("ab")}, [(False, 2), (False, 2)]),
    ],
)
def test_each_panel_has_a_slider_over_its_points_and_curves(tables, seen):
    found = data_of(page_of(part(**tables)))
    assert [("frames" in data, len(data.get("readings", [[]])[0])) for data in found] == seen
    assert all(data["scales"] == ["0.5", "1", "2"] for data in found)


def test_points_keep_their_place_in_every_frame():
    rows = embeddings()
    [data] = data_of(page_of(part(embeddings=rows[::-1])))
    places = [frame[0::2] for frame in data["frames"]]
    # The rows of the points are in the order 3, 2, 1, 0; x is the scale times the point's number.
    assert all(across == sorted(across, reverse=True) for across in places)
    assert [len(set(across)) for across in places] == [4, 4, 4]


def test_a_missing_value_of_a_curve_is_a_gap():
    [data] = data_of(page_of(part(curves=curves())))
    assert [readings[0] for readings in data["readings"]] == ["0.5", "1", "2"]
    assert [readings[1] for readings in data["readings"]] == ["0.5", "–", "2"]


def test_long_and_wide_tables_are_shortened_and_name_the_complete_file():
    rows = [{f"column_{k}": n for k in range(40)} for n in range(1000)]
    page = page_of(part(summary=[{"a": 1}], all=rows))
    assert "50 of 1000 rows and 16 of 40 columns; roll-all.csv has all." in page
    assert page.count("<tr") == 2 + 1 + 50


def test_the_page_stays_small_for_many_large_tables():
    random = np.random.default_rng(0)
    tables = {
        f"table_{k}": [{f"c{c}": x for c, x in enumerate(random.normal(size=12).tolist())}] * 1000
        for k in range(60)
    }
    points = [
        {"panel": panel, "scale": scale, "point": point, "x": x, "y": y, "label": "a"}
        for panel in range(10)
        for scale in (1.0, 2.0, 4.0)
        for point, (x, y) in enumerate(random.normal(size=(400, 2)).tolist())
    ]
    page = page_of(part("one", **tables), part("two", **tables), part("three", embeddings=points))
    assert len(page.encode()) < 5_000_000
    data = data_of(page)
    assert len(data) == 10
    assert len(data[0]["frames"][0]) == 2 * 400  # tables are shortened before embeddings


@pytest.mark.parametrize(
    ("name", "draw"),
    [(name, draw) for name, each in EXPERIMENTS.items() for draw in each.drawings.values()],
)
def test_every_picture_is_described_in_a_sentence(name, draw):
    text = picture_in_words(name, draw)
    assert text.startswith(f"{name.replace('_', ' ')}: ")
    assert text.endswith(".")
    assert len(text.split()) > 5
