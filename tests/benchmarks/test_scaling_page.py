"""The page about experiments with scaled features is written from the results of experiments."""

import json
from types import SimpleNamespace

import pytest
from benchmarks.scaling_page import __main__ as page_of_scaling
from benchmarks.scaling_page.__main__ import (
    LOWER,
    MOST_BYTES,
    RESOLUTION,
    TABLES,
    main,
    replaced,
    write_pictures,
)

from kernelscale.paper.registry import EXPERIMENTS


def test_only_the_text_between_the_marks_is_replaced():
    page = "A\n<!-- roll -->\nold\n<!-- end of roll -->\nB\n<!-- digit -->x<!-- end of digit -->"
    found = replaced(page, "roll", r"new \1")
    assert "old" not in found
    assert r"new \1" in found
    assert found.startswith("A\n")
    assert found.endswith("B\n<!-- digit -->x<!-- end of digit -->")


CLAIM = {"words": "A claim.", "verdict": "holds", "where": "everywhere", "measured": "1 of 1"}


@pytest.mark.parametrize("largest", [RESOLUTION, LOWER[1], 0])
def test_a_picture_has_the_highest_resolution_at_which_it_is_small(tmp_path, monkeypatch, largest):
    pytest.importorskip("matplotlib")
    tried = []

    def content(figure, kind, resolution):
        tried.append(resolution)
        return bytes(MOST_BYTES + (resolution > largest))

    monkeypatch.setattr(page_of_scaling, "figure_bytes", content)
    drawn = SimpleNamespace(drawings={"picture": lambda figure, tables: None})
    monkeypatch.setitem(EXPERIMENTS, "one", drawn)
    write_pictures("one", {}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["one-picture.png"]
    assert tried == [r for r in (RESOLUTION, *LOWER) if r >= largest]


def test_the_page_has_every_table_and_picture(tmp_path, quick_run, monkeypatch):
    """Pictures are not rasterised here; other tests do so for every drawing."""
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(page_of_scaling, "figure_bytes", lambda *_: b"")
    page = tmp_path / "page.md"
    page.write_text("\n".join(f"<!-- {name} --><!-- end of {name} -->" for name in TABLES))
    for name in TABLES:
        tables = quick_run(name, with_data=False).tables | {"verdicts": [CLAIM], "findings": []}
        (tmp_path / f"{name}.json").write_text(json.dumps({"tables": tables}))
    main([str(tmp_path), "--page", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.count("| A claim. | holds | everywhere | 1 of 1 |") == len(TABLES)
    assert "ManifoldScaler's default" in text
    assert "coil20_first15.npz" in text  # the page names the missing file
    assert len(list((tmp_path / "pictures").iterdir())) == sum(
        len(EXPERIMENTS[name].drawings) for name in TABLES
    )
