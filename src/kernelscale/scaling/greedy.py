"""One feature after another, each with the weight that brings d_eps nearest to the target.

The paper's Algorithm 2. The first features are standardised; every further one gets a weight and
all of them a scale by exhaustive search on a grid, and all are divided by the scale's root. The
grid of scales is the linear range of Algorithm 1 for the features so far; weights are relative to
the standardised first features. The sums on the whole grid come from one histogram, and exact ones
decide between the cells that it cannot tell apart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bandwidth.log_sum import find_plateaus, widest_plateau
from ..engine import JointHistogram, KernelSums, reduce
from ..point_cloud import PointCloud
from .choice import CHOICES, first

__all__ = ["GreedySearch", "greedy_search"]

DOUBT = 2e-3  # of d_eps: twice what the histogram may be off, from so many rows on:
FEWEST_ROWS = 500


class GreedySearch(NamedTuple):
    """The weights, the last scale, and what every step saw.

    `weights` of shape (n_features,) multiply the standardised features and are those before the
    last division by the root of `epsilon`; `path` holds arrays with an entry a step.
    """

    weights: np.ndarray
    epsilon: float
    attained: float
    path: dict[str, Any]


def greedy_search(
    standardized: np.ndarray,
    n_dims: int,
    target: float,
    weights: np.ndarray,
    n_scales: int,
    choice: str,
    n_threads: int | None = None,
) -> GreedySearch:
    """Algorithm 2 on standardised features that are in their order already."""
    n_features = standardized.shape[1]
    found = np.zeros(n_features)
    found[:n_dims], unit, epsilon = 1.0, 1.0, 1.0
    attained = float("nan")
    steps: list[dict[str, Any]] = []
    for feature in range(min(n_dims, n_features), n_features):
        found /= np.sqrt(epsilon)
        unit /= np.sqrt(epsilon)
        block = standardized[:, :feature] * found[:feature]
        step = _Step(block, standardized[:, feature], unit, n_threads)
        cell, seen = step.search(target, weights, n_scales, choice)
        found[feature], epsilon = seen["weight"] * unit, seen["epsilon"]
        attained = seen["dimension"]
        steps.append({"feature": feature, "cell": cell, **seen})
    path = {name: np.array([step[name] for step in steps]) for name in (steps[0] if steps else ())}
    return GreedySearch(found, epsilon, attained, path)


class _Step:
    """The search for one feature: the block so far, and the feature that is to join it."""

    def __init__(
        self, block: np.ndarray, feature: np.ndarray, unit: float, n_threads: int | None
    ) -> None:
        self.block, self.feature, self.n_threads = block, feature * unit, n_threads
        self.feature_unit = 2 * unit**2

    def search(
        self, target: float, weights: np.ndarray, n_scales: int, choice: str
    ) -> tuple[tuple[int, int], dict[str, float]]:
        cloud = PointCloud(self.block, n_threads=self.n_threads)
        linear = widest_plateau(find_plateaus(cloud, cloud.curve()))
        scales = np.geomspace(linear.low, linear.high, n_scales)
        surface = self._surface(cloud, weights, scales)
        if CHOICES[choice] is first:
            surface = self._decided(surface, target, weights, scales)
        chosen = CHOICES[choice](surface, target, weights, scales)
        i, k = (int(part) for part in np.unravel_index(chosen, surface.shape))
        return (i, k), {
            "weight": float(weights[i]),
            "epsilon": float(scales[k]),
            "dimension": float(self._exact(weights[i], scales[k : k + 1])[0]),
            "low": linear.low,
            "high": linear.high,
        }

    def _surface(self, cloud: PointCloud, weights: np.ndarray, scales: np.ndarray) -> np.ndarray:
        """d_eps of shape (n_weights, n_scales), nearly exact."""
        asked = JointHistogram(self.feature, 2 * cloud.mean_squared_deviation, self.feature_unit)
        S, T = reduce(self.block, asked, n_threads=self.n_threads).sums(weights**2, scales)
        return T / (scales * S)

    def _decided(
        self, surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray
    ) -> np.ndarray:
        """Exact values where the nearest to the target may be, infinity elsewhere."""
        missed = np.abs(surface - target)
        doubt = DOUBT * max(1.0, target) if len(self.block) >= FEWEST_ROWS else np.inf
        candidates = missed <= missed.min() + doubt
        decided = np.full(surface.shape, np.inf)
        for i in np.flatnonzero(candidates.any(axis=1)):
            decided[i, candidates[i]] = self._exact(weights[i], scales[candidates[i]])
        return decided

    def _exact(self, weight: float, scales: np.ndarray) -> np.ndarray:
        points = np.column_stack([self.block, weight * self.feature])
        S, T = reduce(points, KernelSums(scales), n_threads=self.n_threads)
        return T / (scales * S)
