"""Rows of a table of verdicts: a claim, what was measured, and whether it holds."""

from __future__ import annotations

from collections.abc import Sequence

from .experiment import Row
from .repeats import Interval

__all__ = [
    "HOLDS",
    "NOT",
    "NOT_TESTABLE",
    "OUR_CLAIM",
    "PAPERS_CLAIM",
    "on_other_data",
    "verdict_row",
    "verdict_where",
]

HOLDS, NOT, NOT_TESTABLE = "holds", "does not hold", "not testable here"
PAPERS_CLAIM, OUR_CLAIM = "paper", "ours"
"""Whose claim it is: the paper's, or ours, which is not counted against the paper."""


def verdict_row(
    claim: str,
    where: str,
    repeats: int,
    statistic: str,
    verdict: str,
    value: Interval | float | None = None,
    whose: str = PAPERS_CLAIM,
) -> Row:
    """One row; a value without an interval has None for its ends."""
    mean, low, high = value if isinstance(value, Interval) else (value, None, None)
    return {
        "claim": claim,
        "whose": whose,
        "where": where,
        "repeats": repeats,
        "statistic": statistic,
        "value": mean,
        "low": low,
        "high": high,
        "verdict": verdict,
    }


def verdict_where(fine: Sequence[str], n_places: int) -> str:
    """The verdict on a claim that is true at some of the places, in words.

    Examples
    --------
    >>> verdict_where(["noise 0"], 3), verdict_where([], 3), verdict_where(["0", "1"], 2)
    ('holds where noise 0', 'does not hold', 'holds')
    """
    if len(fine) == n_places:
        return HOLDS
    return f"holds where {', '.join(fine)}" if fine else NOT


def on_other_data(row: Row) -> Row:
    """The row of a claim that was measured on a substitute for the paper's data: no verdict on it.

    Examples
    --------
    >>> row = verdict_row("The scale is best", "our quarries", 20, "it loses 0.1", "does not hold")
    >>> on_other_data(row)["verdict"], on_other_data(row)["statistic"]
    ('not testable here', 'it loses 0.1; on these data it does not hold')

    Our own claims are about the data at hand.

    >>> on_other_data(row | {"whose": OUR_CLAIM})["verdict"]
    'does not hold'
    """
    if row["whose"] == OUR_CLAIM:
        return row
    said = f"{row['statistic']}; on these data it {row['verdict']}"
    return {**row, "statistic": said, "verdict": NOT_TESTABLE}
