"""The scale at which neighbours are joined, for data without labels."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

import numpy as np

from ..kernels import Gaussian
from ..neighbors import components, neighbor_edges, spanning_forest
from ..point_cloud import GRAPH_NEIGHBORS, PointCloud
from ..results import Bandwidth
from .diagnostics import component_sizes
from .log_sum import find_plateaus, widest_plateau
from .subsampling import interval_around

__all__ = ["joined_neighbors"]

N_NEIGHBORS = 7
JOINED_SHARE = 0.99  # rows that edges have to join, of those the neighbour graph joins
STRONG_EDGE = 0.1  # kernel value at which two points count as joined
LARGEST_RAISE = 100.0  # beyond this factor strays, not gaps, are what is being joined


def joined_neighbors(rule: str, cloud: PointCloud, n_subsamples: int) -> Bandwidth:
    """The answer of `Auto` without labels; `n_subsamples` random halves make its interval."""
    graph = _NeighborGraph(cloud.distinct)
    chosen = graph.scale(np.arange(graph.n_samples))
    repeats = [graph.scale(rows).epsilon for rows in _halves(graph.n_samples, n_subsamples)]
    plateau = widest_plateau(find_plateaus(cloud, cloud.curve()))
    kernel = Gaussian(chosen.epsilon)
    reason = " ".join(
        [
            chosen.reason,
            *_about_duplicates(cloud.n_samples, graph.n_samples),
            _connectedness(len(component_sizes(cloud, kernel))),
            _beside_plateau(chosen.epsilon, plateau.low, plateau.high),
        ]
    )
    return Bandwidth(
        rule,
        chosen.epsilon,
        kernel,
        reason,
        interval=interval_around(chosen.epsilon, repeats) if repeats else None,
        evidence={
            "nearest_neighbors": chosen.near,
            "joining": chosen.joining,
            "plateau": vars(plateau),
            "subsamples": repeats,
        },
    )


def _halves(n_samples: int, n_subsamples: int) -> Iterator[np.ndarray]:
    """Random halves of the rows."""
    random = np.random.default_rng(0)
    for _ in range(n_subsamples):
        yield np.sort(random.choice(n_samples, -(-n_samples // 2), replace=False))


class _Scale(NamedTuple):
    """The unlabelled choice between two scales, and why."""

    epsilon: float
    near: float
    joining: float
    reason: str


class _NeighborGraph:
    """What the unlabelled rule reads from a cloud without duplicates, ready for any rows of it.

    Neighbours and connections are those among all points; rows only say whose are counted.
    """

    def __init__(self, cloud: PointCloud) -> None:
        self.n_samples = cloud.n_samples
        n_joined = _most_of_a_half(cloud.n_samples)
        self.n_neighbors = min(N_NEIGHBORS, isqrt(cloud.n_samples), n_joined)
        self.near = cloud.nearest(self.n_neighbors).squared_distances[:, -1]
        edges = neighbor_edges(cloud.nearest(n_joined))
        self.parts = components(self.n_samples, edges)
        self.forest = spanning_forest(self.n_samples, edges)

    def scale(self, rows: np.ndarray) -> _Scale:
        """The larger of neighbour distance and joining scale, within reason."""
        near = float(np.median(self.near[rows]))
        joining = self._joining_length(rows) / (-2 * np.log(STRONG_EDGE))
        with np.errstate(all="ignore"):  # rows that float64 can hardly tell apart
            raised = float(np.float64(joining) / near)
        typical = f"the typical squared distance to neighbour {self.n_neighbors}"
        if self.n_neighbors < N_NEIGHBORS:
            typical += f" (of so few rows, {self.n_samples}, the {N_NEIGHBORS}th may be far off)"
        if joining <= near:
            return _Scale(near, near, joining, f"By neighbours: {typical}.")
        if joining <= LARGEST_RAISE * near:
            reason = (
                f"By neighbours: raised to {raised:.3g} times {typical} so that it joins "
                f"{JOINED_SHARE:.0%} of the rows."
            )
            return _Scale(joining, near, joining, reason)
        reason = (
            f"By neighbours: {typical}; joining {JOINED_SHARE:.0%} of the rows would take "
            f"{raised:.3g} times that, more than {LARGEST_RAISE:g} times."
        )
        return _Scale(near, near, joining, reason)

    def _joining_length(self, rows: np.ndarray) -> float:
        """Smallest squared edge length that joins the stated share of some rows.

        Where the neighbour graph has several parts, each is to be joined in itself: none of its
        edges could join them to each other.
        """
        if len(self.forest.lengths) == 0:
            return 0.0
        first, last = 0, len(self.forest.lengths) - 1
        while first < last:  # bisection: longer edges never join less
            middle = (first + last) // 2
            groups = components(self.n_samples, self.forest.chosen(slice(0, middle + 1)))
            if _joined_share(groups[rows], self.parts[rows]) >= JOINED_SHARE:
                last = middle
            else:
                first = middle + 1
        return float(self.forest.lengths[first])


def _most_of_a_half(n_samples: int) -> int:
    """Neighbours in the graph: no more than the others in one of two groups of the same size."""
    return max(min(GRAPH_NEIGHBORS, n_samples // 2 - 1), 1)


def _joined_share(groups: np.ndarray, parts: np.ndarray) -> float:
    """Share of points that lie in the largest group of their part."""
    sizes = np.bincount(groups)
    largest = np.zeros(parts.max() + 1, dtype=int)
    np.maximum.at(largest, parts, sizes[groups])
    return float(largest.sum() / len(parts))


def _about_duplicates(n_samples: int, n_distinct: int) -> list[str]:
    if n_distinct == n_samples:
        return []
    return [f"Of the {n_samples} rows {n_distinct} are distinct, and only these count."]


def _connectedness(n_components: int) -> str:
    if n_components == 1:
        return "All rows stay connected."
    return f"Far groups or strays stay apart, {n_components} parts in all."


def _beside_plateau(epsilon: float, low: float, high: float) -> str:
    place = "below" if epsilon < low else "above" if epsilon > high else "inside"
    return f"It lies {place} the range where log S rises linearly, {low:.3g} to {high:.3g}."
