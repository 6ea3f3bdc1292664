"""Given graphs and similarities, which replace a search for neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from ..engine.resources import Resources
from ..markov.out_of_sample.averages import Averages
from ..markov.out_of_sample.extension import Extension
from ..markov.sparse.graph import compact
from .reach import NewEdges
from .truncation import starts_of

__all__ = [
    "SimilarityExtension",
    "distances_to_nodes",
    "edges_of_graph",
    "given_lists",
    "nearest_entries",
    "node_at_zero",
]

NO_DISTANCE = 1e-8
"""A new row counts as a duplicate of a fitted row if their squared distance is at most this share
of the squared distance of the fitted row to its last neighbour.
"""


def nearest_entries(entries: csr_array, n_neighbors: int | None) -> csr_array:
    """The smallest entries of each row, at most `n_neighbors`; of equal entries, the leftmost.

    Parameters
    ----------
    entries : csr_array of shape (n_rows, n_columns)
        Distances, squared or not.
    n_neighbors : int or None
        Number of entries of each row; None for all entries.

    Examples
    --------
    A stored zero is an entry, here the smallest.

    >>> row = csr_array((np.array([3.0, 0.0, 2.0]), np.array([0, 1, 4]), np.array([0, 3])), (1, 5))
    >>> nearest_entries(row, 2).indices.tolist()
    [1, 4]
    """
    if n_neighbors is None:
        return entries
    starts = starts_of(entries)
    kept = _ranks(entries) < n_neighbors
    ends = np.cumsum(np.bincount(starts[kept], minlength=entries.shape[0]))
    first = np.append(0, ends).astype(entries.indptr.dtype)
    return csr_array((entries.data[kept], entries.indices[kept], first), shape=entries.shape)


def _ranks(entries: csr_array) -> np.ndarray:
    """The rank of each stored entry in its row, from 0 for the smallest."""
    starts = starts_of(entries)
    order = np.lexsort((entries.indices, entries.data, starts))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - entries.indptr[starts]
    return rank


def given_lists(graph: csr_array, n_neighbors: int | None) -> tuple[csr_array, np.ndarray]:
    """Lists as from `neighbor_lists`, and the squared distance of each row to its last neighbour.

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        Distances of each row to its neighbours, as `check_graph` returns them.
    n_neighbors : int or None
        Number of neighbours of each row; None for all neighbours.

    Examples
    --------
    Two rows at a distance of 3.

    >>> lists, radii = given_lists(csr_array(np.array([[0.0, 3.0], [3.0, 0.0]])), None)
    >>> lists.toarray(), radii
    (array([[0., 9.],
           [9., 0.]]), array([9., 9.]))
    """
    nearest = nearest_entries(graph, n_neighbors)
    squares, n_samples = nearest.data**2, nearest.shape[0]
    radii = np.maximum.reduceat(squares, nearest.indptr[:-1])
    starts = np.concatenate([starts_of(nearest), np.arange(n_samples)])
    ends = np.concatenate([nearest.indices, np.arange(n_samples)])
    entries = np.concatenate([squares, np.zeros(n_samples)])
    return compact(csr_array((entries, (starts, ends)), shape=nearest.shape)), radii


def distances_to_nodes(rows: csr_array, node_of_row: np.ndarray) -> csr_array:
    """Known distances to nodes of a graph: for each node, the smallest known distance to its rows.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_samples)
        Distances, squared or not.
    node_of_row : ndarray of shape (n_samples,)
        The node of each row; all duplicates of a row are one node.

    Examples
    --------
    The last two rows of the graph are one node; only the distance to the last row is known.

    >>> known = csr_array(np.array([[4.0, 0.0, 1.0]]))
    >>> distances_to_nodes(known, np.array([0, 1, 1])).toarray()
    array([[4., 1.]])
    """
    starts, nodes = starts_of(rows), node_of_row[rows.indices]
    order = np.lexsort((rows.data, nodes, starts))
    starts, nodes = starts[order], nodes[order]
    first = (np.diff(starts, prepend=-1) != 0) | (np.diff(nodes, prepend=-1) != 0)
    ends = np.cumsum(np.bincount(starts[first], minlength=rows.shape[0]))
    shape = rows.shape[0], int(node_of_row.max()) + 1
    return csr_array((rows.data[order][first], nodes[first], np.append(0, ends)), shape=shape)


def node_at_zero(rows: csr_array, radii: np.ndarray) -> np.ndarray:
    """The nearest node of each row, if its distance is 0 up to rounding; else -1.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_nodes)
        Squared distances, at least one in each row.
    radii : ndarray of shape (n_nodes,)
        Squared distance of each node to its last neighbour.

    Examples
    --------
    The first row equals the second node, up to rounding.

    >>> known = csr_array(np.array([[4.0, 1e-14], [4.0, 1.0]]))
    >>> node_at_zero(known, np.ones(2)).tolist()
    [1, -1]
    """
    nearest = _ranks(rows) == 0
    nodes = rows.indices[nearest]
    return np.where(rows.data[nearest] <= NO_DISTANCE * radii[nodes], nodes, -1)


def edges_of_graph(rows: csr_array, radii: np.ndarray, n_neighbors: int) -> NewEdges:
    """Edges of new rows for which only some distances are known.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_samples)
        Squared distances, at least one in each row.
    radii : ndarray of shape (n_samples,)
        Squared distance of each row of the graph to its last neighbour.
    n_neighbors : int
        Number of nearest rows to which a new row is joined.

    Examples
    --------
    The new row is joined to the nearest of three rows. It is also joined to a row at a distance of
    3, because the last neighbour of that row is farther from it, at a distance of 8.

    >>> known = csr_array(np.array([[4.0, 1.0, 9.0]]))
    >>> edges_of_graph(known, np.array([1.0, 1.0, 64.0]), 1).ends.tolist()
    [1, 2]
    """
    kept = (_ranks(rows) < n_neighbors) | (rows.data <= radii[rows.indices])
    return NewEdges(starts_of(rows)[kept], rows.indices[kept], rows.data[kept])


@dataclass(frozen=True, eq=False)
class SimilarityExtension(Extension):
    """All that a map of given similarities needs to embed new rows.

    The kernel mass of a new row is divided by the smallest mass of a training row, so that every
    training row has a mass of at least 1.

    Attributes
    ----------
    smallest_mass : float
        Smallest row sum of the training rows.
    """

    smallest_mass: float = 1.0

    def _averages(self, rows: Any, resources: Resources) -> Averages:
        steps = csr_array(rows)
        mass = steps.sum(axis=1)
        if not mass.min() > 0:
            raise ValueError(
                f"Row {mass.argmin()} of X has no positive similarity to a training row, so it has "
                f"no coordinates."
            )
        starts = starts_of(steps)
        # Dividing by the masses first avoids overflow, because masses may have any magnitude.
        data = steps.data / mass[starts] * self.weights[steps.indices]
        steps = csr_array((data, steps.indices, steps.indptr), shape=steps.shape)
        values = (steps @ self.vectors) / steps.sum(axis=1)[:, None]
        return Averages(values, mass / self.smallest_mass)
