"""Nodes of a graph: the distinct rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs

__all__ = ["Nodes"]


class Nodes(NamedTuple):
    """The nodes of a graph: all duplicates of a row are one node.

    `first` is the index of the first row of each node, and `cloud` holds these rows; `node_of_row`
    is the node of each row, and `counts` the number of rows of each node.
    """

    cloud: PointCloud
    first: np.ndarray
    node_of_row: np.ndarray
    counts: np.ndarray

    @classmethod
    def of(cls, cloud: PointCloud) -> Nodes:
        """The nodes of a cloud of points or distances."""
        first, node_of_row, counts = np.unique(
            cloud.first_alike, return_inverse=True, return_counts=True
        )
        return cls(cloud.distinct, first, node_of_row.ravel(), counts)

    def to_rows(self, pairs: Eigenpairs) -> Eigenpairs:
        """Eigenpairs on rows, from eigenpairs on nodes."""
        stationary = (pairs.stationary / self.counts)[self.node_of_row]
        return Eigenpairs(pairs.values, pairs.vectors[self.node_of_row], stationary)
