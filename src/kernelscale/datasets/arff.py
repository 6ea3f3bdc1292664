"""Tables in ARFF, the format of Weka, read by SciPy."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from scipy.io import arff

from .columns import Table, check_names
from .errors import DataError
from .file_options import FileOptions
from .text_files import opened

__all__ = ["read_arff"]


def read_arff(source: str, path: Path, options: FileOptions) -> Table:
    """A table of numeric, nominal and date attributes; missing numbers are NaN, others None."""
    options.check_used(source, "encoding")
    with opened(path) as file:
        text = file.read().decode(options.encoding or "utf-8")
    try:
        rows, about = arff.loadarff(io.StringIO(text))
    except (arff.ArffError, NotImplementedError, StopIteration, IndexError) as error:
        raise ValueError(str(error) or "it ends too early") from error
    check_names(source, about.names())
    if len(rows) == 0:
        raise DataError(f"{source} has columns but no rows; at least one row is needed.")
    return Table(source, {name: _plain(rows[name]) for name in about.names()})


def _plain(column: np.ndarray) -> np.ndarray:
    if column.dtype.kind == "M":  # dates are not numeric, as in other formats
        return np.array([None if np.isnat(entry) else str(entry) for entry in column], dtype=object)
    if column.dtype.kind != "S":
        return column
    entries = [None if entry == b"?" else entry.decode() for entry in column]
    return np.array(entries, dtype=object)
