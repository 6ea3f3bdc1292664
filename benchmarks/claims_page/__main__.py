"""Write the claims and pictures of docs/paper.md, from results of `kernelscale reproduce`.

    kernelscale reproduce all -o FOLDER && python -m benchmarks.claims_page FOLDER

It also writes docs/claims.md, which has each claim in full, and the lists of claims in
docs/for_the_authors.md. Experiments without results in FOLDER are skipped.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.scaling_page.__main__ import replaced, shown, table, write_pictures
from kernelscale.paper.harness.claim import KINDS
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction.verdict_table import clear_margin, counted, margin

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
"""Experiments whose pictures this program writes; other programs write those of the rest."""
IN_FULL, LETTER = "claims.md", "for_the_authors.md"
SET_UP = {"what": "set-up", "paper": "in the paper", "ours": "here", "same": "the same"}
TRIALS = {
    "where": "where",
    "scales": "scales that count",
    "reading": "reading",
    "outcome": "outcome",
    "measured": "measured",
}
LEGEND = """\
Each claim begins with its verdict, numbers that describe all of its trials (some claims only), and
the measured numbers of one trial: the worst trial of the plain reading; for the verdict "undecided"
its best trial, and for "does not hold" the best trial of all readings. "Limit" is the number that a
trial has to meet, and who set it. A trial misses it clearly if its whole 95 % confidence interval
misses it by more than the margin that follows. Two tables follow.

- Set-up: one row for each fact, as the paper states it and as it is here. "The same" is yes or no,
  or "not stated" if the paper does not state the fact.
- Trials: "where" has data and settings. "Scales that count" has the scales at which the trial is
  judged, if it depends on them; a claim is judged once for each such choice of scales. "Reading"
  is plain, or another one. Other readings are chosen in favour of the paper, before anything is
  measured; some turn out to be less favourable. "Outcome" is true or false if the whole interval is
  on one side of the limit, else undecided. "Measured" has the mean, and the interval in
  parentheses.

A finding goes beyond the claims; "holds" says where it was found true."""
FINDINGS = {"finding": "finding", "where": "where", "measured": "measured", "holds": "holds"}
COLUMNS = {
    "link": "the paper's claim",
    "place": "where",
    "verdict": "verdict",
    "margin": "margin",
    "experiment": "experiment",
}


def claims(folder: Path) -> Iterator[dict[str, Any]]:
    """Rows of the table of verdicts: one for each claim, in the order of the experiments."""
    for name, tables in documents(folder):
        for row in tables.get("verdicts", []):
            link = f"[{row['words']}]({IN_FULL}#{anchor(row['words'])})"
            yield {"experiment": f"`{name}`", **row, "margin": margin(row), "link": link}


def anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub and MyST make it.

    >>> anchor("The scales of rho_Psi, and of Ge")
    'the-scales-of-rho_psi-and-of-ge'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def in_full(folder: Path) -> Iterator[str]:
    """Lines of the page with the complete text of every claim, and with all findings."""
    yield "# Claims and findings, in full"
    yield ""
    yield "Written from a run by `python -m benchmarks.claims_page FOLDER`. The rule of verdicts"
    yield "is in [paper.md](paper.md#claims-and-verdicts)."
    yield f"\n{LEGEND}"
    if gap := unjudged(claims(folder)):
        yield f"\n{gap}"
    for name, tables in documents(folder):
        yield f"\n## {name.replace('_', ' ')}"
        for row in tables.get("verdicts", []):
            yield from _claim(row, tables)
        if tables.get("findings"):
            yield "\n### Findings beyond the claims\n"
            yield from table(tables["findings"], FINDINGS, cell)


def _claim(row: dict[str, Any], tables: dict[str, Any]) -> Iterator[str]:
    """One claim: its sentence, the verdict, the readings, the set-up and the trials."""
    where = f", {row['where']}" if row["where"] else ""
    yield f"\n### {row['words']}\n"
    yield f"**{row['verdict']}**{where}. {row['measured']}\n"
    yield f"> {row['quotation']} ({row['place']})\n"
    yield f"- Reading: {row['reading']}"
    yield f"- Other readings: {row['favourable']}"
    clear = f"a miss is clear above {clear_margin(row)}"
    yield f"- Limit: {row['threshold']} ({row['threshold_of']}); {clear}\n"
    trials = [
        {**each, "reading": "other" if each["favourable"] else "plain"}
        for each in tables.get("trials", [])
    ]
    for rows, columns in ((tables.get("set_ups", []), SET_UP), (trials, TRIALS)):
        own = [each for each in rows if each["claim"] == row["claim"]]
        if own:
            yield from table(own, columns, cell)
            yield ""


def unjudged(rows: Iterable[dict[str, Any]]) -> str:
    """A sentence on the claims that the run has not judged; empty if it judged all."""
    judged = {row["words"] for row in rows}
    of_paper = [claim.words for each in EXPERIMENTS.values() for claim in each.claims]
    missing = [words for words in of_paper if words not in judged]
    if not missing:
        return ""
    return f"The run was not complete. Not judged yet: {'; '.join(missing)}."


def letter(text: str, rows: Sequence[dict[str, Any]]) -> str:
    """`text`, that of docs/for_the_authors.md, with a new list of claims for each verdict."""
    for kind in KINDS:
        entries = [_entry(row) for row in rows if row["verdict"] == kind]
        text = replaced(text, kind, "\n".join(entries) or "None.")
    return replaced(text, "not judged", unjudged(rows))


def _entry(row: dict[str, Any]) -> str:
    where = f" {row['where'][:1].upper()}{row['where'][1:]}." if row["where"] else ""
    command = f"`kernelscale reproduce {row['experiment'].strip('`')} -o results`"
    return f"- {row['link']} ({row['place']}). {row['measured']}.{where} {command}"


def documents(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names and tables of the experiments that have a JSON document in the folder."""
    for name in EXPERIMENTS:
        document = folder / f"{name}.json"
        if document.exists():
            yield name, json.loads(document.read_text(encoding="utf-8"))["tables"]


def cell(value: Any) -> str:
    """A value as a cell of a table in Markdown."""
    return shown(value).replace("|", r"\|")


def main(arguments: list[str] | None = None) -> None:
    """Write the pages, and the pictures into the folder `pictures` next to them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the JSON documents")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    rows = list(claims(chosen.folder))
    gap = unjudged(rows)
    text = "\n".join([f"{counted(rows)} {gap}".rstrip(), "", *table(rows, COLUMNS, cell)])
    page = chosen.page.read_text(encoding="utf-8")
    chosen.page.write_text(replaced(page, "claims", text), encoding="utf-8")
    chosen.page.with_name(IN_FULL).write_text("\n".join(in_full(chosen.folder)) + "\n", "utf-8")
    to_authors = chosen.page.with_name(LETTER)
    if to_authors.exists():
        to_authors.write_text(letter(to_authors.read_text(encoding="utf-8"), rows), "utf-8")
    for name, tables in documents(chosen.folder):
        if name in PICTURED:
            write_pictures(name, tables, chosen.page.parent / "pictures")


if __name__ == "__main__":
    main()
