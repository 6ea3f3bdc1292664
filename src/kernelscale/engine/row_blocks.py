"""Points in blocks of rows, which an executor can send separately."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

__all__ = ["ArrayBlock", "Block", "RowBlocks"]


class Block(ABC):
    """Consecutive rows that are sent separately; a subclass defines how to `read` them.

    A block can be pickled, unless it only has a `future` of rows that are kept on a cluster.
    """

    @abstractmethod
    def read(self) -> np.ndarray:
        """The rows, of shape (n_rows, n_features), float64 and in C order."""


@dataclass(frozen=True, eq=False)
class ArrayBlock(Block):
    """Rows of an array in memory."""

    rows: np.ndarray

    def read(self) -> np.ndarray:
        """The rows."""
        return self.rows


class _Picked(NamedTuple):
    """Some rows that are also kept in blocks of their own.

    Attributes
    ----------
    names : ndarray of shape (n_rows,)
        Indices of these rows among all rows, ascending.
    places : ndarray of shape (n_rows,)
        Position in `rows` of each row of `names`.
    rows : RowBlocks
        The rows in blocks, in the order in which they were chosen.
    """

    names: np.ndarray
    places: np.ndarray
    rows: RowBlocks


@dataclass(frozen=True, eq=False)
class RowBlocks:
    """Points in blocks of rows; ``points[rows]``, as for an array, reads the blocks needed.

    An executor that sends tasks to other machines sends each block separately. A task gets only the
    blocks of its tiles; in its copy of this object, all other blocks are None. (With `StoredRows`
    nothing is sent: the worker reads the rows itself.)

    Attributes
    ----------
    edges : ndarray of shape (n_blocks + 1,)
        First row of each block, followed by the number of rows.
    blocks : sequence of Block
        The blocks.
    n_features : int
        Number of features.
    picked : optional
        Some rows in separate blocks, added by `with_rows`.

    Examples
    --------
    Five points in blocks of two; rows of two blocks are joined.

    >>> points = RowBlocks.of(np.arange(10.0).reshape(5, 2), side=2)
    >>> points.edges, points.shape
    (array([0, 2, 4, 5]), (5, 2))
    >>> points[1:3]
    array([[2., 3.],
           [4., 5.]])
    >>> list(points.numbers(slice(1, 3)))
    [0, 1]
    """

    edges: np.ndarray
    blocks: Sequence[Block]
    n_features: int
    picked: _Picked | None = None

    @classmethod
    def of(cls, points: np.ndarray, side: int) -> RowBlocks:
        """An array in blocks of `side` rows, which are views."""
        edges = np.append(np.arange(0, len(points), side), len(points))
        blocks = [ArrayBlock(points[start : start + side]) for start in edges[:-1].tolist()]
        return cls(edges, blocks, points.shape[1])

    def with_rows(self, rows: np.ndarray, side: int) -> RowBlocks:
        """The same points, with separate blocks for some rows that are spread over many blocks."""
        order = np.argsort(rows)
        return replace(self, picked=_Picked(rows[order], order, RowBlocks.of(self[rows], side)))

    def __len__(self) -> int:
        return int(self.edges[-1])

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of features, as for an array."""
        return len(self), self.n_features

    def holding(self, rows: slice) -> list[Block]:
        """The blocks that hold these rows."""
        return [self.blocks[number] for number in self.numbers(rows)]

    def numbers(self, rows: slice) -> range:
        """Indices of the blocks that hold these rows."""
        first = int(np.searchsorted(self.edges, rows.start, side="right")) - 1
        return range(first, int(np.searchsorted(self.edges, rows.stop)))

    def __getitem__(self, rows: slice | np.ndarray) -> np.ndarray:
        """Some rows as an array, selected by indices or by a slice with step 1."""
        if isinstance(rows, np.ndarray):
            return self._gathered(rows)
        parts = [
            self.blocks[number].read()[max(rows.start - start, 0) : rows.stop - start]
            for number in self.numbers(rows)
            for start in [int(self.edges[number])]
        ]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _gathered(self, rows: np.ndarray) -> np.ndarray:
        if self.picked is not None:
            names, places, picked = self.picked
            return picked._gathered(places[np.searchsorted(names, rows)])
        found = np.empty((len(rows), self.n_features))
        numbers = np.searchsorted(self.edges, rows, side="right") - 1
        for number in np.unique(numbers).tolist():
            inside = numbers == number
            found[inside] = self.blocks[number].read()[rows[inside] - self.edges[number]]
        return found
