"""The edges of new rows to rows of a graph."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..engine.executors import executor_named
from ..engine.executors.in_order import in_order
from ..engine.machine.blas import one_blas_thread
from ..engine.plan import PENDING_PER_WORKER
from ..engine.resources import Resources
from ..metrics.metric import RowMetric

__all__ = ["NewEdges", "Reach", "ReachByMetric", "edges_of_distances"]

ROWS_AT_ONCE, POINTS_AT_ONCE = 256, 4096  # new rows and points in memory: 4 MiB
NUMBERS_AT_ONCE = 2**20  # number of coordinates of differences in memory: 8 MiB
# A pair is undecided if single precision does not rule it out. If the share of such pairs is larger
# than this, products in double precision save time.
UNDECIDED = 1 / 16


class NewEdges(NamedTuple):
    """Edges from new rows to rows of a graph, sorted by new row, each of shape (n_edges,).

    Attributes
    ----------
    starts, ends : ndarray
        Indices of the new row and of the row of the graph.
    r : ndarray
        Squared distances.
    """

    starts: np.ndarray
    ends: np.ndarray
    r: np.ndarray


def edges_of_distances(r: np.ndarray, radii: np.ndarray, n_neighbors: int) -> NewEdges:
    """Edges of new rows whose distances to all rows of the graph are known.

    Parameters
    ----------
    r : ndarray of shape (n_new, n_rows)
        Squared distances.
    radii : ndarray of shape (n_rows,)
        Squared distance of each row of the graph to its k-th neighbour.
    n_neighbors : int
        The number k of neighbours.

    Examples
    --------
    The new row is joined to the nearest row. It is also joined to a row at a distance of 3, because
    the nearest neighbour of that row is farther from it, at a distance of 8.

    >>> edges_of_distances(np.array([[4.0, 1.0, 9.0]]), np.array([1.0, 1.0, 64.0]), 1).ends
    array([1, 2])
    """
    nearest = np.argsort(r, axis=1, kind="stable")[:, :n_neighbors]
    joined = r <= radii
    np.put_along_axis(joined, nearest, True, axis=1)
    starts, ends = np.nonzero(joined)
    return NewEdges(starts, ends, r[starts, ends])


Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Pairs of a new row and a graph row whose radius is at least the distance between the two.

The arrays hold the index of the new row, the index of the graph row, and the squared distance.
"""


def _pairs_by_batch(
    of_batch: Callable[[tuple[int, np.ndarray]], Pairs], rows: np.ndarray, resources: Resources
) -> Pairs:
    batches = [
        (start, rows[start : start + ROWS_AT_ONCE]) for start in range(0, len(rows), ROWS_AT_ONCE)
    ]
    workers = min(resources.n_workers, len(batches))
    executor = executor_named(resources.executor if len(batches) > 1 else "serial")
    found = in_order(
        executor, of_batch, batches, len(batches), workers, PENDING_PER_WORKER * workers
    )
    with one_blas_thread(), closing(found) as done:
        starts, ends, r = map(np.concatenate, zip(*done, strict=True))
    return starts, ends, r


