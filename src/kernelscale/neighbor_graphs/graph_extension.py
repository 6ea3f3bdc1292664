"""The extension of a neighbour graph to new rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from .._attributes import cached_property
from ..distances import row_keys
from ..engine.arithmetic.exponential import exponential
from ..engine.resources import Resources
from ..kernels.local_scales import nearest_edges
from ..markov.out_of_sample.averages import Averages, reported, without_self
from ..markov.out_of_sample.extension import Extension
from ..metrics.metric import RowMetric
from ..metrics.registry import metric_named
from .given_graphs import NO_DISTANCE, distances_to_nodes, edges_of_graph, node_at_zero
from .reach import NewEdges, Reach, ReachByMetric, edges_of_distances
from .search import index_of_checked

__all__ = ["GraphExtension", "edge_averages"]

# Largest number of new rows in memory at a time, and approximate largest number of their edges.
ROWS_AT_ONCE, EDGES_AT_ONCE = 8192, 2**22


@dataclass(frozen=True, eq=False)
class GraphExtension(Extension):
    """All that a map of a neighbour graph needs to embed new rows.

    A new row is joined to its k nearest rows, and to all rows whose k-th neighbour is farther away
    than the new row. A new row that equals a row of the graph gets the edges of this row; if only
    distances are known, two rows count as equal if their distance is 0 up to rounding.

    Attributes
    ----------
    radii : ndarray of shape (n_nodes,)
        Squared distance of each node to its k-th neighbour; equal rows are one node. `points`,
        `weights` and `vectors` have one entry for each node as well.
    n_neighbors : int
        The number k of neighbours.
    row_sums : ndarray of shape (n_nodes,)
        Row sums of the training kernel, including the value of each row with itself.
    node_of_row : ndarray of shape (n_samples,)
        The node of each training row; nodes are numbered in the order of their first rows.
    approximate : "auto" or bool
        As in `nearest_neighbors`.
    index : NeighborIndex, optional
        Index for the search; by default it is built when first needed. It is not pickled.
    """

    radii: np.ndarray = field(kw_only=True)
    n_neighbors: int = field(kw_only=True)
    row_sums: np.ndarray = field(kw_only=True)
    node_of_row: np.ndarray = field(kw_only=True)
    approximate: bool | str = field(default="auto", kw_only=True)
    index: Any = field(default=None, kw_only=True, repr=False)

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        return super(GraphExtension, replace(self, index=None)).__reduce__()

    @cached_property
    def nodes(self) -> np.ndarray:
        """The first training row of each node, of shape (n_nodes,)."""
        return np.unique(self.node_of_row, return_index=True)[1]

    @cached_property
    def _counts(self) -> np.ndarray:
        """Number of training rows of each node."""
        return np.bincount(self.node_of_row)

    @cached_property
    def _index(self) -> Any:
        if self.index is not None:
            return self.index
        return index_of_checked(
            self._points, self.n_neighbors, metric_named(self.kernel.metric), self.approximate
        )

    @cached_property
    def _reach(self) -> Reach | ReachByMetric:
        metric = metric_named(self.kernel.metric)
        if metric.is_euclidean:
            return Reach(self._points, self.radii)
        assert isinstance(metric, RowMetric)
        return ReachByMetric(self._points, self.radii, metric)

    @cached_property
    def _keys(self) -> tuple[np.ndarray, np.ndarray]:
        keys = row_keys(self._points)
        order = np.argsort(keys)
        return keys[order], order

    @property
    def _points(self) -> np.ndarray:
        assert self.points is not None  # Only maps of points have this property.
        return self.points

    def _averages(self, rows: Any, resources: Resources) -> tuple[np.ndarray, ...]:
        step = min(ROWS_AT_ONCE, max(1, EDGES_AT_ONCE // self.n_neighbors))
        blocks = (
            self._of_block(rows[start : start + step], resources)
            for start in range(0, rows.shape[0], step)
        )
        found = list(reported(blocks, rows.shape[0], resources))
        return tuple(map(np.concatenate, zip(*found, strict=True)))

    def _of_block(self, rows: Any, resources: Resources) -> tuple[np.ndarray, ...]:
        rows = self._on_nodes(rows)
        node = self._node_of(rows)
        embedded = self._of_nodes(node)
        new = np.flatnonzero(node < 0)
        if len(new):
            for known, found in zip(embedded, self._of_new(rows[new], resources), strict=True):
                known[new] = found
        return embedded

    def _on_nodes(self, rows: Any) -> Any:
        """Return new points unchanged, and distances as squared distances to nodes."""
        if isinstance(rows, csr_array):
            return distances_to_nodes(rows**2, self.node_of_row)
        return rows[:, self.nodes] ** 2 if self.points is None else rows

    def _of_nodes(self, node: np.ndarray) -> tuple[np.ndarray, ...]:
        """Averages and kernel mass of rows that equal a node.

        A lazy walk may stay where it is; for such a walk, psi replaces the averages.
        """
        if self.kernel.moves is None:
            return self.vectors[node] * self.values, self.row_sums[node]
        return self.vectors[node], self.row_sums[node], np.full(len(node), np.inf)

    def _node_of(self, rows: Any) -> np.ndarray:
        """The node that each row equals; -1 if the row equals no node."""
        if isinstance(rows, csr_array):
            return node_at_zero(rows, self.radii)
        if self.points is None:
            nearest = rows.argmin(axis=1)
            return np.where(rows.min(axis=1) <= NO_DISTANCE * self.radii[nearest], nearest, -1)
        keys, order = self._keys
        found = order[np.searchsorted(keys, row_keys(rows)).clip(max=len(keys) - 1)]
        return np.where((self.points[found] == rows).all(axis=1), found, -1)

    def _of_new(self, rows: Any, resources: Resources) -> tuple[np.ndarray, ...]:
        edges = self._edges(rows, resources)
        exponents, moves = self.kernel.operator_edges(*edges)
        if moves is None:
            return edge_averages(edges, exponents, self.weights, self._counts, self.vectors)
        nearest = nearest_edges(edges.starts, edges.r, 1)[:, 0]
        closeness, weights = exponential(exponents[nearest]), self.weights[edges.ends[nearest]]
        averages = edge_averages(edges, exponents, self.weights, self._counts, self._with_masses)
        return without_self(averages, moves, closeness, weights)

    def _edges(self, rows: Any, resources: Resources) -> NewEdges:
        if isinstance(rows, csr_array):
            return edges_of_graph(rows, self.radii, self.n_neighbors)
        if self.points is None:
            return edges_of_distances(rows, self.radii, self.n_neighbors)
        index = replace(self._index, resources=resources)  # not the resources of the fit
        squares, nearest = index.query(rows, self.n_neighbors, checked=True)
        starts, ends, r = self._reach.pairs(rows, resources)
        own = np.repeat(np.arange(len(rows)), nearest.shape[1])
        pairs = np.concatenate(
            [own * len(self.points) + nearest.ravel(), starts * len(self.points) + ends]
        )
        # Keep each pair once, sorted by new row.
        pairs, kept = np.unique(pairs, return_index=True)
        starts, ends = divmod(pairs, len(self.points))
        return NewEdges(starts, ends, np.concatenate([squares.ravel(), r])[kept])


def edge_averages(
    edges: NewEdges,
    exponents: np.ndarray,
    weights: np.ndarray,
    counts: np.ndarray,
    functions: np.ndarray,
) -> Averages:
    """Averages of functions over the nodes that one random step from a new row reaches.

    `operator_averages` computes such averages for a kernel of all pairs.

    Parameters
    ----------
    edges : NewEdges
        Edges from new rows, at least one edge for each row.
    exponents : ndarray of shape (n_edges,)
        Logarithms of the kernel values of the edges.
    weights : ndarray of shape (n_nodes,)
        The weights w_j of the operator.
    counts : ndarray of shape (n_nodes,)
        Number of rows of each node.
    functions : ndarray of shape (n_nodes, n_functions)
        Functions on the nodes.

    Examples
    --------
    A row between two nodes gets the mean of their values, even if all kernel values are 0.

    >>> edges = NewEdges(*np.array([[0, 0], [0, 1], [9, 9]]))
    >>> values, ones = np.array([[0.0], [1.0]]), np.ones(2)
    >>> for exponents in (np.zeros(2), np.full(2, -9e9), np.full(2, -np.inf)):
    ...     edge_averages(edges, exponents, ones, ones, values).values
    array([[0.5]])
    array([[0.5]])
    array([[0.5]])
    """
    first = np.flatnonzero(np.diff(edges.starts, prepend=-1))
    largest = np.maximum.reduceat(exponents, first)
    if not (largest < np.inf).all():
        raise ValueError("The kernel has values of new rows that are not finite.")
    unseen = np.isneginf(largest)
    if unseen.any():  # If all kernel values are 0, only the nearest nodes count.
        nearest = edges.r == np.minimum.reduceat(edges.r, first)[edges.starts]
        exponents = np.where(unseen[edges.starts] & nearest, np.finfo(float).min, exponents)
        largest = np.maximum.reduceat(exponents, first)
    values = exponential(exponents - largest[edges.starts], cut_off=False)
    values *= counts[edges.ends]
    mass = exponential(largest.copy(), cut_off=False) * np.add.reduceat(values, first)
    values *= weights[edges.ends]
    shape = len(first), len(functions)
    steps = csr_array((values, edges.ends, np.append(first, len(values))), shape=shape)
    return Averages((steps @ functions) / steps.sum(axis=1)[:, None], mass)
