"""Graphs and similarities that were given, instead of a search for neighbours."""

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
from .truncated import starts_of

__all__ = [
    "SimilarityExtension",
    "edges_of_graph",
    "given_lists",
    "nearest_entries",
    "node_at_zero",
    "of_nodes",
]

NO_DISTANCE = 1e-8
"""A share of a row's squared distance to its last neighbour; nearer rows are its duplicates."""


def nearest_entries(entries: csr_array, n_neighbors: int | None) -> csr_array:
    """The smallest entries of each row, at most `n_neighbors`; ties by column.

    Parameters
    ----------
    entries : csr_array of shape (n_rows, n_columns)
        Distances, as such or squared.
    n_neighbors : int or None
        How many; None for all.

    Examples
    --------
    A zero that is stored is the smallest.

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
    """Lists as of `neighbor_lists`, and the squared distance of each row to its last neighbour.

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        Distances of each row to its neighbours, as `check_graph` returns them.
    n_neighbors : int or None
        How many of them to take; None for all.

    Examples
    --------
    Two rows 3 apart.

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


def of_nodes(rows: csr_array, of_rows: np.ndarray) -> csr_array:
    """Known distances to the nodes of a graph, from those to its rows; the smallest of each node.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_samples)
        Distances, as such or squared.
    of_rows : ndarray of shape (n_samples,)
        The node of each row.

    Examples
    --------
    The last two rows of the graph are one node, of which the second is known.

    >>> known = csr_array(np.array([[4.0, 0.0, 1.0]]))
    >>> of_nodes(known, np.array([0, 1, 1])).toarray()
    array([[4., 1.]])
    """
    starts, nodes = starts_of(rows), of_rows[rows.indices]
    order = np.lexsort((rows.data, nodes, starts))
    starts, nodes = starts[order], nodes[order]
    first = (np.diff(starts, prepend=-1) != 0) | (np.diff(nodes, prepend=-1) != 0)
    ends = np.cumsum(np.bincount(starts[first], minlength=rows.shape[0]))
    shape = rows.shape[0], int(of_rows.max()) + 1
    return csr_array((rows.data[order][first], nodes[first], np.append(0, ends)), shape=shape)


def node_at_zero(rows: csr_array, radii: np.ndarray) -> np.ndarray:
    """The nearest column of each row, if it is at no distance but for rounding; else -1.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_nodes)
        Squared distances, at least one a row.
    radii : ndarray of shape (n_nodes,)
        Squared distance of each node to its last neighbour.

    Examples
    --------
    The first is where the second node is, by distances from products of vectors.

    >>> known = csr_array(np.array([[4.0, 1e-14], [4.0, 1.0]]))
    >>> node_at_zero(known, np.ones(2)).tolist()
    [1, -1]
    """
    nearest = _ranks(rows) == 0
    nodes = rows.indices[nearest]
    return np.where(rows.data[nearest] <= NO_DISTANCE * radii[nodes], nodes, -1)


def edges_of_graph(rows: csr_array, radii: np.ndarray, n_neighbors: int) -> NewEdges:
    """Edges of new rows of which some distances are known; `edges_of_distances` of all.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_samples)
        Squared distances, at least one a row.
    radii : ndarray of shape (n_samples,)
        Squared distance of each row of the graph to its last neighbour.
    n_neighbors : int
        How many of a new row's own to take.

    Examples
    --------
    Of three that are known the nearest is taken, and the one that is near to itself.

    >>> known = csr_array(np.array([[4.0, 1.0, 9.0]]))
    >>> edges_of_graph(known, np.array([1.0, 1.0, 64.0]), 1).ends.tolist()
    [1, 2]
    """
    kept = (_ranks(rows) < n_neighbors) | (rows.data <= radii[rows.indices])
    return NewEdges(starts_of(rows)[kept], rows.indices[kept], rows.data[kept])


@dataclass(frozen=True, eq=False)
class SimilarityExtension(Extension):
    """All that a map of given similarities needs to embed new rows.

    The kernel mass of a new row is relative to the smallest of a training row.

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
                f"Row {mass.argmin()} of X has no positive similarity to a training row, so it "
                f"gets no coordinates."
            )
        starts = starts_of(steps)
        data = steps.data / mass[starts] * self.weights[steps.indices]  # of any magnitude
        steps = csr_array((data, steps.indices, steps.indptr), shape=steps.shape)
        values = (steps @ self.vectors) / steps.sum(axis=1)[:, None]
        return Averages(values, mass / self.smallest_mass)
