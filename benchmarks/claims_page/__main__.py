"""Claims and pictures of docs/paper.md from the files that `kernelscale reproduce -o FOLDER` wrote.

The complete text of each claim goes to claims.md in the folder of the page.

    kernelscale reproduce all -o FOLDER && python -m benchmarks.claims_page FOLDER

Experiments without a document in the folder, or without their data, are skipped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.scaling_page.__main__ import replaced, shown, table, write_pictures
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction.verdict_table import counted, margin

PAGE = Path("docs/paper.md")
PICTURED = (
    "schematic",
    "log_sum_curve",
    "dimension",
    "theory_bound",
    "gaussian_mixture",
    "spiral_classes",
    "handwritten_digits",
)
"""Experiments whose pictures are on this page only."""
IN_FULL = "claims.md"
SET_UP = {"what": "set-up", "paper": "in the paper", "ours": "here", "same": "the same"}
TRIALS = {
    "where": "where",
    "scales": "scales looked at",
    "favourable": "in the paper's favour",
    "true": "true",
    "measured": "measured",
}
FINDINGS = {"finding": "finding", "where": "where", "measured": "measured", "holds": "holds"}
COLUMNS = {
    "link": "the paper's claim",
    "place": "where",
    "verdict": "verdict",
    "margin": "margin",
    "experiment": "experiment",
}


def claims(folder: Path) -> Iterator[dict[str, Any]]:
    """Rows of the tables of verdicts, in the order of the paper."""
    for name, tables in documents(folder):
        for row in tables.get("verdicts", []):
            link = f"[{row['words']}]({IN_FULL}#{row['claim']})"
            yield {"experiment": f"`{name}`", **row, "margin": margin(row), "link": link}


def in_full(folder: Path) -> Iterator[str]:
    """Lines of the page with the complete text of every claim, and with all findings."""
    yield "# Claims and findings, in full"
    yield ""
    yield "Written from a full run by `python -m benchmarks.claims_page FOLDER`."
    for name, tables in documents(folder):
        yield f"\n## {name.replace('_', ' ')}"
        for row in tables.get("verdicts", []):
            yield from _claim(row, tables)
        if tables.get("findings"):
            yield "\n### Findings of ours\n"
            yield from table(tables["findings"], FINDINGS, cell)


def _claim(row: dict[str, Any], tables: dict[str, Any]) -> Iterator[str]:
    """Lines of one claim: its words and verdict, the quotation, the reading and the trials."""
    where = f", {row['where']}" if row["where"] else ""
    yield f'\n### <a id="{row["claim"]}"></a>{row["words"]}\n'
    yield f"**{row['verdict']}**{where}. {row['measured']}\n"
    yield f"> {row['quotation']} ({row['place']})\n"
    yield f"- Reading: {row['reading']}"
    yield f"- In the paper's favour: {row['favourable']}"
    off = f"{row['clear_from']:g} {row['unit']} off"
    yield f"- True: {row['threshold']} (a limit of {row['threshold_of']}); clearly not: {off}\n"
    for rows, columns in ((tables.get("set_ups", []), SET_UP), (tables.get("trials", []), TRIALS)):
        own = [each for each in rows if each["claim"] == row["claim"]]
        if own:
            yield from table(own, columns, cell)
            yield ""


def documents(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names and tables of the experiments that have a document."""
    for name in EXPERIMENTS:
        document = folder / f"{name}.json"
        if document.exists():
            yield name, json.loads(document.read_text(encoding="utf-8"))["tables"]


def cell(value: Any) -> str:
    """A value as text of a cell of a table in Markdown."""
    return shown(value).replace("|", r"\|")


def main(arguments: list[str] | None = None) -> None:
    """Write the table into the page, and the pictures into the folder `pictures` next to it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the JSON documents")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    rows = list(claims(chosen.folder))
    text = "\n".join([counted(rows), "", *table(rows, COLUMNS, cell)])
    page = chosen.page.read_text(encoding="utf-8")
    chosen.page.write_text(replaced(page, "claims", text), encoding="utf-8")
    chosen.page.with_name(IN_FULL).write_text("\n".join(in_full(chosen.folder)) + "\n", "utf-8")
    for name, tables in documents(chosen.folder):
        if name in PICTURED:
            write_pictures(name, tables, chosen.page.parent / "pictures")


if __name__ == "__main__":
    main()
