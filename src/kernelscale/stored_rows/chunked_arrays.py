"""Zarr arrays, Dask arrays and Dask data frames, as rows that are read in blocks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .rows import StoredRows

__all__ = ["opened_collection"]

_BYTES = 2**23  # small chunks of a Zarr array are combined into blocks of up to this many bytes


def opened_collection(X: Any) -> Any:
    """The rows of a Zarr array or a Dask collection; other objects are returned unchanged."""
    if type(X).__module__.startswith("zarr"):
        return _of_zarr(X) if hasattr(X, "chunks") else X
    if hasattr(X, "npartitions") and hasattr(X, "columns"):
        return _of_frame(X) if X.ndim == 2 else X  # a single column is not a table
    return _of_dask(X) if hasattr(X, "chunks") else X


def _of_zarr(array: Any) -> StoredRows:
    _check_table(array, "Zarr array")
    n_rows, n_features = array.shape
    chunk = array.chunks[0]
    n_chunks = max(1, _BYTES // (8 * chunk * n_features))
    edges = np.append(np.arange(0, n_rows, n_chunks * chunk), n_rows)
    return StoredRows(edges, n_features, _Slices(array, edges))


def _of_dask(array: Any) -> StoredRows:
    _check_table(array, "Dask array")
    if np.isnan(array.chunks[0]).any():
        array = array.compute_chunk_sizes()
    lengths = np.array(array.chunks[0], dtype=np.int64)
    edges = np.concatenate([[0], np.cumsum(lengths[lengths > 0])])
    return StoredRows(edges, array.shape[1], _Slices(array, edges))


def _of_frame(frame: Any) -> StoredRows:
    """The rows of a data frame; the lengths of its partitions are counted first."""
    names = tuple(map(str, frame.columns))
    text = [
        str(name) for name, kind in frame.dtypes.items() if getattr(kind, "kind", "O") not in "biuf"
    ]
    if text:
        raise ValueError(
            f"The column {text[0]!r} of the Dask data frame is not numeric; leave it out, as with "
            f"frame.drop(columns={text!r})."
        )
    lengths = frame.map_partitions(len).compute().to_numpy()
    numbers = np.flatnonzero(lengths)
    edges = np.concatenate([[0], np.cumsum(lengths[numbers])])
    return StoredRows(edges, len(names), _Partitions(frame, numbers), names)


def _check_table(array: Any, kind: str) -> None:
    if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] == 0:
        raise ValueError(
            f"X must be a table of rows by features, but the {kind} has the shape {array.shape}."
        )
    if np.isnan(array.shape[1]):
        raise ValueError(f"The number of features of the {kind} is not known; give its shape.")
    if array.dtype.kind not in "biuf":
        raise ValueError(f"X must hold real numbers, but the {kind} is of {array.dtype}.")


@dataclass(frozen=True, eq=False)
class _Slices:
    """Reads consecutive rows of an array."""

    array: Any
    edges: np.ndarray

    def __call__(self, number: int) -> np.ndarray:
        start, stop = self.edges[number : number + 2].tolist()
        return _points(_here(self.array[start:stop]))

    def futures(self) -> list[Any] | None:
        """Futures of the blocks, if they are kept on a cluster."""
        ends = zip(self.edges[:-1].tolist(), self.edges[1:].tolist(), strict=True)
        return _futures(self.array, lambda: [self.array[start:stop] for start, stop in ends])


@dataclass(frozen=True, eq=False)
class _Partitions:
    """Reads partitions of a data frame."""

    frame: Any
    numbers: np.ndarray

    def __call__(self, number: int) -> np.ndarray:
        return _points(_here(self.frame.partitions[int(self.numbers[number])]))

    def futures(self) -> list[Any] | None:
        """Futures of the partitions, if they are kept on a cluster."""
        numbers = self.numbers.tolist()
        return _futures(self.frame, lambda: [self.frame.partitions[n] for n in numbers])


def _here(part: Any) -> Any:
    """A block of a Dask collection, computed in this thread or fetched from the cluster."""
    if not hasattr(part, "compute"):
        return part
    if not _is_on_cluster(part):
        return part.compute(scheduler="synchronous")
    return part.compute()


def _points(part: Any) -> np.ndarray:
    if hasattr(part, "to_numpy"):
        return np.ascontiguousarray(part.to_numpy(dtype=np.float64, na_value=np.nan))
    if np.ma.is_masked(part):  # A missing value becomes NaN, which is refused later.
        part = part.astype(np.float64).filled(np.nan)
    return np.ascontiguousarray(part, dtype=np.float64)


def _futures(whole: Any, parts: Callable[[], list[Any]]) -> list[Any] | None:
    """Futures of the blocks as points; None if no chunk of the collection is on a cluster."""
    if not _is_on_cluster(whole):
        return None
    import dask

    points = dask.delayed(_points)
    futures: list[Any] = (
        sys.modules["distributed"].get_client().compute([points(part) for part in parts()])
    )
    return futures


def _is_on_cluster(part: Any) -> bool:
    """Whether some chunks of a collection are computed or being computed on the cluster."""
    distributed = sys.modules.get("distributed")
    return distributed is not None and bool(distributed.client.futures_of(part))
