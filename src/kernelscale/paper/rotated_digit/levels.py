"""Shares of draws in which an embedding has a property, over the levels of the noise.

A way shows a property at a noise level if at least half of the draws have it. The share of draws
has an interval: the property is surely shown if the lower end of the interval is at least one half,
and surely not shown if the upper end is below one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile

from ..harness.tables import Row

__all__ = [
    "ENDS",
    "HALF",
    "PAPERS_MEASURE",
    "SEEN",
    "count",
    "counts",
    "last_shown",
    "of_way",
    "shown_up_to",
    "smallest_noise",
]

HALF = 0.5  # a way shows a property if at least this share of its draws has it
SEEN = {
    "circle": "round with the right angle",
    "round": "round",
    "angle": "with the right angle",
}
"""Properties of embeddings in words, by the column that has the share of draws with each one."""
PAPERS_MEASURE = "round"
ENDS = ("", "_low", "_high")
"""Suffixes of column names, after the name of the property: its share, and the interval's ends."""


def of_way(ways: Sequence[Row], way: str) -> list[Row]:
    """The rows of one way, by ascending noise."""
    return sorted((row for row in ways if row["way"] == way), key=lambda row: row["noise_sd"])


def shown_up_to(own: Sequence[Row], column: str) -> float | None:
    """The last noise level before the first at which a share, or an end of it, is below one half.

    The result is None if it is below one half without noise. `own` has the rows of one way.
    """
    shown = [row["noise_sd"] for row in takewhile(lambda row: row[column] >= HALF, own)]
    return shown[-1] if shown else None


def last_shown(own: Sequence[Row], column: str) -> float | None:
    """The largest noise level at which a share, or an end of it, is at least half, if any."""
    return max((row["noise_sd"] for row in own if row[column] >= HALF), default=None)


def smallest_noise(ways: Sequence[Row]) -> float:
    """The smallest noise level above 0."""
    return float(min(row["noise_sd"] for row in ways if row["noise_sd"] > 0))


def count(row: Row, seen: str) -> int:
    """The number of draws that have the property."""
    return round(row[seen] * row["repeats"])


def counts(own: Sequence[Row], seen: str) -> str:
    """The numbers of draws that have the property at all levels, in words."""
    parts = []
    for n_draws, rows in groupby(own, key=lambda row: row["repeats"]):
        levels = ", ".join(f"{count(row, seen)} at sd {row['noise_sd']:g}" for row in rows)
        parts.append(f"of {n_draws} draws {levels}")
    return "; ".join(parts)
