"""The page on the paper's experiments: verdicts on all claims, then each experiment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..label_colors import MOST_IN_LEGEND
from .axes import shown
from .curves import Curve, CurvePanels
from .document import document
from .explorer import Explorer, Frames
from .markup import Markup, element, joined
from .table import sortable_table

__all__ = ["ExperimentPart", "reproduction_page"]

Rows = Sequence[Mapping[str, Any]]

TITLE = "Bandwidth selection: claims and measurements"
PAPER = (
    "Lindenbaum, Salhov, Yeredor and Averbuch, Gaussian Bandwidth Selection for Manifold Learning "
    "and Classification"
)
MOST_BYTES = 4_900_000  # of the page
MOST_COLUMNS = 16  # of a table on the page
BY_THE_SLIDER = ("embeddings", "curves")
SIGNS = {"holds": "✓", "holds where": "◐", "does not hold": "✗"}


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
    top = [head, _contents(run), _verdicts(run), _left_out(left_out) if left_out else None]
    for detail in DETAILS:
        page = document(TITLE, *top, *(_section(part, detail) for part in run))
        if len(page.encode()) <= MOST_BYTES:
            break
    return page


def _contents(parts: Sequence[ExperimentPart]) -> Markup:
    links = [joined([_link(part.name), " "]) for part in parts]
    return element("nav", element("p", "Experiments: ", *links), aria_label="Experiments")


def _verdicts(parts: Sequence[ExperimentPart]) -> Markup:
    rows = [
        {"experiment": part.name, **verdict, "measured": _measured(verdict)}
        for part in parts
        for verdict in part.tables.get("verdicts", ())
    ]
    if not rows:
        return element("section", element("h2", "Verdicts"), element("p", "None was reached."))
    counts = {sign: sum(_kind(row["verdict"]) == sign for row in rows) for sign in SIGNS}
    counted = ", ".join(f"{sign} {name}: {counts[name]}" for name, sign in SIGNS.items())
    said = f"{len(rows)} claims; {counted.replace('holds where', 'holds in part')}."
    columns = {
        "verdict": "verdict",
        "claim": "claim",
        "where": "data and settings",
        "statistic": "measured",
        "measured": "value, 95 % interval",
        "repeats": "repeats",
        "experiment": "experiment",
    }
    table = sortable_table(
        rows,
        "One row a claim.",
        columns=columns,
        cells={"verdict": _signed, "experiment": _link},
    )
    return element(
        "section", element("h2", "Verdicts"), element("p", said), table, class_="verdicts"
    )


def _verdict(verdict: Mapping[str, Any]) -> Markup:
    """One claim in its experiment's section."""
    measured = element("div", f"{verdict['where']}: {verdict['statistic']}", class_="quiet")
    return element("li", _signed(verdict["verdict"]), f": {verdict['claim']}.", measured)


def _kind(verdict: str) -> str:
    """Which of the three a verdict is."""
    if verdict in ("holds", "does not hold"):
        return verdict
    return "holds where"


def _signed(verdict: str) -> Markup:
    sign = element("span", SIGNS[_kind(verdict)], aria_hidden="true")
    return element("span", sign, f" {verdict}", class_="verdict")


def _link(name: str) -> Markup:
    return element("a", name.replace("_", " "), href=f"#{name}")


def _measured(verdict: Mapping[str, Any]) -> str:
    """The value with its interval, as far as there are any."""
    value, low, high = (verdict.get(name) for name in ("value", "low", "high"))
    known = shown(value)
    return known if low is None or high is None else f"{known} ({low:.3g} to {high:.3g})"


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
    verdicts = [_verdict(verdict) for verdict in part.tables.get("verdicts", ())]
    return element(
        "section",
        element("h2", part.name.replace("_", " ")),
        element("dl", *listed, class_="facts"),
        *(element("p", note, class_="note") for note in part.notes),
        element("ul", *verdicts, class_="plain") if verdicts else None,
        *(found for explorer in _explorers(part, detail) for found in _headed(explorer)),
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


def _explorers(part: ExperimentPart, detail: Detail) -> Iterator[Explorer]:
    """A slider for each panel of embeddings, or one for the curves alone."""
    embeddings, curves = (part.tables.get(name, ()) for name in BY_THE_SLIDER)
    panels = list(dict.fromkeys(row.get("panel") for row in [*embeddings, *curves]))
    for panel in panels:
        of_panel = [row for row in embeddings if row.get("panel") == panel]
        over_scales = [row for row in curves if row.get("panel", panel) == panel]
        if panel is None and embeddings and not of_panel:
            continue  # curves that are shown beside each panel of the embeddings
        yield _explorer(part.name, panel, _fewer(of_panel, detail.points), over_scales)


def _fewer(embeddings: Rows, n_points: int) -> Rows:
    """Every second point, or third, ..., where there are too many."""
    points = list(dict.fromkeys(row["point"] for row in embeddings))
    kept = set(points[:: -(-len(points) // n_points) or 1])
    return [row for row in embeddings if row["point"] in kept]


def _headed(explorer: Explorer) -> list[Markup]:
    return [element("h3", explorer.name), explorer.markup()]


def _explorer(name: str, panel: str | None, embeddings: Rows, curves: Rows) -> Explorer:
    what = f"{name.replace('_', ' ')} over the scale" if panel is None else str(panel)
    scales = sorted({row["scale"] for row in embeddings or curves})
    panels = _panels(curves, scales) if curves else None
    frames = _frames(embeddings, scales, what) if embeddings else None
    return Explorer(scales, len(scales) // 2, what, frames, panels)


def _panels(curves: Rows, scales: Sequence[float]) -> CurvePanels:
    names = dict.fromkeys(row["curve"] for row in curves)
    return CurvePanels([_curve(curves, name) for name in names], extra=scales)


def _curve(curves: Rows, name: str) -> Curve:
    points = sorted(
        (row["scale"], np.nan if row["value"] is None else row["value"])
        for row in curves
        if row["curve"] == name
    )
    scales, values = zip(*points, strict=True)
    return Curve(name, scales, values)


def _frames(embeddings: Rows, scales: Sequence[float], what: str) -> Frames:
    points = list(dict.fromkeys(row["point"] for row in embeddings))
    place = {point: k for k, point in enumerate(points)}
    frame = {scale: k for k, scale in enumerate(scales)}
    coordinates = np.full((len(scales), len(points), 2), np.nan)
    labels = np.full(len(points), "", dtype=object)
    for row in embeddings:
        k = place[row["point"]]
        coordinates[frame[row["scale"]], k] = row["x"], row["y"]
        labels[k] = str(row["label"])
    largest = np.nanquantile(np.abs(coordinates), 0.98, axis=(1, 2), keepdims=True)
    shares = coordinates / np.where(largest > 0, largest, 1.0)
    caption = f"{what}: the same points at each scale. Each picture fills the square."
    return Frames(shares, _numbers_if_many(labels.astype(str)), caption)


def _numbers_if_many(labels: np.ndarray) -> np.ndarray:
    """Numbers on a scale are no classes."""
    if len(set(labels.tolist())) <= MOST_IN_LEGEND:
        return labels
    try:
        return labels.astype(float)
    except ValueError:
        return labels
