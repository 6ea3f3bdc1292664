"""Named columns as a file: CSV without any extra, Parquet with one."""

from __future__ import annotations

import csv
import importlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..whole_files import check_writable, whole_file
from .parquet_checks import page_checksums

__all__ = ["check_table_path", "write_table"]

Columns = Mapping[str, np.ndarray]


def check_table_path(path: str | os.PathLike[str]) -> None:
    """Refuse a file that a table could not be written to, before any work is done.

    Raises
    ------
    ImportError
        If the format needs a package that is not installed.
    ValueError
        If the extension names no format.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> check_table_path("coordinates.xlsx")
    Traceback (most recent call last):
        ...
    ValueError: 'coordinates.xlsx' has no extension of a table; those are .csv and .parquet.
    """
    extension = _extension(path)
    if extension not in _WRITERS:
        raise ValueError(
            f"{str(path)!r} has no extension of a table; those are {' and '.join(_WRITERS)}."
        )
    if extension == ".parquet":
        _parquet()
    check_writable(path)


def write_table(columns: Columns, path: str | os.PathLike[str]) -> None:
    """Write columns of one length; numbers come back to the last bit.

    Parameters
    ----------
    columns : mapping of str to ndarray of shape (n_rows,)
        Numbers, booleans or text.
    path : str or path-like
        The file, which appears whole or not at all; its extension says the format.

    Examples
    --------
    A third has no end in decimals, but the text says which float64 it is.

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
    with whole_file(path) as temporary:
        _WRITERS[_extension(path)](columns, temporary)


def _write_csv(columns: Columns, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        # Plain Python numbers, because the shortest text of theirs that is exact is written.
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
    """How pyarrow makes a table, and how it writes one."""
    try:
        pyarrow, parquet = map(importlib.import_module, ("pyarrow", "pyarrow.parquet"))
    except ImportError:
        raise ImportError(
            'writing Parquet files needs pyarrow; install it with: pip install "kernelscale[io]"'
        ) from None
    return pyarrow.table, parquet.write_table


def _extension(path: str | os.PathLike[str]) -> str:
    return Path(path).suffix.lower()
