"""The page on the paper's experiments: a table of verdicts, then pictures, with folded details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...reports.page.document import document
from ...reports.page.explorer import Explorer
from ...reports.page.markup import Markup, element, joined
from ...reports.page.sortable_table import sortable_table
from ..harness.experiment import FINDINGS, SET_UPS, TRIALS, VERDICTS
from .outcome import Outcome
from .sliders import explorers
from .verdict_table import (
    claim_details,
    experiment_link,
    findings_table,
    verdict_section,
)

__all__ = ["Section", "reproduction_page"]

Rows = Sequence[Mapping[str, Any]]

TITLE = "Bandwidth selection: claims and measurements"
PAPER = (
    "Lindenbaum, Salhov, Yeredor and Averbuch, Gaussian Bandwidth Selection for Manifold Learning "
    "and Classification"
)
JUDGED = (VERDICTS, TRIALS, SET_UPS, FINDINGS)  # tables that the lists of claims and findings show
MOST_BYTES = 4_900_000  # bytes; a larger page gets less detail
MOST_COLUMNS = 16  # largest number of columns of a table


class Detail(NamedTuple):
    """Largest number of cells of a table, and largest number of points of an embedding."""

    cells: int
    points: int


DETAILS = (Detail(800, 400), Detail(200, 400), Detail(100, 200), Detail(50, 100))
"""Levels of detail, the highest first; the page uses the first level with which it has at most
`MOST_BYTES`, or else the last."""


class Section(NamedTuple):
    """The outcome of an experiment, and pictures of its tables."""

    outcome: Outcome
    pictures: Sequence[Markup] = ()


def reproduction_page(sections: Sequence[Section], quick: bool, remarks: Sequence[str]) -> str:
    """The whole page.

    Parameters
    ----------
    sections : sequence of Section
        The sections of the page, in the order of the paper.
    quick : bool
        Whether samples were small.
    remarks : sequence of str
        Sentences about the run, for the top of the page.
    """
    run = [section for section in sections if section.outcome.why_empty is None]
    skipped = [section.outcome for section in sections if section.outcome.why_empty is not None]
    if quick:
        remarks = ["Samples were small: they give no verdict.", *remarks]
    head = element(
        "header",
        element("h1", "What the paper claims, and what was measured"),
        element("p", PAPER, class_="quiet"),
        *(element("p", remark, class_="note") for remark in remarks),
    )
    verdicts = verdict_section([section.outcome.tables for section in run], quick)
    top = [head, verdicts, _contents(run), _skipped(skipped) if skipped else None]
    for detail in DETAILS:
        page = document(TITLE, *top, *(_markup(section, detail) for section in run))
        if len(page.encode()) <= MOST_BYTES:
            break
    return page


def _contents(sections: Sequence[Section]) -> Markup:
    links = [
        joined([experiment_link(section.outcome.experiment.name), " "]) for section in sections
    ]
    return element("nav", element("p", "Experiments: ", *links), aria_label="Experiments")


def _skipped(outcomes: Sequence[Outcome]) -> Markup:
    entries = [
        element("li", element("b", e.name), f", {e.source}: {outcome.why_empty}")
        for outcome in outcomes
        for e in [outcome.experiment]
    ]
    return element("section", element("h2", "Skipped"), element("ul", *entries))


def _markup(section: Section, detail: Detail) -> Markup:
    experiment, tables = section.outcome.experiment, section.outcome.tables
    facts = [
        ("in the paper", experiment.source),
        ("claim", experiment.claim),
        ("expected", experiment.expected),
        ("data", experiment.data),
    ]
    listed = [joined([element("dt", name), element("dd", text)]) for name, text in facts]
    sliders = experiment.sliders
    return element(
        "section",
        element("h2", experiment.name.replace("_", " ")),
        *(element("p", note, class_="note") for note in section.outcome.notes),
        *section.pictures,
        *claim_details(tables),
        findings_table(tables),
        element("details", element("summary", "About it"), element("dl", *listed, class_="facts")),
        *map(_folded, explorers(experiment, tables, detail.points)),
        *(
            _table(experiment.name, name, rows, detail)
            for name, rows in tables.items()
            if name not in (sliders.embeddings, sliders.curves, *JUDGED) and rows
        ),
        id=experiment.name,
    )


def _table(experiment: str, name: str, rows: Rows, detail: Detail) -> Markup:
    """A folded table of the first rows and columns of `rows`."""
    columns = dict.fromkeys(list(rows[0])[:MOST_COLUMNS])
    seen = rows[: max(10, detail.cells // len(columns))]
    headings = {column: column.replace("_", " ") for column in columns}
    table = sortable_table(seen, f"{experiment}: {name.replace('_', ' ')}", columns=headings)
    more = None
    if len(seen) < len(rows) or len(columns) < len(rows[0]):
        text = (
            f"{len(seen)} of {len(rows)} rows and {len(columns)} of {len(rows[0])} columns; "
            f"{experiment}-{name}.csv has all."
        )
        more = element("p", text, class_="quiet")
    summary = element("summary", f"Table: {name.replace('_', ' ')}")
    return element("details", summary, more, table)


def _folded(explorer: Explorer) -> Markup:
    return element("details", element("summary", f"Slider: {explorer.name}"), explorer.markup())
