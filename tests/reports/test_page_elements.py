"""Markup, data, points and tables of a page."""

import json

import numpy as np
import pytest
from tests.reports.page_reader import EVIL, Reader, explorer_data

from kernelscale.reports.page.embedding_frames import Frames
from kernelscale.reports.page.explorer import Explorer
from kernelscale.reports.page.markup import data_block, element
from kernelscale.reports.page.point_colors import SHAPES, colors_of_points
from kernelscale.reports.page.sortable_table import sortable_table


def test_markup_is_kept_and_text_is_escaped_once():
    inner = element("b", "<")
    assert element("p", inner, "&", title='"') == '<p title="&quot;"><b>&lt;</b>&amp;</p>'


@pytest.mark.parametrize("text", [EVIL, "<!--", "]]>", "\u2028", "&lt;"])
def test_data_survive_their_block_and_cannot_end_it(text):
    block = data_block({"text": text})
    inside = block.removeprefix('<script type="application/json">').removesuffix("</script>")
    assert not set("<>&\u2028") & set(inside)
    assert json.loads(inside) == {"text": text}


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
