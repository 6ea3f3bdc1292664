"""Verdicts on the paper's claims as a table, the details of each claim, and findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...reports.page.markup import Markup, element, joined
from ...reports.page.sortable_table import sortable_table
from ..harness.claim import HOLDS, IN_PART, KINDS, NOT, NOT_TESTABLE, UNDECIDED
from ..harness.experiment import FINDINGS, SET_UPS, TRIALS, VERDICTS
from ..harness.tables import Tables

__all__ = ["claim_details", "clear_margin", "experiment_link", "findings_table", "verdict_section"]

Row = Mapping[str, Any]

SIGNS = {HOLDS: "✓", IN_PART: "◐", UNDECIDED: "?", NOT: "✗", NOT_TESTABLE: "–"}
COLUMNS = {"words": "the paper's claim", "verdict": "verdict", "number": "margin", "claim": "more"}
FINDING_COLUMNS = {
    "finding": "finding",
    "holds": "holds",
    "where": "data and settings",
    "measured": "measured",
    "repeats": "repeats",
}
TRIAL_COLUMNS = {
    "where": "where",
    "scales": "scales that count",
    "favourable": "other reading",
    "outcome": "outcome",
    "measured": "measured",
}
SET_UP_COLUMNS = {"what": "set-up", "paper": "in the paper", "ours": "here", "same": "the same"}


def verdict_section(tables: Sequence[Tables], quick: bool) -> Markup:
    """A table of all claims: each claim in a few words, its verdict, its margin and a link.

    If there are no verdicts, a sentence takes its place.
    """
    heading = element("h2", "Verdicts")
    rows = [{**row, "number": margin(row)} for each in tables for row in each.get(VERDICTS, ())]
    if quick or not rows:
        why = "Samples were small: no verdict." if quick else "No experiment has a verdict."
        return element("section", heading, element("p", why))
    n_findings = sum(len(each.get(FINDINGS, ())) for each in tables)
    table = sortable_table(
        rows,
        "One row for each claim of the paper.",
        columns=COLUMNS,
        cells={"verdict": _signed, "claim": _claim_link},
        numbers={"number": lambda row: row["margin"]},
    )
    counts = f"{counted(rows)} Findings beyond the paper's claims: {n_findings}."
    return element("section", heading, element("p", counts), table, class_="verdicts")


def counted(rows: Sequence[Row]) -> str:
    """How many claims there are, how many of them are testable, and how many have each verdict.

    Examples
    --------
    >>> first, second = counted([{"verdict": "holds"}, {"verdict": "not testable here"}]).split(
    ...     ". "
    ... )
    >>> first
    '2 claims of the paper, 1 testable here'
    >>> second
    'Verdicts: holds 1, holds in part 0, undecided 0, does not hold 0.'
    """
    found = [row["verdict"] for row in rows]
    testable = len(found) - found.count(NOT_TESTABLE)
    counts = ", ".join(f"{kind} {found.count(kind)}" for kind in KINDS if kind != NOT_TESTABLE)
    return f"{len(found)} claims of the paper, {testable} testable here. Verdicts: {counts}."


def margin(row: Row) -> str:
    """How far a claim is met or missed, in words.

    Examples
    --------
    >>> row = {"margin": -0.25, "margin_low": -0.3, "margin_high": -0.2, "unit": "accuracy"}
    >>> margin({**row, "verdict": "holds"})
    'met by 0.25 accuracy'
    >>> margin({**row, "margin_high": 0.1, "verdict": "holds"})
    'undecided; by point estimates met by 0.25 accuracy'
    """
    if row["margin"] is None or row["verdict"] == NOT_TESTABLE:
        return ""
    met = "met" if row["margin"] <= 0 else "missed"
    is_undecided = row["margin_low"] <= 0 < row["margin_high"]
    number = f"{met} by {abs(row['margin']):.2g} {row['unit']}"
    return f"{UNDECIDED}; by point estimates {number}" if is_undecided else number


def clear_margin(row: Row) -> str:
    """The miss above which a trial misses a claim clearly, with the reason for this value.

    Examples
    --------
    >>> row = {"clear_from": 0.05, "unit": "accuracy", "reason": "ten rows of 200"}
    >>> clear_margin(row)
    '0.05 accuracy (ours: ten rows of 200)'
    """
    reason = f": {row['reason']}" if row["reason"] else ""
    return f"{row['clear_from']:g} {row['unit']} (ours{reason})"


def claim_details(tables: Tables) -> list[Markup]:
    """Folded details of each claim of an experiment."""
    return [_details(row, tables) for row in tables.get(VERDICTS, ())]


def findings_table(tables: Tables) -> Markup | None:
    """The findings of an experiment, folded; None if there are no findings."""
    rows = tables.get(FINDINGS, ())
    if not rows:
        return None
    table = sortable_table(rows, "Findings.", columns=FINDING_COLUMNS)
    summary = element("summary", f"Findings beyond the paper's claims: {len(rows)}")
    return element("details", summary, table)


def experiment_link(name: str) -> Markup:
    """A link to the section of an experiment."""
    return element("a", name.replace("_", " "), href=f"#{name}")


def _details(row: Row, tables: Tables) -> Markup:
    limit = f"{row['threshold']} ({row['threshold_of']})"
    facts = [
        ("in the paper", f"“{row['quotation']}” ({row['place']})"),
        ("reading", row["reading"]),
        ("other readings", row["favourable"]),
        ("limit", limit),
        ("a miss is clear above", clear_margin(row)),
        ("measured", row["measured"]),
        ("where", row["where"]),
    ]
    listed = [joined([element("dt", n), element("dd", text)]) for n, text in facts if text]
    own = {
        name: [each for each in tables.get(name, ()) if each["claim"] == row["claim"]]
        for name in (SET_UPS, TRIALS)
    }
    shown = (
        (SET_UPS, SET_UP_COLUMNS, "Set-up, line by line."),
        (TRIALS, TRIAL_COLUMNS, "Trials."),
    )
    return element(
        "details",
        element("summary", _signed(row["verdict"]), f": {row['words']}"),
        element("dl", *listed, class_="facts"),
        *(sortable_table(own[n], title, columns=names) for n, names, title in shown if own[n]),
        id=f"claim-{row['claim']}",
    )


def _signed(verdict: str) -> Markup:
    sign = element("span", SIGNS[verdict], aria_hidden="true")
    return element("span", sign, f" {verdict}", class_="verdict")


def _claim_link(name: str) -> Markup:
    return element("a", "details", href=f"#claim-{name}")
