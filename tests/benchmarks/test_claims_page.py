"""The table of claims is written from the results of the experiments."""

import json
from dataclasses import replace

import numpy as np
import pytest
from benchmarks.claims_page.__main__ import PAGE, PICTURED, main, unjudged
from benchmarks.scaling_page.__main__ import MOST_BYTES, TABLES, write_pictures
from benchmarks.scaling_page.__main__ import PAGE as SCALING_PAGE

from kernelscale.paper.harness.claim import KINDS
from kernelscale.paper.registry import EXPERIMENTS

pytest.importorskip("matplotlib")


def draw_instead(monkeypatch, name, drawings):
    monkeypatch.setitem(EXPERIMENTS, name, replace(EXPERIMENTS[name], drawings=drawings))


def test_claims_of_all_documents_are_in_the_order_of_the_paper(tmp_path, monkeypatch):
    for name, margin in (("spiral_classes", -0.5), ("schematic", 0.25)):
        texts = ("claim", "where", "measured", "quotation", "reading", "favourable", "threshold")
        row = dict.fromkeys(texts, "t") | {"threshold_of": "ours", "clear_from": 0.5}
        row |= {
            "reason": "few rows",
            "words": "a | b",
            "place": "here",
            "verdict": "holds",
            "unit": "m",
        }
        row |= dict.fromkeys(("margin", "margin_low", "margin_high"), margin)
        document = {"tables": {"summary": [], "verdicts": [row]}}
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    draw_instead(monkeypatch, "spiral_classes", {})
    draw_instead(monkeypatch, "schematic", {"dots": dots})
    (tmp_path / "dimension.json").write_text(json.dumps({"tables": {"summary": []}}))
    draw_instead(monkeypatch, "dimension", {})
    page = tmp_path / "page.md"
    page.write_text("before <!-- claims -->stale<!-- end of claims --> after")
    marks = (*KINDS, "not judged")
    letter = "".join(f"<!-- {mark} --><!-- end of {mark} -->" for mark in marks)
    (tmp_path / "for_the_authors.md").write_text(letter)
    main([str(tmp_path), "--page", str(page)])
    lines = page.read_text().splitlines()
    assert [line.split(" | ")[-2:] for line in lines if "`" in line] == [
        ["missed by 0.25 m", "`schematic` |"],
        ["met by 0.5 m", "`spiral_classes` |"],
    ]
    assert "2 claims of the paper, 2 testable here. Verdicts: holds 2, " in page.read_text()
    in_full = (tmp_path / "claims.md").read_text()
    assert in_full.count("### a | b") == 2
    assert "- Limit: t (ours); a miss is clear above 0.5 m (ours: few rows)" in in_full
    to_authors = (tmp_path / "for_the_authors.md").read_text()
    assert to_authors.index("kernelscale reproduce schematic") < to_authors.index("None.")
    assert to_authors.count("kernelscale reproduce") == 2
    for text in (page.read_text(), in_full, to_authors):
        assert "The run was not complete. Not judged yet: log S goes from log N" in text
    assert r"a \| b" in page.read_text()
    assert "stale" not in page.read_text()
    assert page.read_text().startswith("before")
    assert page.read_text().endswith("after")
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["schematic-dots.png"]


def test_pictures_are_small_enough_for_a_page(tmp_path, monkeypatch):
    """A picture of noise, which does not compress, is drawn at a lower resolution."""
    monkeypatch.setitem(
        EXPERIMENTS,
        "schematic",
        replace(EXPERIMENTS["schematic"], drawings={"noise": noise, "dots": dots}),
    )
    write_pictures("schematic", {}, tmp_path)
    sizes = {path.stem: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(sizes) == {"schematic-noise", "schematic-dots"}
    assert 40_000 < sizes["schematic-noise"] <= MOST_BYTES


def test_a_complete_run_leaves_no_claim_unjudged():
    rows = [{"words": claim.words} for each in EXPERIMENTS.values() for claim in each.claims]
    assert unjudged(rows) == ""
    assert unjudged(rows[1:]).endswith(f"Not judged yet: {rows[0]['words']}.")


def test_every_picture_is_on_its_page():
    for page, names in ((PAGE, PICTURED), (SCALING_PAGE, TABLES)):
        text = page.read_text(encoding="utf-8")
        for name in names:
            for picture in EXPERIMENTS[name].drawings:
                assert f"(pictures/{name}-{picture}.png)" in text


def dots(figure, tables):
    figure.subplots().plot([0, 1], [0, 1], "o")


def noise(figure, tables):
    figure.set_size_inches(6, 4)
    pixels = np.random.default_rng(0).uniform(size=(400, 600))
    figure.subplots().imshow(pixels, interpolation="nearest")
