"""The page of seismic results is written from the document of the experiment."""

import json
import re

import pytest
from benchmarks.scaling_page import __main__ as page_of_scaling
from benchmarks.seismic_page.__main__ import main, with_interval

OF_EARTHQUAKES = ["first", "two_log", "two_power", "map_log", "map_power", "settings", "share"]
MARKS = ["synthetic", *OF_EARTHQUAKES, "alaska", "verdicts", "unknown"]


@pytest.fixture(autouse=True)
def without_rasterised_pictures(monkeypatch):
    """Other tests rasterise every drawing."""
    monkeypatch.setattr(page_of_scaling, "figure_bytes", lambda *_: b"")


def written(folder, tables):
    """Text between the two comments of each table, after the tables were written to a page."""
    page = folder / "page.md"
    page.write_text("\n".join(f"<!-- {mark} -->old {mark}<!-- end of {mark} -->" for mark in MARKS))
    (folder / "seismic.json").write_text(json.dumps({"tables": tables}))
    main([str(folder), "--page", str(page)])
    text = page.read_text(encoding="utf-8")
    return {m: re.search(f"<!-- {m} -->(.*?)<!-- end of {m} -->", text, re.S)[1] for m in MARKS}


CLAIM = {"words": "A claim.", "verdict": "holds", "where": "everywhere", "measured": "1 of 1"}


def numbers_of(row):
    return [float(part) for part in re.findall(r"[-+]?\d+\.\d+", row)]


def test_without_data_only_measured_tables_are_replaced(tmp_path, quick_run):
    pytest.importorskip("matplotlib")
    tables = quick_run("seismic", with_data=False).tables | {"verdicts": [CLAIM]}
    parts = written(tmp_path, tables)
    left = [mark for mark, text in parts.items() if text == f"old {mark}"]
    assert left == [*OF_EARTHQUAKES, "alaska", "unknown"]
    method = tables["synthetic_ways"][0]
    row = next(line for line in parts["synthetic"].splitlines() if method["title"] in line)
    assert round(method["separation"], 2) in numbers_of(row.split(" | ", 1)[1])
    assert "| A claim. | holds | everywhere | 1 of 1 |" in parts["verdicts"]
    assert (tmp_path / "pictures" / "seismic-quarries.png").exists()


def test_with_data_every_table_is_replaced(tmp_path, data_folder, quick_run):
    pytest.importorskip("matplotlib")
    tables = quick_run("seismic").tables
    parts = written(tmp_path, tables)
    assert [mark for mark, text in parts.items() if text == f"old {mark}"] == ["unknown"]
    assert parts["alaska"].count("\n| ") == 1 + len(tables["alaska_scales"])
    row = tables["ipoc_ways"][0]
    shown = next(line for line in parts["first"].splitlines() if row["title"] in line)
    assert f"| {row['distance']:.2f} ± {row['distance_se']:.3f} |" in shown


def test_a_number_without_an_interval_has_no_parentheses():
    row = {"loss": 0.25, "loss_low": None, "loss_high": None}
    assert with_interval(row, "loss") == "0.250"
    assert with_interval(row | {"loss_low": 0.2, "loss_high": 0.3}, "loss") == (
        "0.250 (0.200 to 0.300)"
    )
