"""The number of neighbours of each row in a graph, stated by the user or chosen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ...data import PointCloud
from .graph_options import GraphOptions

__all__ = ["chosen_number", "number_of_neighbors", "root_of_rows"]

FEWEST = 3  # smallest number of neighbours, except along curves
ALONG_A_CURVE = 2  # number of neighbours of rows that lie evenly along curves
FEW_ROWS = range(30, 257)  # numbers of rows for which mutual neighbours are counted
N_NEAREST = 5  # number of nearest neighbours of each row that are checked for being mutual
EVEN = 0.8  # rows with at least this share of mutual neighbours lie evenly along curves
# Smallest mean number of rows in a component: in smaller components all neighbours are mutual,
# whether or not the rows lie along a curve.
SMALLEST = 1.5 * (N_NEAREST + 1)


def number_of_neighbors(options: GraphOptions, n_nodes: int) -> int:
    """The stated number of neighbours, or the fourth root of `n_nodes`; at most n_nodes - 1."""
    return min(options.stated_neighbors or root_of_rows(n_nodes), n_nodes - 1)


def root_of_rows(n_rows: int) -> int:
    """The fourth root of the number of rows, rounded, and at least 3."""
    return max(FEWEST, round(n_rows**0.25))


class Choice(NamedTuple):
    """A number of neighbours, and why it was chosen."""

    n_neighbors: int
    why: str


def chosen_number(distinct: PointCloud) -> Choice:
    """The default number of neighbours of distinct rows.

    The number is 2 for 30 to 256 rows if at least 80 % of their neighbours are mutual and the
    components are not small: such rows lie evenly along curves. Otherwise it is the fourth root of
    the number of rows, and at least 3. docs/measured.md has the measurements.
    """
    if distinct.n_samples in FEW_ROWS:
        share, n_groups = _mutual(distinct)
        if share >= EVEN and distinct.n_samples >= SMALLEST * n_groups:
            why = f"as {share:.0%} of neighbours are mutual, so the rows lie evenly along curves"
            return Choice(ALONG_A_CURVE, why)
    n_neighbors = root_of_rows(distinct.n_samples)
    if n_neighbors >= distinct.n_samples:
        return Choice(distinct.n_samples - 1, "as there are no other distinct rows")
    return Choice(n_neighbors, "the fourth root of the number of rows, at least 3")


def _mutual(cloud: PointCloud) -> tuple[float, int]:
    """Share of neighbours that are mutual, and the number of components of mutual neighbours.

    The five nearest neighbours of each row are checked; two rows are mutual neighbours if each is
    a neighbour of the other.
    """
    indices = cloud.nearest(N_NEAREST).indices
    rows = np.repeat(np.arange(len(indices)), N_NEAREST)
    listed = csr_array((np.ones(indices.size), (rows, indices.ravel())), shape=(len(indices),) * 2)
    both = listed.multiply(listed.T)
    return float(both.sum() / listed.nnz), connected_components(both, directed=False)[0]
