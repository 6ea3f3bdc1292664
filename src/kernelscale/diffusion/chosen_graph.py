"""How many neighbours a map takes where nobody says."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..point_cloud import PointCloud
from .edge_weighting import Weighting
from .fitted import Fitted
from .graph_options import GraphOptions
from .number_of_neighbors import root_of_rows
from .on_graph import fit_graph

__all__ = ["fit_chosen_graph"]

ALONG_A_CURVE = 2
FEW_ROWS = range(30, 257)  # of fewer, mutual neighbours say little
ASKED = 5  # neighbours
EVEN = 0.8  # share of neighbours that are mutual
SMALLEST = 1.5 * (ASKED + 1)  # rows in a curve; a smaller group has its own rows for neighbours


class Choice(NamedTuple):
    """A number of neighbours, and why it was chosen."""

    n_neighbors: int
    why: str


def fit_chosen_graph(cloud: PointCloud, weighting: Weighting, options: GraphOptions) -> Fitted:
    """Fit a map to a graph of as many neighbours as rows call for.

    The fourth root of the distinct rows, at least 3; but 2 for few rows that lie evenly along
    curves, where neighbours are mutual and not those of small groups. What was measured to choose
    this, and what made no difference, stands in docs/measured.md.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    weighting : Resolved, Rule or None
        As of `edge_weighting`.
    options : GraphOptions
        Checked parameters of the map, whose `neighbors` are "auto".
    """
    choice = _choice(cloud.distinct)
    fitted = fit_graph(cloud, weighting, options._replace(neighbors=choice.n_neighbors))
    told = "1 neighbour" if fitted.n_neighbors == 1 else f"{fitted.n_neighbors} neighbours"
    reason = f"{fitted.bandwidth.reason} {told}, {choice.why}."
    return replace(fitted, bandwidth=replace(fitted.bandwidth, reason=reason))


def _choice(distinct: PointCloud) -> Choice:
    if distinct.n_samples in FEW_ROWS:
        share, n_groups = _mutual(distinct)
        if share >= EVEN and distinct.n_samples >= SMALLEST * n_groups:
            why = f"as {share:.0%} of neighbours are mutual, which is so evenly along curves"
            return Choice(ALONG_A_CURVE, why)
    n_neighbors = root_of_rows(distinct.n_samples)
    if n_neighbors >= distinct.n_samples:
        return Choice(distinct.n_samples - 1, "as there are no other distinct rows")
    return Choice(n_neighbors, "the fourth root of the rows, at least 3")


def _mutual(cloud: PointCloud) -> tuple[float, int]:
    """Of the pairs of a row and one of its nearest five, those that are so both ways.

    Their share, and how many groups they join the rows to.
    """
    indices = cloud.nearest(ASKED).indices
    rows = np.repeat(np.arange(len(indices)), ASKED)
    listed = csr_array((np.ones(indices.size), (rows, indices.ravel())), shape=(len(indices),) * 2)
    both = listed.multiply(listed.T)
    return float(both.sum() / listed.nnz), connected_components(both, directed=False)[0]
