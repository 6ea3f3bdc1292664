"""Tests of whether the entries of a column are numbers, and whether they are missing."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = [
    "NUMERIC_KINDS",
    "first_not_numeric",
    "has_decimal_comma",
    "is_missing",
    "is_number",
    "numbers",
    "with_gaps",
]

NUMERIC_KINDS = "biuf"  # kinds of NumPy dtypes that hold numbers: boolean, integers, floating point
# Texts that mark a missing number, in addition to the marks of pandas.
MARKS = ("?", "-", "--", ".")


def is_number(entry: Any) -> bool:
    """Whether NumPy can convert an entry to a float; it converts the text "1.5" and also None."""
    cell = np.empty(1, dtype=object)
    cell[0] = entry
    try:
        cell.astype(np.float64)
    except (TypeError, ValueError, OverflowError):  # an integer may be too large
        return False
    return True


def has_decimal_comma(entry: Any) -> bool:
    """Whether an entry is text such as "1,5"."""
    if not isinstance(entry, str) or entry.count(",") != 1 or "." in entry:
        return False
    whole, _, fraction = entry.strip().partition(",")
    return (whole.lstrip("+-") + fraction[:1]).isdecimal() and is_number(entry.replace(",", "."))


def first_not_numeric(column: np.ndarray) -> int | None:
    """The row of the first entry that is neither a number nor a mark of a missing number."""
    if column.dtype.kind in NUMERIC_KINDS:
        return None
    return next((row for row, entry in enumerate(numbers(column)) if not is_number(entry)), None)


def numbers(column: np.ndarray) -> np.ndarray:
    """The column, with None for each text that marks a missing number."""
    if column.dtype.kind in NUMERIC_KINDS:
        return column
    return np.array([None if _is_mark(entry) else entry for entry in column], dtype=object)


def with_gaps(column: np.ndarray) -> np.ndarray:
    """The column as numbers, with NaN for marks of missing numbers.

    A column without such marks, or with an entry that is not a number, is returned unchanged.
    """
    if not any(map(_is_mark, column)) or first_not_numeric(column) is not None:
        return column
    return numbers(column).astype(np.float64)


def _is_mark(entry: Any) -> bool:
    return isinstance(entry, str) and entry.strip() in MARKS


def is_missing(labels: np.ndarray) -> np.ndarray:
    """Mask of the missing entries of a column, of shape (n_samples,)."""
    if labels.dtype.kind == "O":
        return np.array([entry is None for entry in labels], dtype=bool)
    return np.isnan(labels) if labels.dtype.kind == "f" else np.zeros(len(labels), dtype=bool)
