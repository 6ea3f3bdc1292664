"""The rows from which the scale of a map is chosen, and the scale that connects them."""

from __future__ import annotations

from math import isqrt

import numpy as np

from ..data import GRAPH_NEIGHBORS, PointCloud
from ..markov.participation import fewest_rows
from ..neighbor_graphs.edges import WEAKEST_EDGE, Edges, components, neighbor_edges, spanning_forest
from .duplicates import near_duplicates

__all__ = ["connecting_scale", "distinct_rows", "drawn_rows", "most_neighbors", "without_outliers"]

MOST_ROWS = 2000  # with this number of rows the choice takes one or two seconds
FEWEST_ROWS = 64
# Kernel value of the longest edge at `connecting_scale`: so far above `WEAKEST_EDGE` that rounding
# errors do not remove the edge.
CONNECTING = 10 * WEAKEST_EDGE


def distinct_rows(cloud: PointCloud, near_too: bool) -> tuple[PointCloud, float]:
    """Distinct rows, and the squared distance up to which rows are duplicates.

    Near-duplicates are searched only if a subsample will be drawn, because the subsample may
    contain only one row of each group of near-duplicates. The distance is 0 if there are none, or
    if they are not searched, as for rows that are read in blocks and do not fit in memory.
    """
    distinct = cloud.distinct
    if near_too and distinct.holds_rows and distinct.n_samples > MOST_ROWS:
        nearest = float(np.median(distinct.nearest(1).squared_distances))
        if counted := near_duplicates(distinct, nearest):
            return counted.cloud, counted.within
    return distinct, 0.0


def drawn_rows(cloud: PointCloud) -> PointCloud:
    """All rows, or a random subsample of at most 2000 rows that fits the memory limit.

    All distances between these rows are used, whatever `n_sample` is.
    """
    n_rows = min(MOST_ROWS, cloud.largest_dense())
    if n_rows < min(FEWEST_ROWS, cloud.n_samples):
        few = cloud.restricted(np.arange(min(FEWEST_ROWS, cloud.n_samples)))
        few.check_dense()  # raises the error of the memory limit
    if cloud.n_samples <= n_rows:
        return cloud if cloud._n_sample is None else cloud.restricted(np.arange(cloud.n_samples))
    drawn = np.random.default_rng(0).choice(cloud.n_samples, n_rows, replace=False)
    return cloud.restricted(np.sort(drawn))


def most_neighbors(n_samples: int) -> int:
    """Largest number of neighbours to use: at most sqrt(n), and less than half of all rows."""
    return max(min(isqrt(n_samples), n_samples // 2 - 1), 1)


def without_outliers(cloud: PointCloud, too_far: float) -> PointCloud:
    """All rows except small groups whose squared distance to all other rows exceeds `too_far`."""
    groups = components(cloud.n_samples, _edges(cloud, too_far))
    kept = np.flatnonzero(np.bincount(groups)[groups] >= fewest_rows(cloud.n_samples))
    if len(kept) in (0, cloud.n_samples):
        return cloud
    return cloud.restricted(kept)


def connecting_scale(cloud: PointCloud, too_far: float) -> float:
    """The smallest scale that connects all neighbours within the squared distance `too_far`."""
    lengths = spanning_forest(cloud.n_samples, _edges(cloud, too_far)).lengths
    return float(lengths[-1] / (-2 * np.log(CONNECTING))) if len(lengths) else 0.0


def _edges(cloud: PointCloud, longest: float) -> Edges:
    """Edges to nearest neighbours whose squared length is at most `longest`."""
    edges = neighbor_edges(cloud.nearest(min(GRAPH_NEIGHBORS, cloud.n_samples - 1)))
    return edges.chosen(edges.lengths <= longest)
