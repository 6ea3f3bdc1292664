"""Files of the distances of all pairs: square, with or without row names, or condensed."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.spatial.distance import squareform
from sklearn.utils import Bunch

from .column_entries import first_not_numeric, is_number
from .column_selection import Selection
from .columns import Table
from .errors import DataError, DataWarning
from .file_options import FileOptions
from .numpy_files import not_condensed
from .standard_input import standard_input
from .table_files import table_of

__all__ = ["read_distances"]

OF_FEATURES = {"--numeric-only", "--drop-missing", "--impute"}
# Largest accepted difference of the two distances of a pair, as a share of the largest distance.
ROUNDING = 1e-6


def read_distances(
    source: str,
    *,
    label: str | None = None,
    groups: str | None = None,
    color: str | None = None,
    drop: Any = (),
    ids: Any = (),
    **options: Any,
) -> Bunch:
    """Read the distances of all pairs of rows, as `read_table` reads features.

    A table has a row and a column for each point. It may have further columns: a first column with
    a name for each row, and the columns that `label`, `groups`, `color` and `ids` name. A single
    column, or an array of one dimension, holds condensed distances, as returned by
    `scipy.spatial.distance.pdist`. If the two distances of a pair differ by rounding only, their
    mean is used, with a warning.

    Returns
    -------
    Bunch
        As `read_table` returns it; `data` has the shape (n_samples, n_samples), and `feature_names`
        are the names of the columns of distances, if the file has names.

    Raises
    ------
    DataError
        If the table is not square or not symmetric, or a distance is missing or infinite.
    """
    of_rows = {"groups": groups, "label": label, "color": color}
    selection = Selection.checked(of_rows, ids, drop, None, False, "refuse")
    file_options = FileOptions(**options).checked()
    with standard_input(source) as (name, file):
        table = table_of(name, file, file_options, condensed=True)
        if _names_are_distances(table) and file_options.header is None:
            table = table_of(name, file, replace(file_options, header=False), condensed=True)
        table, named = _without_names(table)
        found, notes = _found(selection, table)
    found.data = _square(source, found.data)
    if not named and len(found.feature_names or ()) == len(found.data):
        named = {"name": np.array(found.feature_names, dtype=object)}
    found.ids = {**named, **found.ids}
    found.data, note = _averaged(source, found.data)
    for each in (*notes, *note):
        warnings.warn(each, DataWarning, stacklevel=2)
    found.source = source
    return found


def _found(selection: Selection, table: Table) -> tuple[Bunch, tuple[str, ...]]:
    """The selected data and notes; errors do not suggest remedies that apply to features only."""
    table = table if table.is_named else replace(table, notes=())
    try:
        return selection.of(_Distances(**vars(table)))
    except DataError as error:
        useful = [each for each in error.remedies if not OF_FEATURES & {*each.flags}]
        error.remedies = tuple(useful)
        raise


class _Distances(Table):
    """A table of distances, in which a row and its column can only be dropped together."""

    def check_finite(self, matrix: np.ndarray) -> None:
        """Refuse a distance that is missing or infinite."""
        gaps = ~np.isfinite(matrix)
        if not gaps.any():
            return
        row, column = np.unravel_index(gaps.argmax(), gaps.shape)
        what = "missing" if np.isnan(matrix[row, column]) else "infinite"
        raise DataError(
            f"{self.source}: the distance in {self.place(int(row))}, column "
            f"{list(self.columns)[column]!r}, is {what} (missing or infinite distances in all: "
            f"{gaps.sum()}); every pair needs a distance, so drop both the row and the column of "
            f"such points."
        )


def _names_are_distances(table: Table) -> bool:
    """Whether the first row of a square matrix was read as names."""
    numeric = all(map(is_number, table.columns))
    return table.is_named and numeric and len(table.columns) == table.n_rows + 1


def _without_names(table: Table) -> tuple[Table, dict[str, np.ndarray]]:
    """The table without a first column of row names, and this column."""
    first, column = next(iter(table.columns.items()))
    names = table.index or ((first,) if first_not_numeric(column) is not None else ())
    named = {name: table.columns[name] for name in names}
    others = table.drop_existing(names)
    if not names or len(set(column.tolist())) < len(column) or not others.columns:
        return table, {}
    rows = list(map(str, column))
    if set(rows) <= others.columns.keys():  # columns follow the order of the rows
        beside = {name: each for name, each in others.columns.items() if name not in set(rows)}
        others = replace(others, columns={**{n: others.columns[n] for n in rows}, **beside})
    return replace(others, index=()), named


def _square(source: str, values: np.ndarray) -> np.ndarray:
    """A matrix of distances, from a square matrix or a column of condensed distances."""
    n_rows, n_columns = values.shape
    if n_columns == 1 and n_rows > 1:
        try:
            square: np.ndarray = squareform(values[:, 0], checks=False)
        except ValueError:
            raise DataError(not_condensed(source, n_rows)) from None
        return square
    if n_rows != n_columns:
        raise DataError(
            f"{source} has {n_rows} rows and {n_columns} columns of numbers, but distances of all "
            f"pairs need as many columns as rows; use --id, --label or --drop for columns "
            f"that are not distances, or omit --metric precomputed if these are features."
        )
    return values


def _averaged(source: str, distances: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """The mean of the two distances of each pair, and a note if they differ."""
    apart = np.abs(distances - distances.T)
    largest = float(np.abs(distances).max())
    if not apart.any():
        return distances, []
    share = float(apart.max()) / largest
    if not np.triu(distances).any() or not np.tril(distances).any():
        raise DataError(
            f"{source} has distances on one side of its diagonal only; add the other side, by "
            f"D + D.T in NumPy."
        )
    if share > ROUNDING:
        row, column = np.unravel_index(apart.argmax(), apart.shape)
        raise DataError(
            f"{source} is not symmetric: {distances[row, column]:.6g} in row {row}, column "
            f"{column} (counted from 0) but {distances[column, row]:.6g} in row {column}, column "
            f"{row}; if both are the same distance, write their mean, (D + D.T) / 2 in NumPy."
        )
    return (distances + distances.T) / 2, [
        f"{source}: the two distances of a pair differ by up to {share:.1g} of the largest "
        f"distance, which is no more than rounding; their mean is used."
    ]
