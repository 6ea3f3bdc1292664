"""Tables that pandas reads whole, with the types of their columns, as the columns of a table."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from .column_entries import NUMERIC_KINDS
from .columns import Table, check_names
from .errors import DataError
from .file_options import FileOptions
from .parquet_checks import check_footer, page_checksums

__all__ = ["from_frame", "read_feather", "read_parquet", "required", "told"]


def read_parquet(source: str, path: Path, options: FileOptions) -> Table:
    """Columns in the types that pandas gave them, its index among them."""
    options.check_used(source)
    pandas = required("pandas", "Parquet")
    parquet = required("pyarrow.parquet", "Parquet")
    with told():
        footer = parquet.read_metadata(path)
        schema = footer.schema.to_arrow_schema()
    check_names(source, schema.names)  # pandas is obscure about repeated ones
    check_footer(source, footer)
    checksums = page_checksums(parquet.read_table, "page_checksum_verification")
    with told():
        frame = pandas.read_parquet(path, engine="pyarrow", **checksums)
    if len(frame) != footer.num_rows:
        raise DataError(
            f"{source} is damaged: {footer.num_rows} rows are promised, but {len(frame)} are "
            f"there; save it again."
        )
    return _with_index(source, frame, schema)


def read_feather(source: str, path: Path, options: FileOptions) -> Table:
    """The same of Arrow's own format."""
    options.check_used(source)
    required("pandas", "Feather")
    feather = required("pyarrow.feather", "Feather")
    with told():
        table = feather.read_table(path)
    check_names(source, table.schema.names)
    with told():
        frame = table.to_pandas()
    return _with_index(source, frame, table.schema)


def _with_index(source: str, frame: Any, schema: Any) -> Table:
    """A data frame that came with Arrow's schema, what pandas stored as its index in front."""
    pandas = required("pandas", "Arrow")
    stored = (schema.pandas_metadata or {}).get("index_columns", [])
    index = [name for name in stored if name in schema.names]  # row numbers are no column
    names = [*index, *frame.columns]
    if index:
        levels = frame.index.to_frame(index=False)
        frame = pandas.concat([levels, frame.reset_index(drop=True)], axis=1)
    return replace(from_frame(source, frame, names), index=tuple(index))


@contextmanager
def told() -> Iterator[None]:
    """Context in which errors of a library about a damaged file become our own errors."""
    try:
        yield
    except Exception as error:
        raise ValueError(str(error) or type(error).__name__) from error


def required(module: str, kind: str, extra: str = "io") -> ModuleType:
    """A package that reads this kind of files, or an error that says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(
            f"reading {kind} files needs {module.partition('.')[0]}; "
            f'install it with: pip install "kernelscale[{extra}]"'
        ) from None


def from_frame(source: str, frame: Any, names: Iterable[Any] | None) -> Table:
    """Columns of a pandas data frame, under the names the file has; by number where it has none."""
    is_named = names is not None
    called = list(map(str, range(frame.shape[1]) if names is None else names))
    check_names(source, called)
    if len(frame) == 0:
        raise DataError(f"{source} has columns but no rows; at least one row is needed.")
    columns = (_plain(column) for _, column in frame.items())  # quicker than by position
    return Table(source, dict(zip(called, columns, strict=True)), is_named=is_named)


def _plain(column: Any) -> np.ndarray:
    """A pandas column as a NumPy array: what is not plainly numeric as objects."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in NUMERIC_KINDS:
        return column.to_numpy()
    entries = np.array(column, dtype=object)
    entries[column.isna().to_numpy()] = None
    return entries
