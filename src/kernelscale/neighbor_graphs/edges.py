"""The graph of nearest neighbours: its edges, its components, and the links between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from ..engine.statistics import Neighbors

__all__ = [
    "WEAKEST_EDGE",
    "Edges",
    "components",
    "linked",
    "neighbor_edges",
    "spanning_forest",
]

WEAKEST_EDGE = 1e-8
"""Smaller kernel values do not connect two points."""


class Edges(NamedTuple):
    """Edges between points, as arrays of shape (n_edges,); the `lengths` are squared."""

    starts: np.ndarray
    ends: np.ndarray
    lengths: np.ndarray

    def chosen(self, which: np.ndarray | slice) -> Edges:
        """Some of the edges, by indices, slice or mask."""
        return Edges(self.starts[which], self.ends[which], self.lengths[which])


def neighbor_edges(neighbors: Neighbors) -> Edges:
    """One edge from each point to each of its neighbours."""
    n_samples, n_neighbors = neighbors.indices.shape
    starts = np.repeat(np.arange(n_samples), n_neighbors)
    return Edges(starts, neighbors.indices.ravel(), neighbors.squared_distances.ravel())


def components(n_samples: int, edges: Edges) -> np.ndarray:
    """The index of each point's connected component, counted from 0, of shape (n_samples,)."""
    return connected_components(_graph(n_samples, edges, 1.0), directed=False)[1]


def spanning_forest(n_samples: int, edges: Edges) -> Edges:
    """Edges of a minimum spanning forest, shortest first; all lengths must be positive."""
    forest = coo_array(minimum_spanning_tree(_graph(n_samples, edges, edges.lengths)))
    order = np.argsort(forest.data, kind="stable")
    return Edges(forest.row, forest.col, forest.data).chosen(order)


def linked(
    n_samples: int, edges: Edges, nearest_outside: Callable[[np.ndarray], Neighbors]
) -> Edges:
    """Add the shortest links between components to a graph until it is connected.

    Parameters
    ----------
    n_samples : int
        Number of points.
    edges : Edges
        The graph.
    nearest_outside : callable
        Takes the index of each point's component, and returns for each point the nearest point of
        another component. All distances from one component may be infinite if links from other
        components reach it.

    Notes
    -----
    This is Boruvka's algorithm: each component gets its shortest link to another component, which
    at least halves the number of components.
    """
    while True:
        component_of = components(n_samples, edges)
        n_connected = int(component_of.max()) + 1
        if n_connected == 1:
            return edges
        distances, indices = (each[:, 0] for each in nearest_outside(component_of))
        order = np.lexsort((distances, component_of))
        starts = order[np.searchsorted(component_of[order], np.arange(n_connected))]
        starts = starts[np.isfinite(distances[starts])]
        links = Edges(starts, indices[starts], distances[starts])
        edges = Edges(*map(np.concatenate, zip(edges, links, strict=True)))


def _graph(n_samples: int, edges: Edges, weights: np.ndarray | float) -> csr_array:
    """The edges as a sparse matrix with 32-bit indices, as SciPy 1.13 to 1.16 require."""
    starts, ends = (each.astype(np.intc, copy=False) for each in (edges.starts, edges.ends))
    data = np.broadcast_to(np.asarray(weights, dtype=float), starts.shape)
    return csr_array((data, (starts, ends)), shape=(n_samples, n_samples))
