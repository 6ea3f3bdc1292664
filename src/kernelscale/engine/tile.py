"""Tiles (the pairs of a block of rows with a block of columns), and what an arithmetic computes."""

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
    """Interface of the code that computes what statistics request about a tile.

    An arithmetic has no state and can be pickled. A new one may be a subclass of `Reference` that
    overrides the methods that it computes faster; an entry in `ARITHMETICS` makes it available by
    name.

    Examples
    --------
    An arithmetic that records its tiles: with NumPy, a thousand rows make three tiles.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import KernelSums
    >>> from kernelscale.engine.arithmetic.reference import Reference
    >>> computed = []
    >>> class Counting(Reference):
    ...     name = "counting"
    ...
    ...     def answers(self, tile, requests, hints):
    ...         computed.append((tile.rows, tile.columns))
    ...         return super().answers(tile, requests, hints)
    >>> S, _ = reduce(np.arange(1000.0)[:, None], KernelSums([1e12]), arithmetic=Counting())
    >>> len(computed), S.round()
    (3, array([1000000.]))
    """

    name: str
    """Name of the arithmetic."""

    @property
    def devices(self) -> Sequence[Any]:
        """Graphics processors that hold the points of a pass; empty if the CPU computes."""

    @property
    def processor(self) -> Arithmetic:
        """The arithmetic that computes tiles on the CPU: this one if it uses no device."""

    def largest_side(
        self, n_samples: int, requests: Sequence[Request] | None, some_rows: bool
    ) -> int:
        """Number of rows and columns of the largest tile that is computed efficiently.

        `requests` are the requests about each tile, or None if a statistic also reads distances.
        `some_rows` is True if only some rows are compared with all points.
        """

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Number of bytes that `answers` needs for a tile, without its points and the results."""

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Results of requests about a tile, in the forms that the module `requests` describes."""

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences in float64."""

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """Squared distances, possibly in float32; None if this is not faster than `distances`."""

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / (2 eps)) of each squared distance, in the type of the distances."""

    def nearest_of(self, one: Neighbors, other: Neighbors) -> Neighbors:
        """Two lists of nearest points for each row, merged into one of the same length.

        Of equally near points, the one with the smaller index comes first.
        """


@dataclass(frozen=True)
class Tile:
    """The pairs of one block of rows with one block of columns.

    Attributes
    ----------
    source : Source
        All points.
    rows, columns : slice
        The two blocks as slices of the points; `rows` is a slice of `sample`, if there is one.
    arithmetic : Arithmetic
        The arithmetic of the tile.
    sample : ndarray of int, optional
        Indices of the rows, if only some rows are compared with all points.

    Examples
    --------
    The single tile of three points on a line, and their squared distances.

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
        """Whether the tile also covers its mirror image, with rows and columns exchanged."""
        return self.sample is None and self.rows != self.columns

    @property
    def row_points(self) -> slice | np.ndarray:
        """Indices of the rows among all points."""
        return self.rows if self.sample is None else self.sample[self.rows]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return self.rows.stop - self.rows.start, self.columns.stop - self.columns.start

    @property
    def selves(self) -> np.ndarray:
        """For each row, the column of the same point in the tile; it may be outside the tile."""
        places: np.ndarray = np.asarray(self.row_points) - self.columns.start
        return places

    def blocks(self, side: int) -> Iterator[tuple[slice, slice]]:
        """Yield row and column slices of blocks within the tile, without those below the diagonal.

        The slices count from the first row and column of the tile.
        """
        n_rows, n_columns = self.shape
        for i in range(0, n_rows, side):
            for j in range(i if self.on_diagonal else 0, n_columns, side):
                yield slice(i, min(i + side, n_rows)), slice(j, min(j + side, n_columns))

    def part(self, rows: slice, columns: slice) -> Tile:
        """One block of the tile, as a separate tile."""
        rows, columns = (
            slice(whole.start + part.start, whole.start + part.stop)
            for whole, part in ((self.rows, rows), (self.columns, columns))
        )
        return Tile(self.source, rows, columns, self.arithmetic, self.sample)

    def groups(self, n_groups: int) -> list[tuple[int, slice]]:
        """For each group of `sample` with rows in the tile: its index, and the slice of these rows.

        Without `sample`, all rows of the tile are in group 0.
        """
        if n_groups == 1 or self.sample is None:
            return [(0, slice(0, self.shape[0]))]
        edges = group_edges(len(self.sample), n_groups)
        within = np.clip(edges, self.rows.start, self.rows.stop) - self.rows.start
        found = np.flatnonzero(np.diff(within)).tolist()
        return [(group, slice(*within[group : group + 2].tolist())) for group in found]

    def without_selves(self, r: np.ndarray) -> np.ndarray:
        """The distances; in a tile with `sample`, the distance of a point to itself is infinite."""
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
        """Squared distances for averages over many pairs, in float32 if this is faster."""
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
