"""Exact search for the nearest neighbours of sparse rows, without a dense copy of them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array

from .._attributes import cached_property
from ..engine.executors import executor_named
from ..engine.executors.in_order import in_order
from ..engine.machine.blas import one_blas_thread
from ..engine.plan import PENDING_PER_WORKER, readable
from ..engine.requests import Neighbors
from ..engine.resources import Resources
from .reach import NewEdges

__all__ = ["SparseSearch", "first_alike", "keys_of_rows"]

_NUMBERS_AT_ONCE = 2**20  # number of products in memory for each worker: 8 MiB
_DIFFERENCES_AT_ONCE = 2**17
# Number of arrays, each with one entry for every pair, that a worker holds at a time; 12 were
# measured for points that are all equally near.
_ARRAYS = 13
_LARGEST_ERROR = 1e-12  # largest relative error at which distances from products are used


@dataclass(frozen=True, eq=False)
class SparseSearch:
    """Sparse points, and the search for the nearest points of given rows.

    Distances are computed from products of sparse rows, with a known bound of the rounding error.
    Distances that may be among the smallest, given this bound, are computed again from differences.
    So distances of near-duplicates are accurate, and the nearest points are the same as for dense
    rows.

    Attributes
    ----------
    points : csr_array of shape (n_samples, n_features)
        Points as from `check_sparse_points`.
    groups : ndarray of shape (n_samples,), optional
        Group of each point; neighbours are sought in other groups. By default each point is a
        group by itself.
    radii : ndarray of shape (n_samples,), optional
        Squared radius of each point, within which `edges` joins new rows to it.

    Examples
    --------
    Three points on a line: the nearest neighbour of the third is the second.

    >>> search = SparseSearch(csr_array(np.array([[0.0], [1.0], [3.0]])))
    >>> search.others(1, Resources())
    Neighbors(squared_distances=array([[1.],
           [1.],
           [4.]]), indices=array([[1],
           [0],
           [1]]))
    """

    points: csr_array
    groups: np.ndarray | None = None
    radii: np.ndarray | None = None

    def others(
        self, n_neighbors: int, resources: Resources, rows: np.ndarray | None = None
    ) -> Neighbors:
        """The nearest points of other groups, for all points or for the points `rows`."""
        rows = np.arange(self.points.shape[0]) if rows is None else rows
        search = _BlockSearch(self, n_neighbors, None)
        edges = self._edges(search, self.points[rows], self.groups_of_points[rows], resources)
        return Neighbors(edges.r.reshape(len(rows), -1), edges.ends.reshape(len(rows), -1))

    def edges(self, rows: csr_array, n_neighbors: int, resources: Resources) -> NewEdges:
        """Edges from new rows to their nearest points and to points whose radius contains them."""
        of_no_group = np.full(rows.shape[0], -1)
        return self._edges(
            _BlockSearch(self, n_neighbors, self.radii), rows, of_no_group, resources
        )

    def squares(self, rows: csr_array) -> np.ndarray:
        """Squared distances of rows to all points, with a relative error of at most 1e-12."""
        r, error = self.rounded_squares(rows)
        at, ends = np.nonzero(r * _LARGEST_ERROR <= error)
        r[at, ends] = _squares_of_differences(rows, at, self.points, ends)
        return r

    def _edges(
        self, search: _BlockSearch, rows: csr_array, groups: np.ndarray, resources: Resources
    ) -> NewEdges:
        n_rows = rows.shape[0]
        step = min(n_rows, max(1, _NUMBERS_AT_ONCE // self.points.shape[0]))
        places = [slice(start, min(start + step, n_rows)) for start in range(0, n_rows, step)]
        tasks = ((rows[place], groups[place]) for place in places)
        workers = min(self._workers_that_fit(step, resources), len(places))
        executor = executor_named(resources.executor if workers > 1 else "serial")
        pending = PENDING_PER_WORKER * workers
        found = []
        with (
            one_blas_thread(),
            closing(in_order(executor, search, tasks, len(places), workers, pending)) as answers,
        ):
            for place, (starts, ends, r) in zip(places, answers, strict=True):
                found.append((starts + place.start, ends, r))
                resources.report("neighbors", place.stop, n_rows)
        return NewEdges(*map(np.concatenate, zip(*found, strict=True)))

    @cached_property
    def groups_of_points(self) -> np.ndarray:
        """The group of each point."""
        return np.arange(self.points.shape[0]) if self.groups is None else self.groups

    @cached_property
    def _transposed(self) -> csr_array:
        return csr_array(self.points.T)

    @cached_property
    def _lengths(self) -> np.ndarray:
        """Squared lengths of the points."""
        return _squared_lengths(self.points)

    def rounded_squares(self, rows: csr_array) -> tuple[np.ndarray, np.ndarray]:
        """Squared distances from products, and a bound on the error of each distance.

        Each of the three terms of ``|x|^2 + |y|^2 - 2 x.y`` is a sum of at most as many numbers as
        a row stores. Relative to the sum of the absolute values, the rounding error of a sum is at
        most this number times the precision.
        """
        n_stored = max(int(np.diff(each.indptr).max(initial=0)) for each in (rows, self.points))
        sums = _squared_lengths(rows)[:, None] + self._lengths
        r = (rows @ self._transposed).toarray()
        r *= -2
        r += sums
        sums *= 4 * (n_stored + 8) * np.finfo(np.float64).eps
        return r, sums

    def _workers_that_fit(self, n_rows: int, resources: Resources) -> int:
        """Number of workers that fit in memory; raises an error if not even one worker fits."""
        copy, a_worker = 16 * self.points.nnz, 8 * _ARRAYS * n_rows * self.points.shape[0]
        if copy + a_worker > resources.bytes_allowed:
            raise MemoryError(
                f"The neighbours of {self.points.shape[0]} sparse rows need "
                f"{readable(copy + a_worker)}, but memory_limit is "
                f"{readable(resources.bytes_allowed)}; raise it or pass fewer rows."
            )
        return int(min(resources.n_workers, (resources.bytes_allowed - copy) // max(a_worker, 1)))


@dataclass(frozen=True, eq=False)
class _BlockSearch:
    """The search for one block of rows; it can be pickled."""

    search: SparseSearch
    n_neighbors: int
    radii: np.ndarray | None

    def __call__(self, block: tuple[csr_array, np.ndarray]) -> NewEdges:
        rows, groups = block
        search, k = self.search, self.n_neighbors
        r, error = search.rounded_squares(rows)
        highest = np.add(r, error, out=r)
        highest[groups[:, None] == search.groups_of_points] = np.inf
        limits = np.partition(highest, k - 1, axis=1)[:, k - 1 : k]
        if self.radii is not None:
            limits = np.maximum(limits, self.radii)
        error *= 2
        lowest = np.subtract(highest, error, out=highest)
        starts, ends = np.nonzero(lowest <= limits)
        r = _squares_of_differences(rows, starts, search.points, ends)
        return self._kept(starts, ends, r)

    def _kept(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> NewEdges:
        """Keep the edges to the nearest points of each row, and those within a point's radius."""
        order = np.lexsort((ends, r, starts))
        starts, ends, r = starts[order], ends[order], r[order]
        kept = np.arange(len(starts)) - np.searchsorted(starts, starts) < self.n_neighbors
        if self.radii is not None:
            kept |= r <= self.radii[ends]
        return NewEdges(starts[kept], ends[kept], r[kept])


