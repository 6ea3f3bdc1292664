"""The pairs of one block of rows with one block of columns, and what computes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from .._attributes import cached_property
from .requests import Neighbors, Request
from .sampled_pairs import group_edges
from .source import QuickDistances, Source

__all__ = ["Arithmetic", "Tile"]


@runtime_checkable
class Arithmetic(Protocol):
    """How one tile is computed.

    An object without a state, so that it may travel to another process. A new one is a class, and
    a line in `ARITHMETICS` if it is to have a name; a subclass of `Reference` has only to replace
    what it does better.

    Examples
    --------
    One that counts the tiles it is asked about: of a thousand rows those in NumPy are three.

    >>> from kernelscale.engine import KernelSums, reduce
    >>> from kernelscale.engine.arithmetic.reference import Reference
    >>> asked = []
    >>> class Counting(Reference):
    ...     name = "counting"
    ...
    ...     def answers(self, tile, requests, hints):
    ...         asked.append((tile.rows, tile.columns))
    ...         return super().answers(tile, requests, hints)
    >>> S, _ = reduce(np.arange(1000.0)[:, None], KernelSums([1e12]), arithmetic=Counting())
    >>> len(asked), S.round()
    (3, array([1000000.]))
    """

    name: str
    """What it goes by."""

    def largest_side(
        self, n_samples: int, requests: Sequence[Request] | None, some_rows: bool
    ) -> int:
        """Rows and columns of the largest tile that pays.

        `requests` are all that is wanted of a tile; None where its distances are looked at too.
        `some_rows` says whether only some rows are asked about.
        """

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Bytes that `answers` needs for a tile, its points and its answers not counted."""

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Answers to some requests about a tile, as said in `requests`."""

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences in float64."""

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """The same, perhaps in float32 and over a unit; None where there are no quicker ones."""

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / 2 eps) of each squared distance, in its type."""

    def nearest_of(self, one: Neighbors, other: Neighbors) -> Neighbors:
        """The nearest in two lists of the same points, as long as each; of equal ones the first."""


@dataclass(frozen=True)
class Tile:
    """The pairs of one block of rows with one block of columns.

    Attributes
    ----------
    source : Source
        All points.
    rows, columns : slice
        Where the two blocks stand among them; `rows`, where only some rows are asked about, among
        these.
    arithmetic : Arithmetic
        What computes the tile.
    sample : ndarray of int, optional
        Which points the rows are of, where only some are asked about.

    Examples
    --------
    The only tile of three points on a line, and how far each is from the others, squared.

    >>> from kernelscale.engine.arithmetic.registry import ARITHMETICS
    >>> rows, X = slice(0, 3), np.array([[0.0], [1.0], [3.0]])
    >>> Tile(Source.of(X), rows, rows, ARITHMETICS["reference"]).pair_distances
    array([1., 9., 4.])
    """

    source: Source
    rows: slice
    columns: slice
    arithmetic: Arithmetic
    sample: np.ndarray | None = None

    @property
    def on_diagonal(self) -> bool:
        """Whether rows and columns are the same points."""
        return self.sample is None and self.rows == self.columns

    @property
    def mirrored(self) -> bool:
        """Whether the tile stands for its mirror image too."""
        return self.sample is None and self.rows != self.columns

    @property
    def row_points(self) -> slice | np.ndarray:
        """Where the rows stand among all points."""
        return self.rows if self.sample is None else self.sample[self.rows]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return self.rows.stop - self.rows.start, self.columns.stop - self.columns.start

    @property
    def selves(self) -> np.ndarray:
        """Column, counted within the tile, that each of the rows asked about is itself."""
        places: np.ndarray = np.asarray(self.row_points) - self.columns.start
        return places

    def blocks(self, side: int) -> Iterator[tuple[slice, slice]]:
        """Where its blocks are, counted within it; above the diagonal only, if it lies on that."""
        n_rows, n_columns = self.shape
        for i in range(0, n_rows, side):
            for j in range(i if self.on_diagonal else 0, n_columns, side):
                yield slice(i, min(i + side, n_rows)), slice(j, min(j + side, n_columns))

    def part(self, rows: slice, columns: slice) -> Tile:
        """The tile of one of its blocks."""
        rows, columns = (
            slice(whole.start + part.start, whole.start + part.stop)
            for whole, part in ((self.rows, rows), (self.columns, columns))
        )
        return Tile(self.source, rows, columns, self.arithmetic, self.sample)

    def groups(self, n_groups: int) -> list[tuple[int, slice]]:
        """Groups of the rows that are asked about, and which rows of the tile are of each."""
        if n_groups == 1 or self.sample is None:
            return [(0, slice(0, self.shape[0]))]
        edges = group_edges(len(self.sample), n_groups)
        within = np.clip(edges, self.rows.start, self.rows.stop) - self.rows.start
        found = np.flatnonzero(np.diff(within)).tolist()
        return [(group, slice(*within[group : group + 2].tolist())) for group in found]

    def without_selves(self, r: np.ndarray) -> np.ndarray:
        """Distances, those of points to themselves infinite where some rows are asked about."""
        if self.sample is None:
            return r
        places = self.selves
        selves = np.flatnonzero((places >= 0) & (places < r.shape[1]))
        r = r.copy()
        r[selves, places[selves]] = np.inf
        return r

    @cached_property
    def distances(self) -> np.ndarray:
        """Squared distances, computed once for all statistics of a pass; read-only."""
        r = self.source.squared_distances(self.row_points, self.columns, self.arithmetic.distances)
        r.flags.writeable = False
        return r

    @cached_property
    def quick_distances(self) -> QuickDistances:
        """The same, perhaps in float32 and over a unit, for what averages over many pairs."""
        quick = self.arithmetic.quick_distances(self.source, self.row_points, self.columns)
        if quick is None:
            return QuickDistances(self.distances, 1.0)
        quick.values.flags.writeable = False
        return quick

    @property
    def pair_distances(self) -> np.ndarray:
        """Squared distances of the tile's pairs i < j, one-dimensional."""
        if self.on_diagonal:
            return self.distances[np.triu_indices(len(self.distances), k=1)]
        return self.distances.ravel()
