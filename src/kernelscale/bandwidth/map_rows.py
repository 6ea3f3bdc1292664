"""The rows from which the scale of a map is chosen, and the scale that connects them."""

from __future__ import annotations

from math import isqrt

import numpy as np

from ..data import GRAPH_NEIGHBORS, PointCloud
from ..markov.participation import fewest_rows
from ..neighbor_graphs.edges import WEAKEST_EDGE, Edges, components, neighbor_edges, spanning_forest
from .duplicates import near_copies

__all__ = ["connecting_scale", "distinct_rows", "drawn_rows", "most_neighbors", "without_outliers"]

MOST_ROWS = 2000  # so many take a second or two
FEWEST_ROWS = 64
CONNECTING = (
    10 * WEAKEST_EDGE
)  # kernel value; above the weakest edge, so that rounding does not matter


def distinct_rows(cloud: PointCloud, near_too: bool) -> tuple[PointCloud, float]:
    """Distinct rows, and the squared distance up to which rows count as duplicates.

    The distance is 0 unless rows are going to be drawn, as near-duplicates cannot be found among
    rows drawn. Near-duplicates are not sought among rows that are read in blocks.
    """
    distinct = cloud.distinct
    if near_too and distinct.holds_rows and distinct.n_samples > MOST_ROWS:
        nearest = float(np.median(distinct.nearest(1).squared_distances))
        if copies := near_copies(distinct, nearest):
            return copies.cloud, copies.within
    return distinct, 0.0


def drawn_rows(cloud: PointCloud) -> PointCloud:
    """All rows, or as many drawn at random as take a second or two and fit the memory limit.

    All distances of these rows are used, whatever `n_sample` is.
    """
    n_rows = min(MOST_ROWS, cloud.largest_dense())
    if n_rows < min(FEWEST_ROWS, cloud.n_samples):
        cloud.restricted(np.arange(min(FEWEST_ROWS, cloud.n_samples))).check_dense()  # refuses
    if cloud.n_samples <= n_rows:
        return cloud if cloud._n_sample is None else cloud.restricted(np.arange(cloud.n_samples))
    drawn = np.random.default_rng(0).choice(cloud.n_samples, n_rows, replace=False)
    return cloud.restricted(np.sort(drawn))


def most_neighbors(n_samples: int) -> int:
    """Most neighbours: for few rows no more than one of two groups of equal size has."""
    return max(min(isqrt(n_samples), n_samples // 2 - 1), 1)


def without_outliers(cloud: PointCloud, too_far: float) -> PointCloud:
    """The rows without small groups that are farther than a squared distance from all others."""
    groups = components(cloud.n_samples, _edges(cloud, too_far))
    kept = np.flatnonzero(np.bincount(groups)[groups] >= fewest_rows(cloud.n_samples))
    if len(kept) in (0, cloud.n_samples):
        return cloud
    return cloud.restricted(kept)


def connecting_scale(cloud: PointCloud, too_far: float) -> float:
    """The smallest scale that connects all neighbours within a squared distance of each other."""
    lengths = spanning_forest(cloud.n_samples, _edges(cloud, too_far)).lengths
    return float(lengths[-1] / (-2 * np.log(CONNECTING))) if len(lengths) else 0.0


def _edges(cloud: PointCloud, longest: float) -> Edges:
    """Edges to the nearest others, of this squared length at most."""
    edges = neighbor_edges(cloud.nearest(min(GRAPH_NEIGHBORS, cloud.n_samples - 1)))
    return edges.chosen(edges.lengths <= longest)
