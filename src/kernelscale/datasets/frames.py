"""Text and Parquet files, read by pandas, as the columns of a table."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from .._warnings import filtered
from .columns import NAMELESS, NUMERIC_KINDS, DataError, Table, check_names, is_number, listed
from .parquet_checks import check_footer, page_checksums

__all__ = ["read_csv", "read_parquet", "read_tsv"]


def read_csv(source: str, path: Path) -> Table:
    """Fields between commas."""
    return _read_text(source, path, kind="CSV", separator=",")


def read_tsv(source: str, path: Path) -> Table:
    """Fields between tabulators."""
    return _read_text(source, path, kind="TSV", separator="\t")


def _read_text(source: str, path: Path, *, kind: str, separator: str) -> Table:
    pandas = _required("pandas", kind)
    options = {"sep": separator, "skipinitialspace": True, **_exact_numbers(pandas)}
    try:
        # By themselves, because pandas renames a name that comes twice.
        names = pandas.read_csv(
            path, header=None, nrows=1, dtype=str, keep_default_na=False, **options
        ).iloc[0]
        # pandas would only warn before it cuts lines that are longer than the names.
        with filtered("error", pandas.errors.ParserWarning):
            frame = pandas.read_csv(path, index_col=False, low_memory=False, **options)
    except pandas.errors.EmptyDataError:
        raise DataError(f"{source} is empty; a table of at least one row is needed.") from None
    except pandas.errors.ParserWarning:
        _check_separator(source, list(names), separator)
        raise DataError(
            f"{source} has lines of more fields than its first line has names ({len(names)}); "
            f"every line needs as many."
        ) from None
    except pandas.errors.ParserError as error:
        reason = str(error).rpartition("C error: ")[2].strip()
        raise DataError(
            f"{source} is not a regular table ({reason}); every line needs as many fields as the "
            f"first, with quotes around those that hold the separator."
        ) from error
    names = list(names)
    _check_separator(source, names, separator)
    _check_header(source, names)
    table = _from_frame(source, frame, names)
    return replace(table, index=_row_numbers(table), notes=_notes_on_header(source, names))


def _exact_numbers(pandas: ModuleType) -> dict[str, str]:
    """What makes pandas read a number as Python does; before 3.1 it errs in the last digit."""
    major, minor = map(int, pandas.__version__.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}


def _check_separator(source: str, names: list[str], separator: str) -> None:
    """Refuse a single column whose name is plainly a line of another separator."""
    others = [other for other in (",", ";", "\t", "|") if other != separator]
    used = [other for other in others if len(names) == 1 and other in names[0]]
    if used:
        raise DataError(
            f"{source} seems to be separated by {used[0]!r}, but {separator!r} is needed in a "
            f"file of this extension; save it with that separator."
        )


def _check_header(source: str, names: list[str]) -> None:
    """Refuse a first row of data in the place of names; whole numbers may well be names."""
    if _are_numbers(names) and not _may_be_names(names):
        raise DataError(
            f"{source} has numbers in its first line ({listed(names)}), where the names of the "
            f"columns are expected; put a line of names first."
        )


def _notes_on_header(source: str, names: list[str]) -> tuple[str, ...]:
    fractions = [name for name in names if name and is_number(name) and not name.isdecimal()]
    if fractions and not _are_numbers(names):
        return (
            f"{source} has {listed(fractions)} in its first line, which is taken for the names of "
            f"the columns; if it holds data, put a line of names first.",
        )
    if not _are_numbers(names):
        return ()
    return (
        f"{source} has whole numbers in its first line ({listed(names)}), which are taken for the "
        f"names of the columns; if they are data, put a line of names first.",
    )


def _are_numbers(names: list[str]) -> bool:
    """Whether whatever stands in the first line is a number."""
    present = [name for name in names if name]
    return bool(present) and all(map(is_number, present))


def _may_be_names(names: list[str]) -> bool:
    """Whether numbers could be names, such as 0, 1, 2 by pandas: whole, each there once."""
    whole = all(name.isdecimal() for name in names if name)
    return whole and len(set(names)) == len(names)


def _row_numbers(table: Table) -> tuple[str, ...]:
    """The name of the first column, if it has none of its own and counts the rows."""
    name, column = next(iter(table.columns.items()))
    if name not in NAMELESS or column.dtype.kind not in "iu":
        return ()
    counted = np.sort(column) - np.arange(len(column))
    return (name,) if counted[0] in (0, 1) and not np.ptp(counted) else ()


def read_parquet(source: str, path: Path) -> Table:
    """Columns in the types that pandas gave them, its index among them."""
    pandas = _required("pandas", "Parquet")
    parquet = _required("pyarrow.parquet", "Parquet")
    with _told():
        footer = parquet.read_metadata(path)
        schema = footer.schema.to_arrow_schema()
    check_names(source, schema.names)  # pandas is obscure about repeated ones
    check_footer(source, footer)
    options = page_checksums(parquet.read_table, "page_checksum_verification")
    with _told():
        frame = pandas.read_parquet(path, engine="pyarrow", **options)
    if len(frame) != footer.num_rows:
        raise DataError(
            f"{source} is damaged: {footer.num_rows} rows are promised, but {len(frame)} are "
            f"there; save it again."
        )
    stored = (schema.pandas_metadata or {}).get("index_columns", [])
    index = [name for name in stored if name in schema.names]  # row numbers are no column
    names = [*index, *frame.columns]
    if index:
        levels = frame.index.to_frame(index=False)
        frame = pandas.concat([levels, frame.reset_index(drop=True)], axis=1)
    return replace(_from_frame(source, frame, names), index=tuple(index))


@contextmanager
def _told() -> Iterator[None]:
    """Whatever a library raises of a damaged file, as what our own readers raise."""
    try:
        yield
    except Exception as error:
        raise ValueError(str(error) or type(error).__name__) from error


def _required(module: str, kind: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(
            f"reading {kind} files needs {module.partition('.')[0]}; "
            f'install it with: pip install "kernelscale[io]"'
        ) from None


def _from_frame(source: str, frame: Any, names: Iterable[Any]) -> Table:
    """Columns of a pandas data frame, under the names the file has."""
    names = [str(name) for name in names]
    check_names(source, names)
    if len(frame) == 0:
        raise DataError(f"{source} has columns but no rows; at least one row is needed.")
    columns = (_plain(frame.iloc[:, position]) for position in range(len(names)))
    return Table(source, dict(zip(names, columns, strict=True)))


def _plain(column: Any) -> np.ndarray:
    """A pandas column as a NumPy array: what is not plainly numeric as objects."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in NUMERIC_KINDS:
        return column.to_numpy()
    entries = np.array(column, dtype=object)
    entries[column.isna().to_numpy()] = None
    return entries
