"""Named columns of a table, and the matrix of the columns that are features."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .._validation import check_name_list
from . import remedies
from .column_entries import NUMERIC_KINDS, first_not_numeric, numbers
from .errors import ColumnError, DataError, listed

__all__ = ["NAMELESS", "Table", "check_names", "names_given"]

NAMELESS = ("", "Unnamed: 0")  # what files and pandas write for a column without a name


def counted_from_0(row: int) -> str:
    """The position of a row, as text, in a file that does not consist of lines."""
    return f"row {row} (counted from 0)"


@dataclass(frozen=True, eq=False)
class Table:
    """The columns of a file, before features and labels are selected.

    Attributes
    ----------
    source : str
        Name of the file in messages.
    columns : dict of str to ndarray of shape (n_samples,)
        Columns of numbers, booleans or objects; a missing object is None.
    target : ndarray of shape (n_samples,) or None
        Labels.
    is_named : bool
        Whether the names of the columns come from the file; otherwise they are numbers.
    index : tuple of str
        Columns that identify the rows; they are not features.
    notes : tuple of str
        Sentences that report decisions about the columns, such as an index that is not a feature.
    aside : dict of str to ndarray of shape (n_samples,)
        Columns that are not features, but may be labels, groups or names of rows.
    place : callable
        Function from the index of a row, counted from 0, to its position in the file as text.
    labelled : bool
        Whether labels have been selected.
    chosen : bool
        Whether the features have been selected by name.
    """

    source: str
    columns: dict[str, np.ndarray]
    target: np.ndarray | None = None
    is_named: bool = True
    index: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    aside: dict[str, np.ndarray] = field(default_factory=dict)
    place: Callable[[int], str] = counted_from_0
    labelled: bool = False
    chosen: bool = False

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(next(iter((self.columns or self.aside).values())))

    def column(self, name: str, purpose: str) -> np.ndarray:
        """The column with a name; `purpose` states its use in messages."""
        self._check_present(name, purpose)
        return self.columns[name] if name in self.columns else self.aside[name]

    def drop_existing(self, names: Iterable[str]) -> Table:
        """The table without some columns, if it has them."""
        dropped = set(names)
        kept = {name: column for name, column in self.columns.items() if name not in dropped}
        return replace(self, columns=kept)

    def without(self, names: Iterable[str]) -> Table:
        """The table without some columns; raises an error if one is missing or none remains."""
        names = self.split_lists(names)
        for name in names:
            self._check_present(name, "drop")
        table = self.drop_existing(names)
        if not table.columns:
            raise ColumnError(
                f"{self.source} has no column left for a feature, besides its label, its index "
                f"and dropped columns; at least one is needed."
            )
        return table

    def only(self, names: Iterable[str]) -> Table:
        """The table with the given columns in this order; a note names the other columns.

        Columns without names can be selected by their numbers. If names are given although the
        columns have none, as for a model with names, all columns are taken in their order.
        """
        wanted = self.split_lists(names)
        if not self.is_named and not all(map(str.isdecimal, wanted)):
            return self
        missing = [name for name in wanted if name not in self.columns]
        if missing:
            remedy, hint = remedies.what_was_meant(missing[0], self.columns)
            raise DataError(
                f"{self.source} lacks column(s) {listed(missing)}, {len(missing)} of the "
                f"{len(wanted)} needed{hint}; its columns are {listed(self.columns)}.",
                *remedy,
            )
        others = [name for name in self.columns if name not in {*wanted, *self.index}]
        notes = [f"{self.source}: column(s) {listed(others)} are skipped."] * bool(others)
        columns = {name: self.columns[name] for name in wanted}
        return replace(self, columns=columns, notes=(*self.notes, *notes))

    def without_index(self) -> Table:
        """The table without its index; notes report the index, and columns without a name."""
        index = [name for name in self.index if name in self.columns]
        noted = [name for name in index if name not in self.aside]
        kept = [name for name in NAMELESS if name in self.columns and name not in index]
        notes = [
            f"{self.source}: column(s) {listed(noted)} only number or name the rows, so they are "
            f"not features; save them as ordinary columns with names to make them features."
        ] * bool(noted) + [
            f"{self.source}: column {name!r} has no name, but is taken as a feature; if it is not "
            f"one, {_cure(name)}."
            for name in kept
        ]
        return replace(self.without(index), notes=(*self.notes, *notes))

    def only_numeric(self) -> Table:
        """The table with numeric columns only; a note names the other columns."""
        others = [name for name, column in self.columns.items() if not _is_numeric(column)]
        if not others:
            return self
        note = f"{self.source}: column(s) {listed(others)} are not numeric, so they are skipped."
        return replace(self.without(others), notes=(*self.notes, note))

    def split_lists(self, names: Iterable[str]) -> list[str]:
        """The names without repetition; a name that no column has is split at commas."""
        known = {*self.columns, *self.aside}
        found: list[str] = []
        for name in names:
            parts = [name] if name in known else _parts(name, known)
            found += parts if known.intersection(parts) else [name]
        return list(dict.fromkeys(found))

    def matrix(self) -> np.ndarray:
        """The columns as float64 of shape (n_samples, n_features); missing values are NaN."""
        self._check_numeric()
        columns = list(map(numbers, self.columns.values()))
        return np.stack(columns, axis=1, dtype=np.float64, casting="unsafe")

    def check_finite(self, matrix: np.ndarray) -> None:
        """Refuse missing or infinite values in a matrix of the columns."""
        counts = np.count_nonzero(~np.isfinite(matrix), axis=0)
        offending = [name for name, count in zip(self.columns, counts, strict=True) if count]
        if not offending:
            return
        position = int(np.flatnonzero(counts)[0])
        row = int(np.flatnonzero(~np.isfinite(matrix[:, position]))[0])
        what = "a missing value" if np.isnan(matrix[row, position]) else "an infinity"
        raise DataError(
            f"{self.source}: column {offending[0]!r} has {what} in {self.place(row)} "
            f"({counts[position]} missing or infinite in this column){_others(offending)}; "
            f"leave out such rows with --drop-missing (missing='drop' in Python), fill in the "
            f"median with --impute median (missing='median'), or {_cure(offending[0])}.",
            *remedies.to_fill(matrix),
            *remedies.to_do_without(self.columns, offending, chosen=self.chosen),
        )

    def _check_present(self, name: str, purpose: str) -> None:
        if name in self.columns or name in self.aside:
            return
        remedy, hint = remedies.what_was_meant(name, [*self.columns, *self.aside])
        raise ColumnError(
            f"{self.source} has no column {name!r} to {purpose}{hint}; its columns are "
            f"{listed([*self.columns, *self.aside])}.",
            *remedy,
        )

    def _check_numeric(self) -> None:
        rows = {name: first_not_numeric(column) for name, column in self.columns.items()}
        offending = [name for name, row in rows.items() if row is not None]
        if not offending:
            return
        first = offending[0]
        row = rows[first]
        assert row is not None
        entry = self.columns[first][row]
        raise DataError(
            f"{self.source}: column {first!r} is not numeric, for example "
            f"{entry!r} in {self.place(row)}{_others(offending)}; {_cure(first)}, or make it the "
            f"label with --label (label= in Python).",
            *remedies.to_be_numeric(
                self.columns, offending, entry, labelled=self.labelled, chosen=self.chosen
            ),
        )


def _parts(names: str, known: set[str]) -> list[str]:
    """Split text at commas into names; known names may contain commas themselves."""
    fields, found = names.split(","), []
    while fields:
        for length in range(len(fields), 0, -1):  # the longest known name is tried first
            name = ",".join(fields[:length]).strip().strip('"')
            if name in known or length == 1:
                found.append(name)
                fields = fields[length:]
                break
    return found


def _is_numeric(column: np.ndarray) -> bool:
    return column.dtype.kind in NUMERIC_KINDS or first_not_numeric(column) is None


def _others(offending: list[str]) -> str:
    others = offending[1:]
    return f", and likewise {len(others)} other column(s), {listed(others)}" if others else ""


def _cure(name: str) -> str:
    return f"leave it out with --drop {shlex.quote(name)} (drop={name!r} in Python)"


def check_names(source: str, names: Iterable[str]) -> None:
    """Refuse repeated names."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise DataError(
            f"{source} has more than one column called {listed(repeated)}; "
            f"every column needs a different name."
        )


def names_given(names: Any, what: str, least: int = 0) -> list[str]:
    """Names of columns that the user gave, one or several, as a list of text.

    Raises
    ------
    TypeError
        If `names` does not hold names.
    ColumnError
        If there are not enough names, or a feature is named twice.
    """
    given = check_name_list(names, what)
    if len(given) < least:
        raise ColumnError(f"{what} must name at least one column, but none was given.")
    repeated = [name for name, count in Counter(given).items() if least and count > 1]
    if repeated:
        raise ColumnError(f"{what} names {listed(repeated)} more than once; each may come once.")
    return given
