"""The table of claims is written from what the experiments returned."""

import json

from benchmarks.claims_page.__main__ import main


def test_claims_of_all_documents_in_the_order_of_the_paper(tmp_path):
    row = {"claim": "a | b", "where": "here", "repeats": 3, "statistic": "0.5", "verdict": "holds"}
    for name in ("spiral_classes", "schematic"):
        document = {"tables": {"summary": [], "verdicts": [row]}}
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    (tmp_path / "dimension.json").write_text(json.dumps({"tables": {"summary": []}}))
    page = tmp_path / "page.md"
    page.write_text("before <!-- claims -->stale<!-- end of claims --> after")
    main([str(tmp_path), "--page", str(page)])
    lines = page.read_text().splitlines()
    assert [line.split("|")[1].strip() for line in lines if line.startswith("| `")] == [
        "`schematic`",
        "`spiral_classes`",
    ]
    assert r"a \| b" in page.read_text()
    assert "stale" not in page.read_text()
    assert page.read_text().startswith("before")
    assert page.read_text().endswith("after")
