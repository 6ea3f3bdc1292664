"""The table of claims is written from what the experiments returned."""

import json

from benchmarks.claims_page.__main__ import main

from kernelscale.experiments.verdicts import verdict_row


def test_claims_of_all_documents_in_the_order_of_the_paper(tmp_path):
    for name, whose in (("spiral_classes", "ours"), ("schematic", "paper")):
        row = verdict_row("a | b", "here", 3, "0.5", "holds", whose=whose)
        document = {"tables": {"summary": [], "verdicts": [row]}}
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    (tmp_path / "dimension.json").write_text(json.dumps({"tables": {"summary": []}}))
    page = tmp_path / "page.md"
    page.write_text("before <!-- claims -->stale<!-- end of claims --> after")
    main([str(tmp_path), "--page", str(page)])
    lines = page.read_text().splitlines()
    assert [line.split("|")[1:3] for line in lines if line.startswith("| `")] == [
        [" `schematic` ", " the paper's "],
        [" `spiral_classes` ", " ours "],
    ]
    assert r"a \| b" in page.read_text()
    assert "stale" not in page.read_text()
    assert page.read_text().startswith("before")
    assert page.read_text().endswith("after")