class Reach:
    """A search for all graph rows whose radius contains a new row.

    The radius of a graph row is the distance to its k-th neighbour.

    An index for nearest neighbours does not find these rows, so all pairs are computed, in single
    precision. The radius contains the new row x if ``radius_j^2 - |x - y_j|^2`` is at least 0. This
    difference is computed as a product of two vectors with two more entries than features. Pairs
    that the product does not rule out, given its rounding error, are computed again in float64. If
    there are many such pairs, the products are computed in float64 too; this happens if rows form
    dense groups far from the mean of all rows.

    Parameters
    ----------
    points : ndarray of shape (n_rows, n_features)
        The rows.
    radii : ndarray of shape (n_rows,)
        Squared distance of each row to its k-th neighbour.

    Examples
    --------
    A new row at 3 is outside the radius 1 of the row at 0, but inside the radius 8 of the row at
    10.

    >>> reach = Reach(np.array([[0.0], [10.0]]), np.array([1.0, 64.0]))
    >>> reach.pairs(np.array([[3.0]]), Resources())
    (array([0]), array([1]), array([49.]))
    """

    def __init__(self, points: np.ndarray, radii: np.ndarray) -> None:
        self._points, self._radii = points, radii
        self._centre = points.mean(axis=0)
        self._unit = np.abs(points - self._centre).max() or 1.0
        self._right = self._factors_of_points(slice(None), np.float32)

    def pairs(self, rows: np.ndarray, resources: Resources) -> Pairs:
        """The pairs in which the radius of the graph row contains the new row; see `Pairs`."""
        return _pairs_by_batch(self._of_batch, rows, resources)

    def _of_batch(self, batch: tuple[int, np.ndarray]) -> Pairs:
        first, rows = batch
        left, blocks = self._factors_of_rows(rows, np.float32), []
        for start in range(0, len(self._points), POINTS_AT_ONCE):
            where = slice(start, start + POINTS_AT_ONCE)
            near = left @ self._right[where].T >= 0
            if np.count_nonzero(near) > UNDECIDED * near.size:
                points = self._factors_of_points(where, np.float64)
                near = self._factors_of_rows(rows, np.float64) @ points.T >= 0
            at, ends = divmod(np.flatnonzero(near), near.shape[1])
            ends += start
            r = self._squares(rows, at, ends)
            within = r <= self._radii[ends]
            blocks.append((first + at[within], ends[within], r[within]))
        starts, ends, r = map(np.concatenate, zip(*blocks, strict=True))
        return starts, ends, r

    def _squares(self, rows: np.ndarray, at: np.ndarray, ends: np.ndarray) -> np.ndarray:
        r, step = np.empty(len(at)), max(1, NUMBERS_AT_ONCE // rows.shape[1])
        for start in range(0, len(at), step):
            some = slice(start, start + step)
            difference = rows[at[some]] - self._points[ends[some]]
            r[some] = np.einsum("ij,ij->i", difference, difference)
        return r

    def _factors_of_points(self, where: slice, precision: type[np.floating[Any]]) -> np.ndarray:
        centred = (self._points[where] - self._centre) / self._unit
        squares = np.einsum("ij,ij->i", centred, centred)
        reached = self._radii[where] / self._unit**2
        last = (reached - squares) / 2 + self._slack(precision) * (reached + squares)
        return np.column_stack([centred, last, np.ones(len(last))]).astype(precision)

    def _factors_of_rows(self, rows: np.ndarray, precision: type[np.floating[Any]]) -> np.ndarray:
        # Rows this far away are within no radius, and clipped values fit single precision.
        centred = ((rows - self._centre) / self._unit).clip(-1e9, 1e9)
        last = np.einsum("ij,ij->i", centred, centred) * (self._slack(precision) - 0.5)
        return np.column_stack([centred, np.ones(len(rows)), last]).astype(precision)

    def _slack(self, precision: type[np.floating[Any]]) -> float:
        """Bound on the relative rounding error of a sum with as many terms as these products."""
        return (self._points.shape[1] + 8) * float(np.finfo(precision).eps)


@dataclass(frozen=True, eq=False)
class ReachByMetric:
    """The search of `Reach` with a metric that is not Euclidean; all distances are computed.

    Parameters
    ----------
    points, radii
        As in `Reach`.
    metric : RowMetric
        The metric, which has prepared the points.

    Examples
    --------
    A new row at 3 is outside the radius 1 of the row at 0, but inside the radius 8 of the row at
    10.

    >>> from kernelscale.metrics.pairwise import CityBlock
    >>> reach = ReachByMetric(np.array([[0.0], [10.0]]), np.array([1.0, 64.0]), CityBlock())
    >>> reach.pairs(np.array([[3.0]]), Resources())
    (array([0]), array([1]), array([49.]))
    """

    points: np.ndarray
    radii: np.ndarray
    metric: RowMetric

    def pairs(self, rows: np.ndarray, resources: Resources) -> Pairs:
        """The pairs in which the radius of the graph row contains the new row; see `Pairs`."""
        return _pairs_by_batch(self._of_batch, rows, resources)

    def _of_batch(self, batch: tuple[int, np.ndarray]) -> Pairs:
        first, rows = batch
        blocks = []
        for start in range(0, len(self.points), POINTS_AT_ONCE):
            where = slice(start, start + POINTS_AT_ONCE)
            r = self.metric.between(rows, self.points[where])
            at, ends = np.nonzero(r <= self.radii[where])
            blocks.append((first + at, start + ends, r[at, ends]))
        starts, ends, r = map(np.concatenate, zip(*blocks, strict=True))
        return starts, ends, r
