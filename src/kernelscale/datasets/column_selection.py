"""The columns of a table that become features, labels, groups and names of rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_name
from .column_entries import is_missing, with_gaps
from .columns import Table, names_given
from .errors import ColumnError, DataError, Remedy
from .remedies import to_do_without

__all__ = ["MISSING", "Selection"]

MISSING = ("refuse", "drop", "median")
OF_ROWS = {"groups": "groups", "label": "label", "color": "colour"}


@dataclass(frozen=True)
class Selection:
    """The columns and rows to take from a table.

    Attributes
    ----------
    of_rows : dict of str to str
        Name of the column for each purpose: label, groups, color.
    ids : list of str
        Columns that name rows.
    drop : list of str
        Columns to drop.
    features : list of str or None
        Columns that are features; None for all other columns.
    numeric_only : bool
        Whether columns that are not numeric are skipped.
    missing : str
        What to do with missing values: "refuse", "drop" or "median", as in `read_table`.
    """

    of_rows: dict[str, str]
    ids: list[str]
    drop: list[str]
    features: list[str] | None
    numeric_only: bool
    missing: str

    @classmethod
    def checked(
        cls,
        of_rows: dict[str, Any],
        ids: Any,
        drop: Any,
        features: Iterable[str] | None,
        numeric_only: bool,
        missing: str,
    ) -> Selection:
        """A selection from checked names of columns."""
        wanted = None if features is None else names_given(features, "features", least=1)
        names = {purpose: str(name) for purpose, name in of_rows.items() if name is not None}
        return cls(
            names,
            names_given(ids, "ids"),
            names_given(drop, "drop"),
            wanted,
            bool(numeric_only),
            check_name(missing, MISSING, "missing"),
        )

    def of(self, table: Table) -> tuple[Bunch, tuple[str, ...]]:
        """The selected data of a table, and notes on the decisions that were made."""
        drop, ids = table.split_lists(self.drop), table.split_lists(self.ids)
        self._check_one_use_each(table.source, drop, ids)
        labelled, chosen = "label" in self.of_rows, self.features is not None
        table = replace(table, labelled=labelled, chosen=chosen)
        beside = {
            purpose: with_gaps(table.column(name, f"use as the {OF_ROWS[purpose]}"))
            for purpose, name in self.of_rows.items()
        }
        if "label" not in beside and table.target is not None:
            beside["label"] = table.target
        named = {name: table.column(name, "name the rows by") for name in ids}
        n_rows = table.n_rows
        table = table.drop_existing([*self.of_rows.values(), *ids]).without(drop)
        index = {name: table.columns[name] for name in table.index if name in table.columns}
        table = table.without_index() if self.features is None else table.only(self.features)
        table = table.only_numeric() if self.numeric_only else table
        if self.missing != "drop":
            for purpose, column in beside.items():
                _check_complete(table, column, self._called(purpose, table), self.missing)
        data, rows = self._filled(table, beside)
        found = {purpose: _plain(column[rows]) for purpose, column in beside.items()}
        bunch = Bunch(
            data=data,
            target=found.get("label"),
            feature_names=list(table.columns) if table.is_named else None,
            columns=list(table.columns),
            groups=found.get("groups"),
            color=found.get("color"),
            ids={**index, **named},
            rows=rows,
            n_rows=n_rows,
            place=table.place,
            source=table.source,
        )
        return bunch, (*table.notes, *self._note_on_gaps(table.source, n_rows, rows))

    def _filled(self, table: Table, beside: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """The finite features, and the indices of their rows."""
        data, rows = table.matrix(), np.arange(table.n_rows)
        if self.missing == "drop":
            kept = np.isfinite(data).all(axis=1)
            for column in beside.values():
                kept &= ~is_missing(column)
            if not kept.any():
                raise DataError(
                    f"{table.source} has a missing value in each of its {len(rows)} rows, so none "
                    f"is left; drop columns instead."
                )
            return data[kept], rows[kept]
        if self.missing == "median":
            data = _with_medians(table, data)
        table.check_finite(data)
        return data, rows

    def _called(self, purpose: str, table: Table) -> str:
        if purpose not in self.of_rows:
            return f"array 'y' of {table.source}"
        return f"{OF_ROWS[purpose]} column {self.of_rows[purpose]!r} of {table.source}"

    def _note_on_gaps(self, source: str, n_rows: int, rows: np.ndarray) -> list[str]:
        if self.missing != "drop" or len(rows) == n_rows:
            return []
        return [
            f"{source}: {n_rows - len(rows)} of {n_rows} rows with missing values are skipped; "
            f"tables that are written have blank rows for them."
        ]

    def _check_one_use_each(self, source: str, drop: list[str], ids: list[str]) -> None:
        """Refuse a column with two purposes; the column of colours may have one other purpose."""
        uses = {
            f"as the {OF_ROWS[purpose]}": [name]
            for purpose, name in self.of_rows.items()
            if purpose != "color"
        } | {"as a name of rows": ids, "to be dropped": drop}
        for name in [*self.of_rows.values(), *ids]:
            of_name = [use for use, names in uses.items() if name in names]
            if len(of_name) > 1:
                raise ColumnError(
                    f"column {name!r} of {source} is used {' and '.join(of_name)}; only one of "
                    f"these is possible."
                )


def _with_medians(table: Table, data: np.ndarray) -> np.ndarray:
    """The features with missing values replaced by the median of their column."""
    gaps = np.isnan(data)
    empty = [name for name, lost in zip(table.columns, gaps.all(axis=0), strict=True) if lost]
    if empty:
        raise DataError(
            f"{table.source}: column {empty[0]!r} has no value at all, so it has no median; leave "
            f"it out with --drop.",
            *to_do_without(table.columns, empty, chosen=table.chosen),
        )
    if not gaps.any():
        return data
    return np.where(gaps, np.nanmedian(data, axis=0), data)


def _check_complete(table: Table, labels: np.ndarray, what: str, mode: str) -> None:
    """Refuse missing labels."""
    missing = is_missing(labels)
    if missing.any():
        instead = " instead of --impute, which is for features" * (mode == "median")
        raise DataError(
            f"{what} has {missing.sum()} missing label(s), the first in "
            f"{table.place(int(missing.argmax()))}; every row needs one, or leave such rows out "
            f"with --drop-missing (missing='drop' in Python){instead}.",
            *[Remedy(("--drop-missing",))] * (mode == "refuse"),
        )


def _plain(labels: np.ndarray) -> np.ndarray:
    """Labels without missing values, as numbers, booleans or text."""
    if labels.dtype.kind != "O":
        return labels
    plain = np.array(labels.tolist())
    return plain if plain.dtype.kind != "O" else plain.astype(str)
