"""Nodes of a graph, each of which may stand for several duplicates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs

__all__ = ["Nodes"]


class Nodes(NamedTuple):
    """Nodes: duplicates are one node, which stands for as many rows.

    `cloud` holds the first row of each node, `first`; `of_rows` numbers the node of each row.
    """

    cloud: PointCloud
    first: np.ndarray
    of_rows: np.ndarray
    copies: np.ndarray

    @classmethod
    def of(cls, cloud: PointCloud) -> Nodes:
        """The nodes of a cloud of points or distances."""
        first, of_rows, copies = np.unique(
            cloud.first_alike, return_inverse=True, return_counts=True
        )
        return cls(cloud.distinct, first, of_rows.ravel(), copies)

    def to_rows(self, pairs: Eigenpairs) -> Eigenpairs:
        """Eigenpairs on rows, from those on nodes."""
        stationary = (pairs.stationary / self.copies)[self.of_rows]
        return Eigenpairs(pairs.values, pairs.vectors[self.of_rows], stationary)
