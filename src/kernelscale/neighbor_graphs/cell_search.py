"""The task of a worker: the search for the nearest points of some rows in some cells.

A cell holds the points that have the same nearest centre; see `cells`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..engine.machine.blas import one_blas_thread
from ..engine.requests import Near, NearestOf, Neighbors
from ..engine.source import Source
from ..engine.tile import Arithmetic, Tile

__all__ = ["COLUMNS_AT_ONCE", "CellSearch", "SortedPoints", "put"]

COLUMNS_AT_ONCE = 1024  # largest number of points of a cell in one tile


@dataclass(frozen=True, eq=False)
class SortedPoints:
    """Points, sorted by cells.

    Attributes
    ----------
    points : Source
        The points, cell by cell.
    names : ndarray of shape (n_samples,)
        For each of these points, its row in the data; within a cell these rows are in ascending
        order.
    edges : ndarray of shape (n_cells + 1,)
        The positions at which the cells begin, followed by the position at which the last cell
        ends.
    centres : SortedPoints, optional
        The centres of the cells, stored as the points of one cell; None if there is only one cell.
    """

    points: Source
    names: np.ndarray
    edges: np.ndarray
    centres: SortedPoints | None = None

    def __len__(self) -> int:
        return len(self.edges) - 1


def put(lists: Neighbors, rows: np.ndarray, found: Neighbors) -> None:
    """Replace the neighbours of `rows` in `lists` by `found`."""
    lists.squared_distances[rows], lists.indices[rows] = found


@dataclass(frozen=True, eq=False)
class CellSearch:
    """A search for the nearest points of some rows; it can be pickled.

    Attributes
    ----------
    cells : SortedPoints
        The points that are searched.
    source : Source
        These points, followed by the new rows, if any.
    n_neighbors, n_probes : int
        Number of neighbours, and number of cells to search for each row.
    arithmetic : Arithmetic
        Arithmetic that computes tiles.
    """

    cells: SortedPoints
    source: Source
    n_neighbors: int
    n_probes: int
    arithmetic: Arithmetic

    def __call__(self, places: np.ndarray) -> Neighbors:
        """For the row at each of these positions in `source`, its nearest points without itself."""
        with one_blas_thread():
            found = self._into(self._nearest_cells(places), places)
            lacking = np.flatnonzero(found.indices[:, -1] < 0)
            if len(lacking):  # the cells searched hold too few points, so all cells are searched
                every = np.broadcast_to(np.arange(len(self.cells)), (len(lacking), len(self.cells)))
                put(found, lacking, self._into(every, places[lacking]))
        return found

    def _nearest_cells(self, places: np.ndarray) -> np.ndarray:
        """The cells to search for each row, of shape (n_rows, n_probes)."""
        centres, n_cells = self.cells.centres, len(self.cells)
        if centres is None or self.n_probes == n_cells:
            return np.broadcast_to(np.arange(n_cells), (len(places), n_cells))
        rows = self.source.block(places)
        beside = centres.points.beside(rows)
        search = CellSearch(centres, beside, self.n_probes, 1, self.arithmetic)
        return search(np.arange(len(rows)) + n_cells).indices

    def _into(self, cells: np.ndarray, places: np.ndarray) -> Neighbors:
        """Search the given cells of each row, beginning with the cells that most rows search."""
        found = Neighbors.none(len(places), self.n_neighbors)
        by_cell = np.argsort(cells.ravel(), kind="stable")
        n_rows = np.bincount(cells.ravel(), minlength=len(self.cells))
        starts = np.cumsum(n_rows) - n_rows
        for cell in np.argsort(-n_rows, kind="stable")[: np.count_nonzero(n_rows)].tolist():
            rows = by_cell[starts[cell] : starts[cell] + n_rows[cell]] // cells.shape[1]
            nearest = Neighbors(*(part[rows] for part in found))
            first, last = self.cells.edges[cell : cell + 2].tolist()
            for start in range(first, last, COLUMNS_AT_ONCE):
                columns = slice(start, min(start + COLUMNS_AT_ONCE, last))
                nearest = self._nearer(places[rows], columns, nearest)
            put(found, rows, nearest)
        return found

    def _nearer(self, places: np.ndarray, columns: slice, known: Neighbors) -> Neighbors:
        """The nearest points among the known neighbours and a block of points."""
        tile = Tile(self.source, slice(0, len(places)), columns, self.arithmetic, places)
        request = NearestOf(self.n_neighbors, names=self.cells.names)
        near = Near(known.squared_distances[:, -1], known)
        [[(_, found)]] = self.arithmetic.answers(tile, [request], [[near]])
        return found
