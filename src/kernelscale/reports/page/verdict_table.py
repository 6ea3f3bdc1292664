"""Verdicts on claims: all in a table, or one in a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .axes import shown
from .markup import Markup, element
from .table import sortable_table

__all__ = ["experiment_link", "verdict_entry", "verdict_section"]

Verdict = Mapping[str, Any]

SIGNS = {"holds": "✓", "holds where": "◐", "does not hold": "✗"}
COLUMNS = {
    "verdict": "verdict",
    "claim": "claim",
    "where": "data and settings",
    "statistic": "measured",
    "measured": "value, 95 % interval",
    "repeats": "repeats",
    "experiment": "experiment",
}


def verdict_section(verdicts: Mapping[str, Sequence[Verdict]]) -> Markup:
    """All verdicts by the names of their experiments, as a table with its heading."""
    rows = [
        {"experiment": name, **verdict, "measured": _measured(verdict)}
        for name, found in verdicts.items()
        for verdict in found
    ]
    if not rows:
        return element("section", element("h2", "Verdicts"), element("p", "None was reached."))
    counts = {sign: sum(_kind(row["verdict"]) == sign for row in rows) for sign in SIGNS}
    counted = ", ".join(f"{sign} {name}: {counts[name]}" for name, sign in SIGNS.items())
    said = f"{len(rows)} claims; {counted.replace('holds where', 'holds in part')}."
    table = sortable_table(
        rows,
        "One row a claim.",
        columns=COLUMNS,
        cells={"verdict": _signed, "experiment": experiment_link},
    )
    return element(
        "section", element("h2", "Verdicts"), element("p", said), table, class_="verdicts"
    )


def verdict_entry(verdict: Verdict) -> Markup:
    """One verdict as an entry of a list."""
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


def experiment_link(name: str) -> Markup:
    """A link to the section of an experiment."""
    return element("a", name.replace("_", " "), href=f"#{name}")


def _measured(verdict: Verdict) -> str:
    """The value with its interval, as far as there are any."""
    value, low, high = (verdict.get(name) for name in ("value", "low", "high"))
    known = shown(value)
    return known if low is None or high is None else f"{known} ({low:.3g} to {high:.3g})"
