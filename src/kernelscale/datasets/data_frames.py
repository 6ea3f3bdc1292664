"""Parquet and Feather files, and conversion of data frames to tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from .._optional_packages import optional_module
from .column_entries import NUMERIC_KINDS
from .columns import Table, check_names
from .errors import DataError
from .file_options import FileOptions
from .parquet_checks import check_footer, page_checksums

__all__ = ["from_frame", "read_feather", "read_parquet", "reader_errors", "required"]


def read_parquet(source: str, path: Path, options: FileOptions) -> Table:
    """The table in a Parquet file; an index that pandas stored is among its columns."""
    options.check_used(source)
    pandas = required("pandas", "Parquet")
    parquet = required("pyarrow.parquet", "Parquet")
    with reader_errors():
        footer = parquet.read_metadata(path)
        schema = footer.schema.to_arrow_schema()
    check_names(source, schema.names)  # pandas would raise an unclear error
    check_footer(source, footer)
    checksums = page_checksums(parquet.read_table, "page_checksum_verification")
    with reader_errors():
        frame = pandas.read_parquet(path, engine="pyarrow", **checksums)
    if len(frame) != footer.num_rows:
        raise DataError(
            f"{source} is damaged: its footer states {footer.num_rows} rows, but there are "
            f"{len(frame)}; save it again."
        )
    return _with_index(source, frame, schema)


def read_feather(source: str, path: Path, options: FileOptions) -> Table:
    """The table in a Feather file, the format of Arrow."""
    options.check_used(source)
    required("pandas", "Feather")
    feather = required("pyarrow.feather", "Feather")
    with reader_errors():
        table = feather.read_table(path)
    check_names(source, table.schema.names)
    with reader_errors():
        frame = table.to_pandas()
    return _with_index(source, frame, table.schema)


def _with_index(source: str, frame: Any, schema: Any) -> Table:
    """The table of a data frame with its Arrow schema; a stored index comes first."""
    pandas = required("pandas", "Arrow")
    stored = (schema.pandas_metadata or {}).get("index_columns", [])
    # An index of row numbers is not stored as a column.
    index = [name for name in stored if name in schema.names]
    names = [*index, *frame.columns]
    if index:
        levels = frame.index.to_frame(index=False)
        frame = pandas.concat([levels, frame.reset_index(drop=True)], axis=1)
    return replace(from_frame(source, frame, names), index=tuple(index))


@contextmanager
def reader_errors() -> Iterator[None]:
    """Context that turns all errors that a library raises for a damaged file into a ValueError."""
    try:
        yield
    except Exception as error:
        raise ValueError(str(error) or type(error).__name__) from error


def required(module: str, kind: str, extra: str = "io") -> Any:
    """The module that reads files of a format; the ImportError says why there is none."""
    needs = f"reading {kind} files needs {module.partition('.')[0]}"
    return optional_module(module, needs, f'"kernelscale[{extra}]"')


def from_frame(source: str, frame: Any, names: Iterable[Any] | None) -> Table:
    """The table of a data frame; its columns get the given names, or numbers if `names` is None."""
    is_named = names is not None
    called = list(map(str, range(frame.shape[1]) if names is None else names))
    check_names(source, called)
    if len(frame) == 0:
        raise DataError(f"{source} has columns but no rows; at least one row is needed.")
    columns = (_plain(column) for _, column in frame.items())  # quicker than selection by position
    return Table(source, dict(zip(called, columns, strict=True)), is_named=is_named)


def _plain(column: Any) -> np.ndarray:
    """A column of a data frame as an array, which holds objects if the column is not numeric."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in NUMERIC_KINDS:
        return column.to_numpy()
    entries = np.array(column, dtype=object)
    entries[column.isna().to_numpy()] = None
    return entries
