"""Rows of a table of verdicts: a claim, what was measured, and whether it holds."""

from __future__ import annotations

from collections.abc import Sequence

from .experiment import Row
from .repeats import Interval

__all__ = ["HOLDS", "NOT", "OUR_CLAIM", "PAPERS_CLAIM", "verdict_row", "verdict_where"]

HOLDS, NOT = "holds", "does not hold"
PAPERS_CLAIM, OUR_CLAIM = "paper", "ours"
"""Whose claim it is: the paper's, or ours, which no one is to count against the paper."""


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
    """In words, of all places those where a claim is true.

    Examples
    --------
    >>> verdict_where(["noise 0"], 3), verdict_where([], 3), verdict_where(["0", "1"], 2)
    ('holds where noise 0', 'does not hold', 'holds')
    """
    if len(fine) == n_places:
        return HOLDS
    return f"holds where {', '.join(fine)}" if fine else NOT
