"""Writing of named columns to a CSV or Parquet file."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .._optional_packages import optional_module
from ..atomic_files import atomic_file, check_writable, path_text
from .parquet_checks import page_checksums

__all__ = ["check_table_path", "write_table"]

Columns = Mapping[str, np.ndarray]


def check_table_path(path: str | os.PathLike[str]) -> None:
    """Refuse a path to which no table can be written, before the table is computed.

    Raises
    ------
    ImportError
        If the format needs a package that cannot be imported.
    ValueError
        If the extension belongs to no format.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> check_table_path("coordinates.xlsx")
    Traceback (most recent call last):
        ...
    ValueError: 'coordinates.xlsx' is not the name of a table file; it must end in .csv or .parquet.
    """
    _check_extension(path)
    if _extension(path) == ".parquet":
        _parquet()
    check_writable(path)


def write_table(columns: Columns, path: str | os.PathLike[str]) -> None:
    """Write columns of equal length; numbers are written exactly.

    Parameters
    ----------
    columns : mapping of str to ndarray of shape (n_rows,)
        Numbers, booleans or text; in an array of objects None is a missing value.
    path : str or path-like
        The file, which is written completely or not at all; its extension gives the format.

    Raises
    ------
    TypeError, ValueError
        If the columns are not valid, or the extension belongs to no format.
    OSError, ImportError
        If the file cannot be written.

    Examples
    --------
    A float64 is written with enough digits to be read back exactly.

    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "thirds.csv")
    >>> write_table({"number": np.array([1 / 3]), "name": np.array(["a third"])}, path)
    >>> print(path.read_text())
    number,name
    0.3333333333333333,a third
    <BLANKLINE>
    >>> folder.cleanup()
    """
    _check_extension(path)
    _check_columns(columns)
    with atomic_file(path) as temporary:
        _WRITERS[_extension(path)](columns, temporary)


def _check_extension(path: str | os.PathLike[str]) -> None:
    if _extension(path) not in _WRITERS:
        raise ValueError(
            f"{str(path)!r} is not the name of a table file; it must end in "
            f"{' or '.join(_WRITERS)}."
        )


def _check_columns(columns: Any) -> None:
    """Refuse columns that do not make a table, before anything is written."""
    if not isinstance(columns, Mapping) or not columns:
        raise TypeError(
            f"A table must be a mapping from names to arrays, with at least one column, but "
            f"{'an empty' if isinstance(columns, Mapping) else 'a'} "
            f"{type(columns).__name__} was given."
        )
    lengths = {}
    for name, column in columns.items():
        if not isinstance(name, str):
            raise TypeError(f"The name of a column must be text, but {name!r} was given.")
        if not isinstance(column, np.ndarray) or column.ndim != 1 or not _is_plain(column):
            raise TypeError(
                f"Column {name!r} must be an array of one dimension that holds numbers, booleans "
                f"or text, but is {_kind(column)}."
            )
        lengths[name] = len(column)
    shortest, longest = (pick(lengths, key=lengths.__getitem__) for pick in (min, max))
    if lengths[shortest] != lengths[longest]:
        raise ValueError(
            f"Column {shortest!r} has {lengths[shortest]} rows and column {longest!r} "
            f"{lengths[longest]}; all columns need the same number."
        )


def _is_plain(column: np.ndarray) -> bool:
    if column.dtype.kind != "O":
        return column.dtype.kind in "biufUS"
    return all(isinstance(entry, (str, int, float, np.generic, type(None))) for entry in column)


def _kind(column: Any) -> str:
    if not isinstance(column, np.ndarray):
        return f"a {type(column).__name__}"
    return f"of type {column.dtype} and shape {column.shape}"


def _write_csv(columns: Columns, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        # Python numbers are written as the shortest text that is exact.
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def _write_parquet(columns: Columns, path: Path) -> None:
    table, write = _parquet()
    made = table({name: column.tolist() for name, column in columns.items()})
    write(made, path, **page_checksums(write, "write_page_checksum"))


_WRITERS: dict[str, Callable[[Columns, Path], None]] = {
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}


def _parquet() -> tuple[Any, Any]:
    """The functions of pyarrow that make and write a table."""
    needs = "Writing Parquet files needs pyarrow"
    pyarrow, parquet = (
        optional_module(name, needs, '"kernelscale[io]"') for name in ("pyarrow", "pyarrow.parquet")
    )
    return pyarrow.table, parquet.write_table


def _extension(path: str | os.PathLike[str]) -> str:
    return Path(path_text(path)).suffix.lower()
