"""The search of a worker: the nearest of some rows, in some cells of points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..engine.machine.blas import one_blas_thread
from ..engine.requests import Near, NearestOf, Neighbors
from ..engine.source import Source
from ..engine.tile import Arithmetic, Tile

__all__ = ["COLUMNS_AT_ONCE", "CellSearch", "SortedPoints", "put"]

COLUMNS_AT_ONCE = 1024  # points of a cell in one tile


@dataclass(frozen=True, eq=False)
class SortedPoints:
    """Points, sorted into cells.

    Attributes
    ----------
    points : Source
        The points, cell by cell.
    names : ndarray of shape (n_samples,)
        The row that each of them was, ascending within a cell.
    edges : ndarray of shape (n_cells + 1,)
        Where each cell begins, and the last one ends.
    centres : SortedPoints, optional
        The centres of the cells, themselves in one cell; None where there is only one.
    """

    points: Source
    names: np.ndarray
    edges: np.ndarray
    centres: SortedPoints | None = None

    def __len__(self) -> int:
        return len(self.edges) - 1


def put(lists: Neighbors, rows: np.ndarray, found: Neighbors) -> None:
    """Replace the lists of some rows."""
    lists.squared_distances[rows], lists.indices[rows] = found


@dataclass(frozen=True, eq=False)
class CellSearch:
    """A search for the nearest of some rows; plain data, that can be pickled.

    Attributes
    ----------
    cells : SortedPoints
        The points that are looked at.
    source : Source
        These points, and the rows that are searched for if they are not among them.
    n_neighbors, n_probes : int
        How many neighbours are wanted, and into how many cells to look.
    arithmetic : Arithmetic
        What computes tiles.
    """

    cells: SortedPoints
    source: Source
    n_neighbors: int
    n_probes: int
    arithmetic: Arithmetic

    def __call__(self, places: np.ndarray) -> Neighbors:
        """The nearest of the rows at these positions of the source, without themselves."""
        with one_blas_thread():
            found = self._into(self._nearest_cells(places), places)
            lacking = np.flatnonzero(found.indices[:, -1] < 0)
            if len(lacking):  # so few points were in the cells
                every = np.broadcast_to(np.arange(len(self.cells)), (len(lacking), len(self.cells)))
                put(found, lacking, self._into(every, places[lacking]))
        return found

    def _nearest_cells(self, places: np.ndarray) -> np.ndarray:
        """Cells to be looked into for each row, of shape (n_rows, n_probes)."""
        centres, n_cells = self.cells.centres, len(self.cells)
        if centres is None or self.n_probes == n_cells:
            return np.broadcast_to(np.arange(n_cells), (len(places), n_cells))
        rows = self.source.block(places)
        beside = centres.points.beside(rows)
        look = CellSearch(centres, beside, self.n_probes, 1, self.arithmetic)
        return look(np.arange(len(rows)) + n_cells).indices

    def _into(self, cells: np.ndarray, places: np.ndarray) -> Neighbors:
        """CellSearch into some cells for each row, those first that most rows ask for."""
        found = Neighbors.none(len(places), self.n_neighbors)
        by_cell = np.argsort(cells.ravel(), kind="stable")
        n_asking = np.bincount(cells.ravel(), minlength=len(self.cells))
        starts = np.cumsum(n_asking) - n_asking
        for cell in np.argsort(-n_asking, kind="stable")[: np.count_nonzero(n_asking)].tolist():
            asking = by_cell[starts[cell] : starts[cell] + n_asking[cell]] // cells.shape[1]
            nearest = Neighbors(*(part[asking] for part in found))
            first, last = self.cells.edges[cell : cell + 2].tolist()
            for start in range(first, last, COLUMNS_AT_ONCE):
                columns = slice(start, min(start + COLUMNS_AT_ONCE, last))
                nearest = self._nearer(places[asking], columns, nearest)
            put(found, asking, nearest)
        return found

    def _nearer(self, places: np.ndarray, columns: slice, known: Neighbors) -> Neighbors:
        """The nearest so far and those in a block of points."""
        tile = Tile(self.source, slice(0, len(places)), columns, self.arithmetic, places)
        request = NearestOf(self.n_neighbors, names=self.cells.names)
        near = Near(known.squared_distances[:, -1], known)
        [[(_, found)]] = self.arithmetic.answers(tile, [request], [[near]])
        return found
