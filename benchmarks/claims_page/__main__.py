"""The table of claims in docs/paper.md from what `kernelscale reproduce -o FOLDER` wrote.

    kernelscale reproduce all -o FOLDER && python -m benchmarks.claims_page FOLDER

All experiments without a document in the folder, or that lacked their data, are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.scaling_page.__main__ import replaced, shown, table
from kernelscale.experiments import EXPERIMENTS

PAGE = Path("docs/paper.md")
WHOSE = {"paper": "the paper's", "ours": "ours"}
COLUMNS = {
    "experiment": "experiment",
    "whose": "whose",
    "claim": "claim",
    "where": "where",
    "repeats": "repeats",
    "statistic": "measured",
    "verdict": "verdict",
}


def claims(folder: Path) -> Iterator[dict[str, Any]]:
    """Rows of the tables of verdicts, in the order of the paper."""
    for name in EXPERIMENTS:
        document = folder / f"{name}.json"
        if document.exists():
            tables = json.loads(document.read_text(encoding="utf-8"))["tables"]
            for row in tables.get("verdicts", []):
                yield {"experiment": f"`{name}`", **row, "whose": WHOSE[row["whose"]]}


def cell(value: Any) -> str:
    """What a cell of a table in Markdown shows."""
    return shown(value).replace("|", r"\|")


def main(arguments: list[str] | None = None) -> None:
    """Write the table into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the JSON documents are")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    text = "\n".join(table(list(claims(chosen.folder)), COLUMNS, cell))
    page = chosen.page.read_text(encoding="utf-8")
    chosen.page.write_text(replaced(page, "claims", text), encoding="utf-8")


if __name__ == "__main__":
    main()
