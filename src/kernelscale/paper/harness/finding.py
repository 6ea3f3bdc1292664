"""Findings: results that are not claims of the paper; they are counted separately."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .claim import HOLDS, NOT
from .tables import Interval

__all__ = ["Finding", "finding", "holds_where"]


class Finding(TypedDict):
    """One row of the table of findings.

    `finding` is a sentence, and `holds` states whether or where it is true. `where` names data and
    settings, `repeats` is the number of repeats, and `measured` has the measured numbers in words.
    `value` is one of these numbers; `low` and `high`, the ends of its interval, may be None.
    """

    finding: str
    where: str
    repeats: int
    measured: str
    value: float | None
    low: float | None
    high: float | None
    holds: str


def finding(
    sentence: str,
    where: str,
    repeats: int,
    measured: str,
    holds: str,
    value: Interval | float | None = None,
) -> Finding:
    """A row of the table of findings."""
    mean, low, high = value if isinstance(value, Interval) else (value, None, None)
    return {
        "finding": sentence,
        "where": where,
        "repeats": repeats,
        "measured": measured,
        "value": mean,
        "low": low,
        "high": high,
        "holds": holds,
    }


def holds_where(fine: Sequence[str], n_places: int) -> str:
    """Where a sentence is true, in words.

    `fine` has a few words for each place (a data set or a setting) at which it is true, such as
    'noise is 0'. `n_places` is the number of places that were tried.

    Examples
    --------
    >>> holds_where(["noise is 0"], 3), holds_where([], 3), holds_where(["0", "1"], 2)
    ('holds where noise is 0', 'does not hold', 'holds')
    """
    if len(fine) == n_places:
        return HOLDS
    return f"holds where {', '.join(fine)}" if fine else NOT