def _squared_lengths(rows: csr_array) -> np.ndarray:
    lengths: np.ndarray = rows.multiply(rows).sum(axis=1)
    return lengths


def _squares_of_differences(
    rows: csr_array, at: np.ndarray, points: csr_array, ends: np.ndarray
) -> np.ndarray:
    """Squared distances of given pairs (a row, a point), computed from differences."""
    r = np.empty(len(at))
    a_pair = 1 + (rows.nnz // rows.shape[0]) + (points.nnz // points.shape[0])
    step = max(1, _DIFFERENCES_AT_ONCE // a_pair)
    for start in range(0, len(at), step):
        some = slice(start, start + step)
        differences: csr_array = rows[at[some]] - points[ends[some]]
        r[some] = _squared_lengths(differences)
    return r


def keys_of_rows(rows: csr_array) -> list[tuple[bytes, bytes]]:
    """The stored columns and values of each row as bytes, which are equal for equal rows."""
    columns, ends = rows.indices.astype(np.int64), rows.indptr.tolist()
    return [
        (columns[start:end].tobytes(), rows.data[start:end].tobytes())
        for start, end in pairwise(ends)
    ]


def first_alike(rows: csr_array) -> np.ndarray:
    """For each row the index of the first row that equals it, of shape (n_rows,).

    Examples
    --------
    >>> first_alike(csr_array(np.array([[0.0, 1.0], [0.0, 0.0], [0.0, 1.0]]))).tolist()
    [0, 1, 0]
    """
    first: dict[tuple[bytes, bytes], int] = {}
    return np.array([first.setdefault(key, row) for row, key in enumerate(keys_of_rows(rows))])
