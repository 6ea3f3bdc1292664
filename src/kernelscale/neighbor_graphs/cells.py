"""Points in cells, and a search for neighbours in the cells nearest to a row.

This is an inverted file, as in text or image search: a cell holds the points that are nearer to its
centre than to any other centre, and the neighbours of a row are sought in the cells whose centres
are nearest to it. The search of each row is independent and its distances are exact, so the result
is the same for any number of workers.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from .._attributes import cached_property
from ..engine.arithmetic.registry import arithmetic_named
from ..engine.executors import executor_named
from ..engine.executors.in_order import in_order
from ..engine.machine.blas import one_blas_thread
from ..engine.plan import PENDING_PER_WORKER
from ..engine.requests import NearestOf, Neighbors
from ..engine.resources import Resources
from ..engine.source import Source
from .cell_search import COLUMNS_AT_ONCE, CellSearch, SortedPoints, put

__all__ = ["Cells", "centres_of", "search_bytes"]

_ROWS_AT_ONCE = 1024  # largest number of rows in one task of a worker
_FEWEST_ROWS = 64  # smallest number of rows in one task of a worker
_ROWS_PER_CENTRE = 32
_ROUNDS = 5  # number of rounds of Lloyd's algorithm


@dataclass(frozen=True, eq=False)
class Cells(SortedPoints):
    """Points in cells, and the search for neighbours in them.

    Examples
    --------
    Two cells of two points each: a search in one cell finds the other point of a row's own cell.

    >>> X = np.array([[0.0], [9.0], [1.0], [12.0]])
    >>> cells = Cells.around(np.array([[0.5], [10.0]]), X, Resources())
    >>> cells.names, cells.edges
    (array([0, 2, 1, 3]), array([0, 2, 4]))
    >>> cells.others(None, 1, Resources(), n_probes=1).indices.ravel()
    array([2, 3, 0, 1])
    """

    centres: Cells | None = None

    @classmethod
    def one(cls, points: Source) -> Cells:
        """All points in one cell, so that the search is exact."""
        n_samples = len(points.values)
        return cls(points, np.arange(n_samples), np.array([0, n_samples]))

    @classmethod
    def around(cls, centres: np.ndarray, values: np.ndarray, resources: Resources) -> Cells:
        """Put each point into the cell of its nearest centre; of equally near ones, the first."""
        source = Source.of(values)
        middles = cls.one(replace(source, values=centres))
        own = middles.query(values, 1, resources).indices[:, 0]
        names = np.argsort(own, kind="stable")
        kept, sizes = np.unique(own, return_counts=True)  # Empty cells are dropped.
        middles = cls.one(replace(source, values=centres[kept]))
        edges = np.concatenate([[0], np.cumsum(sizes)])
        return cls(replace(source, values=values[names]), names, edges, middles)

    @property
    def sizes(self) -> np.ndarray:
        """Number of points in each cell."""
        return np.diff(self.edges)

    def others(
        self,
        rows: np.ndarray | None,
        n_neighbors: int,
        resources: Resources,
        n_probes: int | None = None,
    ) -> Neighbors:
        """For some or all rows, the nearest other points.

        Only the `n_probes` cells nearest to a row are searched, or all cells if `n_probes` is None.
        """
        places = self._places if rows is None else self._places[rows]
        return self._search(self.points, places, n_neighbors, n_probes, resources)

    def query(
        self,
        rows: np.ndarray,
        n_neighbors: int,
        resources: Resources,
        n_probes: int | None = None,
    ) -> Neighbors:
        """The points nearest to new rows; `n_probes` is as in `others`."""
        places = np.arange(len(rows)) + len(self.names)
        beside = self.points.beside(rows)
        return self._search(beside, places, n_neighbors, n_probes, resources)

    def nearest_cells(self, rows: np.ndarray, resources: Resources) -> np.ndarray:
        """For some points, all cells in the order of their distance, of shape (n_rows, n_cells)."""
        if self.centres is None:
            return np.zeros((len(rows), 1), dtype=np.int64)
        points = self.points.block(self._places[rows])
        return self.centres.query(points, len(self), resources).indices

    @cached_property
    def _places(self) -> np.ndarray:
        """The position of each row among the sorted points."""
        place = np.empty_like(self.names)
        place[self.names] = np.arange(len(place))
        return place

    def _search(
        self,
        source: Source,
        places: np.ndarray,
        n_neighbors: int,
        n_probes: int | None,
        resources: Resources,
    ) -> Neighbors:
        n_probes = len(self) if n_probes is None else min(n_probes, len(self))
        arithmetic = arithmetic_named(resources.arithmetic)
        search = CellSearch(self, source, n_neighbors, n_probes, arithmetic)
        order = np.argsort(places, kind="stable")  # Points of one cell search the same cells.
        rows = [order[task] for task in _tasks(len(places))]
        tasks = [places[each] for each in rows]
        workers = max(1, min(resources.n_workers, len(tasks)))
        executor = executor_named(resources.executor)
        pending = PENDING_PER_WORKER * workers
        answers = in_order(executor, search, tasks, len(tasks), workers, pending)
        found = Neighbors.none(len(places), n_neighbors)
        with one_blas_thread(), closing(answers) as done:
            for number, answer in enumerate(done):
                put(found, rows[number], answer)
                resources.report("neighbors", number + 1, len(tasks))
        return found


def _tasks(n_rows: int) -> list[slice]:
    """Blocks of rows, one for each task; they do not depend on the number of workers."""
    size = min(_ROWS_AT_ONCE, max(_FEWEST_ROWS, n_rows // 16))
    return [slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size)]


def centres_of(
    values: np.ndarray, n_cells: int, random: np.random.RandomState, resources: Resources
) -> np.ndarray:
    """Centres of cells, by some rounds of Lloyd's algorithm on a subsample."""
    n_drawn = min(len(values), _ROWS_PER_CENTRE * n_cells)
    drawn = values[random.choice(len(values), n_drawn, replace=False)]
    centres, source = drawn[:n_cells], Source.of(drawn)
    for _ in range(_ROUNDS):
        middles = Cells.one(replace(source, values=centres))
        own = middles.query(drawn, 1, resources).indices[:, 0]
        sizes = np.bincount(own, minlength=len(centres))
        members = csr_array((np.ones(n_drawn), (own, np.arange(n_drawn))), (len(centres), n_drawn))
        centres = (members @ drawn)[sizes > 0] / sizes[sizes > 0, None]
    return centres


def search_bytes(shape: tuple[int, ...], n_neighbors: int, resources: Resources) -> int:
    """Bytes of the points in cells, of the neighbours, and of the temporary arrays of workers."""
    n_samples, n_features = shape
    arithmetic, request = arithmetic_named(resources.arithmetic), NearestOf(n_neighbors)
    kept = n_samples * (8 * n_features + 16 * n_neighbors + 6 * 8)
    lists = 4 * 16 * _ROWS_AT_ONCE * n_neighbors
    points = 3 * 8 * (_ROWS_AT_ONCE + COLUMNS_AT_ONCE) * n_features
    tile = arithmetic.stream_bytes([request], _ROWS_AT_ONCE, True)
    return kept + resources.n_workers * (PENDING_PER_WORKER * lists + points + tile)
