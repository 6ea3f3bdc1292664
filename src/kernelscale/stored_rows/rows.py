"""Rows in blocks that are read when they are used."""

from __future__ import annotations

import uuid
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from .kept_blocks import forget, kept_block

__all__ = ["BLOCKS_IN_MEMORY", "Moments", "StoredRows"]

GATHERED_BYTES = 2**26  # up to this size, selected rows are read into one array at any memory limit
BLOCKS_IN_MEMORY = 4  # number of blocks in memory: the cached blocks, and one that is being read


class Moments(NamedTuple):
    """Summary of each feature, from one pass over the rows.

    Attributes
    ----------
    low, high : ndarray of shape (n_features,)
        Smallest and largest value.
    mean, squares : ndarray of shape (n_features,)
        Mean, and sum of the squared deviations from the mean.
    not_finite : tuple of int, int, float, int, or None
        Row, column and value of the first entry that is NaN or infinite, and the number of such
        entries.
    """

    low: np.ndarray
    high: np.ndarray
    mean: np.ndarray
    squares: np.ndarray
    not_finite: tuple[int, int, float, int] | None


@dataclass(frozen=True, eq=False)
class StoredRows:
    """Points of shape (n_rows, n_features), float64, that are read a block at a time.

    `StoredRows` is indexed like an array. An array of all rows is made once, and only if it fits
    `memory_limit`. `StoredRows` can be pickled: another process reads the blocks that it needs.

    Parameters
    ----------
    edges : ndarray of shape (n_blocks + 1,)
        First row of each block, followed by the number of rows.
    n_features : int
        Number of features.
    read : callable
        ``read(number)`` returns a block as a float64 array; it can be pickled.
    columns : tuple of str, optional
        Names of the features.
    memory_limit : int, optional
        Bytes that an array of all rows may take; no limit by default.
    report : callable, optional
        Called as ``report(stage, done, total)`` while all blocks are read; it is not pickled.

    Examples
    --------
    Three rows in two blocks; the second block has only the last row.

    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> blocks = StoredRows(np.array([0, 2, 3]), 1, lambda number: X[2 * number :][:2])
    >>> blocks.shape, blocks[1:3].ravel(), blocks[[2, 0]].ravel()
    ((3, 1), array([1., 2.]), array([2., 0.]))
    """

    edges: np.ndarray
    n_features: int
    read: Callable[[int], np.ndarray] = field(repr=False)
    columns: tuple[str, ...] | None = None
    memory_limit: int | None = None
    report: Callable[[str, int, int], None] | None = field(default=None, repr=False)
    held: tuple[np.ndarray, np.ndarray] | None = field(default=None, repr=False)
    key: str = field(default_factory=lambda: uuid.uuid4().hex, repr=False)
    cached: dict[str, Any] = field(default_factory=dict, repr=False)
    """Cached properties of the rows."""

    ndim = 2
    dtype = np.dtype(np.float64)

    def __post_init__(self) -> None:
        weakref.finalize(self, forget, self.key).atexit = False

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of features."""
        return int(self.edges[-1]), self.n_features

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def nbytes(self) -> int:
        """Number of bytes of an array of all rows."""
        return 8 * len(self) * self.n_features

    @property
    def bytes_in_memory(self) -> int:
        """Bytes of the blocks in memory at the same time."""
        if "all rows" in self.cached:
            return self.nbytes
        return 8 * self.n_features * BLOCKS_IN_MEMORY * int(np.diff(self.edges).max())

    @property
    def fits(self) -> bool:
        """Whether an array of all rows fits the limit."""
        return self.memory_limit is None or self.nbytes <= self.memory_limit

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """All rows as an array.

        Raises
        ------
        MemoryError
            If the rows do not fit the limit.
        """
        self.check_fits(len(self))
        if "all rows" not in self.cached:
            rows = np.concatenate([block for _, block in self.blocks()])
            rows.flags.writeable = False  # because changes would affect later results
            self.cached["all rows"] = rows
        rows = np.asarray(self.cached["all rows"], dtype=dtype)
        return rows.copy() if copy else rows  # NumPy 1 does not know ``copy=None``

    def __getitem__(self, rows: Any) -> np.ndarray:
        """Some rows, by a slice or an array of indices, as a new float64 array."""
        if "all rows" in self.cached:
            return np.array(self.cached["all rows"][rows])
        if isinstance(rows, tuple):
            rows, features = rows
            if not isinstance(rows, slice) or rows != slice(None):
                return self[rows][:, features]
            return np.concatenate([block[:, features] for _, block in self.blocks()])
        if isinstance(rows, slice):
            start, stop, step = rows.indices(len(self))
            if step == 1:
                return self._stretch(start, max(start, stop))
            return self._rows(np.arange(start, stop, step))
        if np.ndim(rows) == 0:
            row: np.ndarray = self[[rows]][0]
            return row
        wanted = np.asarray(rows)
        if wanted.dtype == bool:
            if wanted.shape != (len(self),):
                raise IndexError(f"A mask of shape {wanted.shape} does not fit {len(self)} rows.")
            wanted = np.flatnonzero(wanted)
        if wanted.size and not -len(self) <= wanted.min() <= wanted.max() < len(self):
            raise IndexError(
                f"Row indices must be from {-len(self)} to {len(self) - 1}, but others were given."
            )
        return self._rows(np.where(wanted < 0, wanted + len(self), wanted))

    def check_fits(self, n_rows: int) -> None:
        """Raise an error if `n_rows` rows do not fit the memory limit.

        Up to 64 MiB of selected rows are always allowed.
        """
        n_bytes = 8 * n_rows * self.n_features
        few = n_rows < len(self) and n_bytes <= GATHERED_BYTES
        if self.memory_limit is not None and n_bytes > self.memory_limit and not few:
            raise MemoryError(
                f"This needs {n_rows} of {len(self)} rows in memory, {_readable(n_bytes)}, but "
                f"memory_limit is {_readable(self.memory_limit)}; raise it, pass some of the rows "
                f"(a map fitted to some rows embeds the others by transform), or compute what is "
                f"possible with blocks: a scale or a curve from rows drawn at random "
                f"(n_sample=20_000)."
            )

    def _stretch(self, start: int, stop: int) -> np.ndarray:
        self.check_fits(stop - start)
        found = np.empty((stop - start, self.n_features))
        first = int(np.searchsorted(self.edges, start, side="right")) - 1
        while start < stop:
            begin, end = self.edges[first : first + 2].tolist()
            part = self.block(first)[start - begin : min(stop, end) - begin]
            found[len(found) - (stop - start) :][: len(part)] = part
            start, first = min(stop, end), first + 1
        return found

    def _rows(self, wanted: np.ndarray) -> np.ndarray:
        if self.held is not None:
            known, points = self.held
            places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
            if np.array_equal(known[places], wanted):
                return points[places]
        self.check_fits(len(wanted))
        found = np.empty((len(wanted), self.n_features))
        order = np.argsort(wanted, kind="stable")
        ends = np.searchsorted(wanted[order], self.edges)
        for number in np.flatnonzero(np.diff(ends)).tolist():
            places = order[ends[number] : ends[number + 1]]
            found[places] = self.block(number)[wanted[places] - self.edges[number]]
        return found

    def block(self, number: int) -> np.ndarray:
        """A block, from the cache or read from the storage."""
        block = kept_block(self.key, number, self.read)
        expected = int(self.edges[number + 1] - self.edges[number]), self.n_features
        if block.shape != expected:
            raise ValueError(
                f"Block {number} of X was of shape {expected} when X was opened, but {block.shape} "
                f"was read; do not change the data while they are read."
            )
        return block

    def blocks(self, stage: str = "reading") -> Iterator[tuple[int, np.ndarray]]:
        """All blocks in order, each with the index of its first row."""
        n_blocks = len(self.edges) - 1
        for number, start in enumerate(self.edges[:-1].tolist()):
            yield start, self.block(number)
            if self.report is not None:
                self.report(stage, number + 1, n_blocks)

    @property
    def moments(self) -> Moments:
        """Summary of each feature, from one pass over the rows."""
        if "moments" not in self.cached:
            self.cached["moments"] = _moments(self)
        moments: Moments = self.cached["moments"]
        return moments

    def futures(self) -> list[Any] | None:
        """The blocks as futures of arrays, if they are kept on a Dask cluster; otherwise None."""
        if "futures" not in self.cached:
            self.cached["futures"] = getattr(self.read, "futures", lambda: None)()
        futures: list[Any] | None = self.cached["futures"]
        return futures

    def holding(self, rows: np.ndarray) -> StoredRows:
        """The same rows; those with the indices `rows` stay in memory and are not read again."""
        known = np.sort(rows)
        return replace(self, held=(known, self[known]))

    def mapped(self, function: Callable[[np.ndarray], np.ndarray]) -> StoredRows:
        """The rows that a picklable function computes from the rows of each block."""
        width = function(self[:1]).shape[1]
        return self._derived(n_features=width, read=_Mapped(self, function))

    def part(self, rows: np.ndarray) -> np.ndarray | StoredRows:
        """Some rows: as an array if they are few or their indices do not ascend, else in blocks."""
        if 8 * self.n_features * len(rows) <= GATHERED_BYTES or not np.all(np.diff(rows) > 0):
            return self[rows]
        ends = np.searchsorted(rows, self.edges)
        filled = np.append(np.diff(ends) > 0, True)
        part = _Chosen(self, rows, np.flatnonzero(filled[:-1]))
        return self._derived(edges=ends[filled], read=part)

    def _derived(self, **changes: Any) -> StoredRows:
        return replace(self, **changes, held=None, key=uuid.uuid4().hex, cached={})

    def __getstate__(self) -> dict[str, Any]:
        """The state without the function `report` and without rows that can be read again."""
        return {**vars(self), "report": None, "cached": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)


@dataclass(frozen=True, eq=False)
class _Mapped:
    blocks: StoredRows
    function: Callable[[np.ndarray], np.ndarray]

    def __call__(self, number: int) -> np.ndarray:
        return self.function(self.blocks.read(number))


@dataclass(frozen=True, eq=False)
class _Chosen:
    blocks: StoredRows
    rows: np.ndarray
    numbers: np.ndarray

    def __call__(self, number: int) -> np.ndarray:
        number = int(self.numbers[number])
        begin, end = self.blocks.edges[number : number + 2]
        rows = self.rows[slice(*np.searchsorted(self.rows, [begin, end]))]
        return self.blocks.read(number)[rows - begin]


def _readable(n_bytes: int) -> str:
    return f"{n_bytes / 2**20:.4g} MiB"


def _moments(blocks: StoredRows) -> Moments:
    """Means and sums of squares, merged block by block (Chan, Golub and LeVeque 1983)."""
    shape = blocks.n_features
    low, high = np.full(shape, np.inf), np.full(shape, -np.inf)
    mean, squares, not_finite, n_bad = np.zeros(shape), np.zeros(shape), None, 0
    for start, block in blocks.blocks("checking"):
        finite = np.isfinite(block)
        if not finite.all():
            n_bad += int(np.count_nonzero(~finite))
            if not_finite is None:
                row, column = np.argwhere(~finite)[0].tolist()
                not_finite = start + row, column, float(block[row, column])
        # Values that are too large are refused later.
        with np.errstate(over="ignore", invalid="ignore"):
            low, high = np.minimum(low, block.min(axis=0)), np.maximum(high, block.max(axis=0))
            here = block.mean(axis=0)
            centred = block - here
            share = len(block) / (start + len(block))
            squares += np.einsum("ij,ij->j", centred, centred) + start * share * (here - mean) ** 2
            mean += share * (here - mean)
    return Moments(low, high, mean, squares, None if not_finite is None else (*not_finite, n_bad))
