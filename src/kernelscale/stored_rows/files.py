"""Parquet files, folders of them, and Zarr arrays on disk, as rows that are read in blocks."""

from __future__ import annotations

import hashlib
import importlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .._optional_packages import optional_module
from .chunked_arrays import opened_collection
from .rows import StoredRows

__all__ = ["is_stored_in_blocks", "is_zarr", "opened_parquet", "opened_path"]

PARQUET, ZARR = ".parquet", ".zarr"


def is_stored_in_blocks(path: str | os.PathLike[str]) -> bool:
    """Whether a path leads to a Parquet file, a folder of such files, or a Zarr array."""
    if path == "":  # an empty path would mean the current folder
        return False
    try:
        found = Path(path).expanduser()
        if found.name.lower().endswith((PARQUET, ZARR)):
            return True
        # A table in subfolders counts too, so that it is refused later with its own message.
        inside = (f"*{PARQUET}", f"*=*/*{PARQUET}")
        return found.is_dir() and (any(map(any, map(found.glob, inside))) or _holds_zarr(found))
    except (OSError, RuntimeError, ValueError):  # the text cannot be the name of a file
        return False


def is_zarr(path: str | os.PathLike[str]) -> bool:
    """Whether a path of a file or folder that is read in blocks leads to a Zarr array."""
    found = Path(path).expanduser()
    return found.name.lower().endswith(ZARR) or _holds_zarr(found)


def _check_here(path: str | os.PathLike[str]) -> None:
    """Refuse an internet address, because it would be read as the path of a folder."""
    if isinstance(path, str) and re.match(r"[a-z][a-z0-9+.-]*://", path):
        reader = "dask.array.from_zarr" if path.endswith(ZARR) else "dask.dataframe.read_parquet"
        raise ValueError(
            f"{path} is an address, and only files of this machine are read; pass what {reader} "
            f"returns for it."
        )


def opened_path(path: str | os.PathLike[str]) -> Any:
    """The rows of a file or folder that is read in blocks; other text and paths unchanged."""
    if not is_stored_in_blocks(path):
        return path
    _check_here(path)
    found = Path(path).expanduser()
    if is_zarr(found):
        return _opened_zarr(found)
    return opened_parquet(found)


def _opened_zarr(path: Path) -> Any:
    zarr = _required("zarr", "Zarr")
    if not path.exists():
        raise FileNotFoundError(f"There is no {str(path)!r} to read rows from.")
    try:
        array = zarr.open_array(str(path), mode="r")
    except Exception as error:  # the classes of Zarr's errors depend on its version
        reason = " ".join(str(error).split()).rstrip(".")
        raise ValueError(
            f"{path} cannot be read as a Zarr array ({reason}); for a group, give the path of an "
            f"array in it."
        ) from error
    return opened_collection(array)


def opened_parquet(
    path: str | os.PathLike[str],
    drop: Iterable[str] = (),
    features: Iterable[str] | None = None,
    numeric_only: bool = False,
) -> StoredRows:
    """The columns of a Parquet file, or of a folder of such files; a block is a row group.

    Parameters
    ----------
    path : str or path-like
        A file, or a folder whose `.parquet` files are taken in the order of their names.
    drop : iterable of str
        Columns that are not features.
    features : iterable of str, optional
        The columns that are features, in this order, without those in `drop`; by default all
        columns except a stored index.
    numeric_only : bool
        Whether columns that are not numeric are skipped instead of refused.

    Raises
    ------
    ValueError
        If there are no rows or features, a column is missing or not numeric, or a file of the
        folder lacks a feature of the first file.
    FileNotFoundError
        If the path does not exist.
    ImportError
        If pyarrow cannot be imported.
    """
    parquet = _required("pyarrow.parquet", "Parquet")
    _check_here(path)
    found = Path(path).expanduser()
    if not found.exists():
        raise FileNotFoundError(f"There is no file {str(path)!r} to read rows from.")
    if folders := sorted(found.glob("*=*/")) if found.is_dir() else []:
        raise ValueError(
            f"{path} is a table in folders such as {folders[0].name}, which are not read; pass the "
            f"data frame that dask.dataframe.read_parquet returns for it."
        )
    files = sorted(found.glob(f"*{PARQUET}")) if found.is_dir() else [found]
    if not files:
        raise ValueError(f"{path} is a folder without files that end in {PARQUET}.")
    footers = [_footer(parquet, file) for file in files]
    schema = footers[0].schema.to_arrow_schema()
    names = _chosen(str(path), schema, list(drop), features, numeric_only)
    for file, footer in zip(files, footers, strict=True):
        of_file = footer.schema.to_arrow_schema()
        if any(name not in of_file.names or not _numeric(of_file, name) for name in names):
            raise ValueError(
                f"{file} does not have all numeric columns of {files[0]} ({', '.join(names)}); the "
                f"files of a folder need the same columns."
            )
    groups = [
        (str(file), n, _content_of(footer, n))
        for file, footer in zip(files, footers, strict=True)
        for n in range(footer.num_row_groups)
    ]
    lengths = [
        footer.row_group(n).num_rows for footer in footers for n in range(footer.num_row_groups)
    ]
    kept = [(group, length) for group, length in zip(groups, lengths, strict=True) if length]
    if not kept:
        raise ValueError(f"{path} has columns but no rows; at least one row is needed.")
    edges = np.concatenate([[0], np.cumsum([length for _, length in kept])])
    read = _ParquetGroups(tuple(group for group, _ in kept), tuple(names))
    return StoredRows(edges, len(names), read, tuple(names))


