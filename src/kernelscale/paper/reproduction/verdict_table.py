"""Verdicts on claims: a table of all, or an entry of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...reports.page.axes import shown
from ...reports.page.markup import Markup, element
from ...reports.page.sortable_table import sortable_table
from ..harness.verdicts import HOLDS, NOT, NOT_TESTABLE, OUR_CLAIM, PAPERS_CLAIM

__all__ = ["experiment_link", "verdict_entry", "verdict_section"]

Verdict = Mapping[str, Any]

WHOSE = {PAPERS_CLAIM: "paper's", OUR_CLAIM: "ours"}
IN_PART = "holds where"  # the beginning of such a verdict
COUNTED = {HOLDS: "✓", IN_PART: "◐", NOT: "✗"}
SIGNS = {**COUNTED, NOT_TESTABLE: "–"}
COLUMNS = {
    "verdict": "verdict",
    "whose": "whose",
    "claim": "claim",
    "where": "data and settings",
    "statistic": "measured",
    "measured": "value, 95 % interval",
    "repeats": "repeats",
    "experiment": "experiment",
}


def verdict_section(verdicts: Mapping[str, Sequence[Verdict]]) -> Markup:
    """All verdicts by the names of their experiments, as a table with its heading.

    Claims of the paper are counted apart from ours.
    """
    rows = [
        {"experiment": name, **verdict, "measured": _measured(verdict)}
        for name, found in verdicts.items()
        for verdict in found
    ]
    if not rows:
        return element("section", element("h2", "Verdicts"), element("p", "None was reached."))
    counts = [_counted(rows, whose) for whose in WHOSE]
    table = sortable_table(
        rows,
        "One row a claim.",
        columns=COLUMNS,
        cells={"verdict": _signed, "whose": WHOSE.__getitem__, "experiment": experiment_link},
        numbers={"measured": lambda row: row["value"]},
    )
    return element("section", element("h2", "Verdicts"), *counts, table, class_="verdicts")


def verdict_entry(verdict: Verdict) -> Markup:
    """One verdict as an entry of a list."""
    measured = element("div", f"{verdict['where']}: {verdict['statistic']}", class_="quiet")
    whose = " (A claim of ours.)" if verdict["whose"] == OUR_CLAIM else ""
    return element("li", _signed(verdict["verdict"]), f": {verdict['claim']}.{whose}", measured)


def _counted(rows: Sequence[Verdict], whose: str) -> Markup | None:
    """How many of one side's claims hold; nothing where there is none.

    A claim of the paper that was measured on other data alone is not counted.
    """
    found = [_kind(row["verdict"]) for row in rows if row["whose"] == whose]
    kinds = [kind for kind in found if kind != NOT_TESTABLE]
    if not found:
        return None
    counts = ", ".join(f"{sign} {kind}: {kinds.count(kind)}" for kind, sign in COUNTED.items())
    of_whom = "of the paper" if whose == PAPERS_CLAIM else "of ours, beyond the paper"
    claims = "claim" if len(kinds) == 1 else "claims"
    said = counts.replace(IN_PART, "holds in part")
    untested = len(found) - len(kinds)
    beside = f" Not counted, for the paper's data are not public: {untested}." if untested else ""
    return element("p", f"{len(kinds)} {claims} {of_whom}; {said}.{beside}")


def _kind(verdict: str) -> str:
    """Which of the four a verdict is."""
    if verdict in SIGNS:
        return verdict
    return IN_PART


def _signed(verdict: str) -> Markup:
    sign = element("span", SIGNS[_kind(verdict)], aria_hidden="true")
    return element("span", sign, f" {verdict}", class_="verdict")


def experiment_link(name: str) -> Markup:
    """A link to the section of an experiment."""
    return element("a", name.replace("_", " "), href=f"#{name}")


def _measured(verdict: Verdict) -> str:
    """The value with its interval, as far as there are any."""
    value, low, high = (verdict.get(name) for name in ("value", "low", "high"))
    known = shown(value)
    return known if low is None or high is None else f"{known} ({low:.3g} to {high:.3g})"
