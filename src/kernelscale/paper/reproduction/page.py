"""The page on the paper's experiments: verdicts on all claims, then each experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .document import document
from .experiment_explorers import BY_THE_SLIDER, experiment_explorers
from .explorer import Explorer
from .markup import Markup, element, joined
from .table import sortable_table
from .verdict_table import experiment_link, verdict_entry, verdict_section

__all__ = ["ExperimentPart", "reproduction_page"]

Rows = Sequence[Mapping[str, Any]]

TITLE = "Bandwidth selection: claims and measurements"
PAPER = (
    "Lindenbaum, Salhov, Yeredor and Averbuch, Gaussian Bandwidth Selection for Manifold Learning "
    "and Classification"
)
MOST_BYTES = 4_900_000  # of the page
MOST_COLUMNS = 16  # of a table on the page


class Detail(NamedTuple):
    """How much of all there is on a page: cells of a table, points of an embedding."""

    cells: int
    points: int


DETAILS = (Detail(800, 400), Detail(200, 400), Detail(100, 200), Detail(50, 100))
"""The first that makes the page small enough is taken."""


@dataclass(frozen=True)
class ExperimentPart:
    """An experiment's part of the page.

    Attributes
    ----------
    name, source, claim, expected, data : str
        As in `Experiment`.
    tables : mapping of str to list of dict
        What came out; none where it could not be run.
    problem : str or None
        Why it could not.
    notes : sequence of str
        What it warned of.
    pictures : sequence of Markup
        Of the tables.
    """

    name: str
    source: str
    claim: str
    expected: str
    data: str
    tables: Mapping[str, Rows] = field(default_factory=dict)
    problem: str | None = None
    notes: Sequence[str] = ()
    pictures: Sequence[Markup] = ()


def reproduction_page(parts: Sequence[ExperimentPart], quick: bool, remarks: Sequence[str]) -> str:
    """The whole page.

    Parameters
    ----------
    parts : sequence of ExperimentPart
        In the order of the paper.
    quick : bool
        Whether samples were small.
    remarks : sequence of str
        What a reader should know about the run.
    """
    run = [part for part in parts if part.problem is None]
    left_out = [part for part in parts if part.problem is not None]
    if quick:
        remarks = ["Small samples, for a look in minutes: no verdict below counts.", *remarks]
    head = element(
        "header",
        element("h1", "What the paper claims, and what was measured"),
        element("p", PAPER, class_="quiet"),
        *(element("p", remark, class_="note") for remark in remarks),
    )
    verdicts = verdict_section({part.name: part.tables.get("verdicts", ()) for part in run})
    top = [head, _contents(run), verdicts, _left_out(left_out) if left_out else None]
    for detail in DETAILS:
        page = document(TITLE, *top, *(_section(part, detail) for part in run))
        if len(page.encode()) <= MOST_BYTES:
            break
    return page


def _contents(parts: Sequence[ExperimentPart]) -> Markup:
    links = [joined([experiment_link(part.name), " "]) for part in parts]
    return element("nav", element("p", "Experiments: ", *links), aria_label="Experiments")


def _left_out(parts: Sequence[ExperimentPart]) -> Markup:
    entries = [
        element("li", element("b", part.name), f", {part.source}: {part.problem}") for part in parts
    ]
    return element("section", element("h2", "Skipped"), element("ul", *entries))


def _section(part: ExperimentPart, detail: Detail) -> Markup:
    facts = [
        ("in the paper", part.source),
        ("claim", part.claim),
        ("expected", part.expected),
        ("data", part.data),
    ]
    listed = [joined([element("dt", name), element("dd", text)]) for name, text in facts]
    verdicts = [verdict_entry(verdict) for verdict in part.tables.get("verdicts", ())]
    explorers = experiment_explorers(part.name, part.tables, detail.points)
    return element(
        "section",
        element("h2", part.name.replace("_", " ")),
        element("dl", *listed, class_="facts"),
        *(element("p", note, class_="note") for note in part.notes),
        element("ul", *verdicts, class_="plain") if verdicts else None,
        *(found for explorer in explorers for found in _headed(explorer)),
        *part.pictures,
        *(
            _table(part.name, name, rows, detail)
            for name, rows in part.tables.items()
            if name not in (*BY_THE_SLIDER, "verdicts") and rows
        ),
        id=part.name,
    )


def _table(experiment: str, name: str, rows: Rows, detail: Detail) -> Markup:
    """The table as far as there is room."""
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
    return element("details", summary, more, table, open=name == "summary")


def _headed(explorer: Explorer) -> list[Markup]:
    return [element("h3", explorer.name), explorer.markup()]