def _footer(parquet: Any, file: Path) -> Any:
    try:
        return parquet.read_metadata(file)
    except (OSError, ValueError) as error:  # the classes of pyarrow's errors
        reason = " ".join(str(error).split()).rstrip(".")
        raise ValueError(f"{file} cannot be read as Parquet ({reason}).") from error


def _content_of(footer: Any, group: int) -> str:
    """A hash of the position, length and extreme values of a row group, from the footer."""
    entry = str(footer.row_group(group).to_dict()).encode()
    return hashlib.blake2b(entry, digest_size=16).hexdigest()


def _chosen(
    source: str, schema: Any, drop: list[str], features: Iterable[str] | None, numeric_only: bool
) -> list[str]:
    """Names of the columns that are features."""
    index = [
        name
        for name in (schema.pandas_metadata or {}).get("index_columns", [])
        if isinstance(name, str)
    ]
    wanted = [name for name in schema.names if name not in index] if features is None else features
    chosen = list(wanted)
    if repeated := [name for name in chosen if schema.names.count(name) > 1]:
        raise ValueError(
            f"{source} has several columns named {repeated[0]!r}; each column needs its own name."
        )
    for name in [*chosen, *drop]:
        if name not in schema.names:
            raise ValueError(
                f"{source} has no column {name!r}; its columns are {', '.join(schema.names)}."
            )
    kept = [name for name in chosen if name not in drop]
    text = [name for name in kept if not _numeric(schema, name)]
    if text and not numeric_only:
        raise ValueError(
            f"{source}: column {text[0]!r} is not numeric but {schema.field(text[0]).type}; leave "
            f"it out with drop={text!r} (--drop on the command line)."
        )
    kept = [name for name in kept if name not in text]
    if not kept:
        raise ValueError(f"{source} has no column that is a feature; at least one is needed.")
    return kept


def _numeric(schema: Any, name: str) -> bool:
    types = importlib.import_module("pyarrow").types
    kind = schema.field(name).type
    return bool(
        types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_boolean(kind)
        or types.is_decimal(kind)
    )


@dataclass(frozen=True)
class _ParquetGroups:
    """Reads row groups; a missing value becomes NaN, which is refused later."""

    groups: tuple[tuple[str, int, str], ...]
    names: tuple[str, ...]

    def __call__(self, number: int) -> np.ndarray:
        parquet = _required("pyarrow.parquet", "Parquet")
        path, group, content = self.groups[number]
        with parquet.ParquetFile(path) as file:
            footer = file.metadata
            if group >= footer.num_row_groups or _content_of(footer, group) != content:
                raise ValueError(
                    f"{path} has changed since it was opened; open it again, and do not change it "
                    f"while it is read."
                )
            table = file.read_row_group(group, columns=list(self.names))
        found = np.empty((table.num_rows, len(self.names)))
        for place, name in enumerate(self.names):
            found[:, place] = table[name].to_numpy().astype(np.float64)
        return found


def _holds_zarr(folder: Path) -> bool:
    return any((folder / name).is_file() for name in ("zarr.json", ".zarray"))


def _required(module: str, kind: str) -> Any:
    package = module.partition(".")[0]
    what = '"kernelscale[io]"' if package == "pyarrow" else package
    return optional_module(module, f"Reading {kind} needs {package}", what)
