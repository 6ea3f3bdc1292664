"""Named columns: which of them are labels, which are left out, and a matrix of the rest."""

from __future__ import annotations

import difflib
import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._validation import check_name_list

__all__ = [
    "NAMELESS",
    "NUMERIC_KINDS",
    "ColumnError",
    "DataError",
    "DataWarning",
    "Table",
    "asked_names",
    "check_names",
    "complete_labels",
    "is_number",
    "listed",
]

NUMERIC_KINDS = "biuf"  # of a NumPy dtype: boolean, integers, floating point
NAMELESS = ("", "Unnamed: 0")  # a column without a name, and what pandas makes of that
_MOST_NAMES = 12  # in a message


class DataError(ValueError):
    """Data cannot be used as they are; the message is one sentence and says how to mend them."""


class ColumnError(DataError):
    """A column that was asked for is not there, or cannot be used in the way asked for."""


class DataWarning(UserWarning):
    """Data were taken in a way that may not be the one meant; the message says which."""


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
    index : tuple of str
        Columns that say which row it is: features only for who makes them ordinary columns.
    notes : tuple of str
        What was decided about the columns that may not have been meant.
    """

    source: str
    columns: dict[str, np.ndarray]
    target: np.ndarray | None = None
    is_named: bool = True
    index: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def labelled_by(self, name: str) -> Table:
        """The table with one of its columns as the target."""
        table, labels = self.less(name, "label")
        return replace(table, target=labels)

    def less(self, name: str, purpose: str) -> tuple[Table, np.ndarray]:
        """The table less one of its columns, and what that holds, of which nothing may be missing.

        `purpose` says in messages what the column is asked for as.
        """
        self._check_present(name, f"use as the {purpose}")
        columns = dict(self.columns)
        labels = complete_labels(columns.pop(name), f"{purpose} column {name!r} of {self.source}")
        return replace(self, columns=columns), labels

    def without(self, names: Iterable[str]) -> Table:
        """The table less some columns; it must have them, and others."""
        columns = dict(self.columns)
        for name in dict.fromkeys(names):
            self._check_present(name, "drop")
            del columns[name]
        if not columns:
            raise ColumnError(
                f"{self.source} has no column left for a feature, besides its label, its index "
                f"and what is dropped; at least one is needed."
            )
        return replace(self, columns=columns)

    def only(self, names: Iterable[str]) -> Table:
        """The table with these columns in this order; a note says which others there were.

        Columns that have no names are taken as they come, for their number says nothing.
        """
        if not self.is_named:
            return self
        wanted = list(names)
        missing = [name for name in wanted if name not in self.columns]
        if missing:
            raise DataError(
                f"{self.source} lacks column(s) {listed(missing)}, {len(missing)} of the "
                f"{len(wanted)} needed; its columns are {listed(self.columns)}."
            )
        others = [name for name in self.columns if name not in {*wanted, *self.index}]
        notes = [f"{self.source}: column(s) {listed(others)} are left out."] * bool(others)
        columns = {name: self.columns[name] for name in wanted}
        return replace(self, columns=columns, notes=(*self.notes, *notes))

    def without_index(self) -> Table:
        """The table less its index; a note says so, or that a nameless column is no index."""
        index = [name for name in self.index if name in self.columns]
        kept = [name for name in NAMELESS if name in self.columns and name not in index]
        notes = [
            f"{self.source}: column(s) {listed(index)} only say which row it is, so they are no "
            f"features; save them as ordinary columns with names to make them features."
        ] * bool(index) + [
            f"{self.source}: column {name!r} has no name, and is a feature; if it is not, "
            f"{_cure(name)}."
            for name in kept
        ]
        return replace(self.without(index), notes=(*self.notes, *notes))

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
    return f"leave it out with --drop {shlex.quote(name)} (drop={name!r} in Python)"


def check_names(source: str, names: Iterable[str]) -> None:
    """Refuse names of which one comes twice."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise DataError(
            f"{source} has more than one column called {listed(repeated)}; "
            f"every column needs a name of its own."
        )


def asked_names(names: Any, what: str, least: int = 0) -> list[str]:
    """Names of columns that someone asks for, one or several, as text.

    Raises
    ------
    TypeError
        If they are no names.
    ColumnError
        If there are too few of them, or one comes twice where each makes a feature.
    """
    asked = check_name_list(names, what)
    if len(asked) < least:
        raise ColumnError(f"{what} must name at least one column, but none was given.")
    repeated = [name for name, count in Counter(asked).items() if least and count > 1]
    if repeated:
        raise ColumnError(f"{what} names {listed(repeated)} more than once; each may come once.")
    return asked


def listed(names: Iterable[Any]) -> str:
    """Names for a message, the first dozen of them."""
    quoted = [repr(str(name)) for name in names]
    more = len(quoted) - _MOST_NAMES
    return ", ".join(quoted[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
