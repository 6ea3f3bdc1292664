"""Named columns: which of them are labels, which are left out, and a matrix of the rest."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

__all__ = [
    "NUMERIC_KINDS",
    "ColumnError",
    "DataError",
    "Table",
    "complete_labels",
    "is_number",
    "listed",
]

NUMERIC_KINDS = "biuf"  # of a NumPy dtype: boolean, integers, floating point
_MOST_NAMES = 12  # in a message


class DataError(ValueError):
    """Data cannot be used as they are; the message is one sentence and says how to mend them."""


class ColumnError(DataError):
    """A column that was asked for is not there, or cannot be used in the way asked for."""


@dataclass(frozen=True, eq=False)
class Table:
    """What a file holds, before anything is asked of it.

    Attributes
    ----------
    source : str
        What to call the file in messages.
    columns : dict of str to ndarray of shape (n_samples,)
        Each of numbers or booleans, or of objects with None for what is missing.
    target : ndarray of shape (n_samples,) or None
        Labels.
    is_named : bool
        Whether the names of the columns come from the file, not from counting.
    """

    source: str
    columns: dict[str, np.ndarray]
    target: np.ndarray | None = None
    is_named: bool = True

    def labelled_by(self, name: str) -> Table:
        """The table with one of its columns as the target."""
        self._check_present(name, "use as the label")
        columns = dict(self.columns)
        labels = complete_labels(columns.pop(name), f"label column {name!r} of {self.source}")
        return replace(self, columns=columns, target=labels)

    def without(self, names: Iterable[str]) -> Table:
        """The table less some columns; it must have them, and others."""
        columns = dict(self.columns)
        for name in dict.fromkeys(names):
            self._check_present(name, "drop")
            del columns[name]
        if not columns:
            raise ColumnError(
                f"{self.source} has no column left for a feature, besides its label and what is "
                f"dropped; at least one is needed."
            )
        return replace(self, columns=columns)

    def matrix(self) -> np.ndarray:
        """The columns as float64 of shape (n_samples, n_features), all of them finite."""
        self._check_numeric()
        columns = list(self.columns.values())
        matrix = np.stack(columns, axis=1, dtype=np.float64, casting="unsafe")
        self._check_finite(matrix)
        return matrix

    def _check_present(self, name: str, purpose: str) -> None:
        if name in self.columns:
            return
        close = difflib.get_close_matches(name, self.columns, n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise ColumnError(
            f"{self.source} has no column {name!r} to {purpose}{hint}; its columns are "
            f"{listed(self.columns)}."
        )

    def _check_numeric(self) -> None:
        rows = {name: _first_not_numeric(column) for name, column in self.columns.items()}
        offending = [name for name, row in rows.items() if row is not None]
        if not offending:
            return
        first = offending[0]
        raise DataError(
            f"{self.source}: column {first!r} is not numeric, its first such value being "
            f"{self.columns[first][rows[first]]!r} in row {rows[first]} (counted from 0)"
            f"{_others(offending)}; {_cure(first)}, or make it the label with --label "
            f"(label= in Python)."
        )

    def _check_finite(self, matrix: np.ndarray) -> None:
        counts = np.count_nonzero(~np.isfinite(matrix), axis=0)
        offending = [name for name, count in zip(self.columns, counts, strict=True) if count]
        if not offending:
            return
        position = int(np.flatnonzero(counts)[0])
        row = int(np.flatnonzero(~np.isfinite(matrix[:, position]))[0])
        what = "a missing value" if np.isnan(matrix[row, position]) else "an infinity"
        raise DataError(
            f"{self.source}: column {offending[0]!r} has {what} in row {row} (counted from 0), "
            f"{counts[position]} missing or infinite in all{_others(offending)}; "
            f"{_cure(offending[0])}, or fill in finite numbers."
        )


def complete_labels(labels: np.ndarray, what: str) -> np.ndarray:
    """Labels as numbers, booleans or text, none of which may be missing."""
    missing = _is_missing(labels)
    if missing.any():
        raise DataError(
            f"{what} has {missing.sum()} missing label(s), the first in row "
            f"{missing.argmax()} (counted from 0); every row needs one."
        )
    if labels.dtype.kind != "O":
        return labels
    plain = np.array(labels.tolist())
    return plain if plain.dtype.kind != "O" else plain.astype(str)


def _is_missing(labels: np.ndarray) -> np.ndarray:
    if labels.dtype.kind == "O":
        return np.array([entry is None for entry in labels])
    return np.isnan(labels) if labels.dtype.kind == "f" else np.zeros(len(labels), dtype=bool)


def _first_not_numeric(column: np.ndarray) -> int | None:
    if column.dtype.kind in NUMERIC_KINDS:
        return None
    return next((row for row, entry in enumerate(column) if not is_number(entry)), None)


def is_number(entry: Any) -> bool:
    """Whether NumPy makes a float of it, as of text such as "1.5", and NaN of None."""
    cell = np.empty(1, dtype=object)
    cell[0] = entry
    try:
        cell.astype(np.float64)
    except (TypeError, ValueError, OverflowError):  # the last: an integer of 400 digits
        return False
    return True


def _others(offending: list[str]) -> str:
    others = offending[1:]
    return f", and likewise {len(others)} other column(s), {listed(others)}" if others else ""


def _cure(name: str) -> str:
    return f"leave it out with --drop {name} (drop={name!r} in Python)"


def listed(names: Iterable[Any]) -> str:
    """Names for a message, the first dozen of them."""
    quoted = [repr(str(name)) for name in names]
    more = len(quoted) - _MOST_NAMES
    return ", ".join(quoted[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
