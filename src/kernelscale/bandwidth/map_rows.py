"""Which rows are asked for the scale of a map, and what joins them."""

from __future__ import annotations

from math import isqrt

import numpy as np

from ..data import GRAPH_NEIGHBORS, PointCloud
from ..markov import fewest_rows
from ..neighbors import WEAKEST_EDGE, Edges, components, neighbor_edges, spanning_forest
from .copies import near_copies

__all__ = ["asked_rows", "distinct_rows", "joining_scale", "most_neighbors", "without_strays"]

MOST_ROWS = 2000  # a second or two
FEWEST_ROWS = 64
JOINING = 10 * WEAKEST_EDGE  # not a rounding away from falling apart


def distinct_rows(cloud: PointCloud, near_too: bool) -> tuple[PointCloud, float]:
    """The rows without exact copies, and the squared distance within which others count as such.

    That is 0, unless rows are going to be drawn: those drawn would not show near copies. Of rows
    that are read in blocks, and do not fit in memory, near copies are not sought.
    """
    distinct = cloud.distinct
    if near_too and distinct.holds_rows and distinct.n_samples > MOST_ROWS:
        nearest = float(np.median(distinct.nearest(1).squared_distances))
        if copies := near_copies(distinct, nearest):
            return copies.cloud, copies.within
    return distinct, 0.0


def asked_rows(cloud: PointCloud) -> PointCloud:
    """The rows, or as many drawn at random as a second or two and the memory allow.

    Whatever `n_sample` says: all their distances are looked at.
    """
    n_rows = min(MOST_ROWS, cloud.largest_dense())
    if n_rows < min(FEWEST_ROWS, cloud.n_samples):
        cloud.restricted(np.arange(min(FEWEST_ROWS, cloud.n_samples))).check_dense()  # refuses
    if cloud.n_samples <= n_rows:
        return cloud if cloud._n_sample is None else cloud.restricted(np.arange(cloud.n_samples))
    drawn = np.random.default_rng(0).choice(cloud.n_samples, n_rows, replace=False)
    return cloud.restricted(np.sort(drawn))


def most_neighbors(n_samples: int) -> int:
    """Of few rows no more neighbours than lie in one of two groups of the same size."""
    return max(min(isqrt(n_samples), n_samples // 2 - 1), 1)


def without_strays(cloud: PointCloud, too_far: float) -> PointCloud:
    """The rows but for the few that are farther from all others than can be joined."""
    groups = components(cloud.n_samples, _edges(cloud, too_far))
    kept = np.flatnonzero(np.bincount(groups)[groups] >= fewest_rows(cloud.n_samples))
    if len(kept) in (0, cloud.n_samples):
        return cloud
    return cloud.restricted(kept)


def joining_scale(cloud: PointCloud, too_far: float) -> float:
    """The smallest scale that joins all neighbours that are not too far from each other."""
    lengths = spanning_forest(cloud.n_samples, _edges(cloud, too_far)).lengths
    return float(lengths[-1] / (-2 * np.log(JOINING))) if len(lengths) else 0.0


def _edges(cloud: PointCloud, longest: float) -> Edges:
    """Those to the nearest few, of this squared length at most."""
    edges = neighbor_edges(cloud.nearest(min(GRAPH_NEIGHBORS, cloud.n_samples - 1)))
    return edges.chosen(edges.lengths <= longest)
