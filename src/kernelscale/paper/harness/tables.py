"""Rows of tables, and means with confidence intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Interval", "Row", "Tables"]

Row = dict[str, Any]
"""One row of a table: finite numbers, booleans, text or None, by the names of the columns."""
Tables = dict[str, list[Row]]
"""Tables by name, the summary first; all rows of a table have the same columns."""


class Interval(NamedTuple):
    """A mean and the ends of its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def columns(self, name: str) -> Row:
        """The mean and the ends of the interval, as columns of a row.

        Examples
        --------
        >>> Interval(0.5, 0.25, 0.75).columns("share")
        {'share': 0.5, 'share_low': 0.25, 'share_high': 0.75}
        """
        return {name: self.mean, f"{name}_low": self.low, f"{name}_high": self.high}

    @classmethod
    def of(cls, row: Row, name: str) -> Interval:
        """The interval whose `columns` a row has.

        Examples
        --------
        >>> Interval.of({"share": 0.5, "share_low": 0.25, "share_high": 0.75}, "share")
        Interval(mean=0.5, low=0.25, high=0.75)
        """
        return cls(row[name], row[f"{name}_low"], row[f"{name}_high"])
