"""The nearest other rows of each row, and their graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._attributes import cached_property
from ..engine.requests import Neighbors
from ..engine.statistics import NearestOthers
from ..neighbor_graphs import Found, index_of_checked
from ..neighbor_graphs.edges import Edges, linked, neighbor_edges
from .pair_statistics import GRAPH_NEIGHBORS, PairStatistics

__all__ = ["NearestRows"]


class NearestRows(PairStatistics):
    """Data with the `GRAPH_NEIGHBORS` nearest other rows of each row."""

    @property
    def neighbors(self) -> Neighbors:
        """The `GRAPH_NEIGHBORS` nearest other points, or all other points if there are fewer."""
        return self._neighbors_searched if self._may_miss else self._histogram_and_neighbors[1]

    def nearest(self, n_neighbors: int) -> Neighbors:
        """The given number of nearest other points, from `neighbors` if these are enough."""
        if n_neighbors <= GRAPH_NEIGHBORS:
            return Neighbors(*(part[:, :n_neighbors] for part in self.neighbors))
        if self._may_miss:
            return self._searched(n_neighbors)
        return self.reduce(NearestOthers(n_neighbors))

    @property
    def _may_miss(self) -> bool:
        """Whether neighbours are searched approximately, so that some may be missed.

        They are searched approximately under two conditions: rows are drawn at random, so that all
        other results are estimates too; and the metric allows it.
        """
        return self.sampled is not None and self.metric.ranks_as_euclidean

    @cached_property
    def _neighbors_searched(self) -> Neighbors:
        return self._searched(min(GRAPH_NEIGHBORS, self.n_samples - 1))

    def _searched(self, n_neighbors: int) -> Neighbors:
        """The nearest other rows by an index, which may miss some of them if rows are many."""
        resources = replace(self.resources, progress=None)
        index = index_of_checked(
            np.asarray(self._values), n_neighbors, self.metric, resources=resources
        )
        return Found.by(index, n_neighbors).neighbors

    @cached_property
    def neighbor_edges(self) -> Edges:
        """Edges of the graph of the `GRAPH_NEIGHBORS` nearest other rows."""
        return neighbor_edges(self.neighbors)

    @cached_property
    def linked_edges(self) -> Edges:
        """`neighbor_edges`, and the shortest links that connect the components of their graph."""
        return linked(
            self.n_samples,
            self.neighbor_edges,
            lambda components: self.reduce(NearestOthers(groups=components)),
        )
