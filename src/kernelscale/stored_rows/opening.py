"""Paths, Zarr arrays and Dask collections as rows read in blocks."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .chunked_arrays import opened_collection
from .files import opened_path
from .rows import StoredRows

__all__ = ["opened"]


def opened(
    X: Any,
    memory_limit: int | None = None,
    report: Callable[[str, int, int], None] | None = None,
) -> Any:
    """`X` as `StoredRows` with this memory limit if it is read in blocks, else `X` unchanged.

    Paths of a Parquet file, of a folder of such files and of a Zarr array, as text or as `Path`,
    are read in blocks, and so are Zarr arrays, Dask arrays and Dask data frames.

    Raises
    ------
    ValueError, TypeError
        If `X` is of such a type but is not a table of numbers.
    FileNotFoundError
        If the file does not exist.
    ImportError
        If the package that reads it cannot be imported.
    """
    found = _opened(X)
    if not isinstance(found, StoredRows):
        return X
    return replace(found, memory_limit=memory_limit, report=report)


def _opened(X: Any) -> Any:
    if isinstance(X, (str, os.PathLike)):
        return opened_path(X)
    if type(X).__module__.partition(".")[0] in ("dask", "dask_expr", "zarr"):
        return opened_collection(X)
    return X
