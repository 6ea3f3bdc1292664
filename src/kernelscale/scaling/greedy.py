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
from ..engine import DistanceHistogram, JointHistogram, KernelSums, reduce
from ..point_cloud import PointCloud
from .choice import CHOICES, first

__all__ = ["GreedySearch", "greedy_search"]

DOUBT = 0.011  # over the root of the number of rows: what the histogram's d_eps may be off,
FEWEST_ROWS = 500  # from so many rows on (1.5 times and more what was seen), times the target
FINE_DOUBT = 1e-5  # the same for the histogram of one weight's distances
SMALLEST_BIN = 2.0**-18  # of its units: what is nearer counts as no distance


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
        exact = CHOICES[choice] is first
        if exact:
            doubt = self._doubt(cloud, weights, scales)
            surface = self._decided(surface, doubt, target, weights, scales)
        chosen = CHOICES[choice](surface, target, weights, scales)
        i, k = (int(part) for part in np.unravel_index(chosen, surface.shape))
        if not exact:
            surface[i, k] = self._exact(weights[i], scales[k : k + 1])[0]
        return (i, k), {
            "weight": float(weights[i]),
            "epsilon": float(scales[k]),
            "dimension": float(
                surface[i, k] if exact else self._exact(weights[i], scales[k:][:1])[0]
            ),
            "low": linear.low,
            "high": linear.high,
        }

    def _surface(self, cloud: PointCloud, weights: np.ndarray, scales: np.ndarray) -> np.ndarray:
        """d_eps of shape (n_weights, n_scales), nearly exact."""
        asked = JointHistogram(self.feature, 2 * cloud.mean_squared_deviation, self.feature_unit)
        S, T = reduce(self.block, asked, n_threads=self.n_threads).sums(weights**2, scales)
        return T / (scales * S)

    def _doubt(self, cloud: PointCloud, weights: np.ndarray, scales: np.ndarray) -> np.ndarray:
        """What each cell of the surface may be off; grows where bins are wide for the scale."""
        units = 2 * cloud.mean_squared_deviation + weights**2 * self.feature_unit
        return DOUBT / len(self.block) ** 0.5 + SMALLEST_BIN * np.divide.outer(units, scales)

    def _decided(
        self,
        surface: np.ndarray,
        doubt: np.ndarray,
        target: float,
        weights: np.ndarray,
        scales: np.ndarray,
    ) -> np.ndarray:
        """Exact values where the nearest to the target may be, infinity elsewhere."""
        least = np.abs(surface - target) - doubt * max(1.0, target)
        if len(self.block) < FEWEST_ROWS:
            least[:] = 0.0
        fine, best = np.full(surface.shape, np.inf), np.inf
        for i in np.argsort(least.min(axis=1), kind="stable"):
            near = least[i] <= best
            if near.any():
                fine[i, near] = self._dimensions(weights[i], scales[near])
                best = min(best, float(np.abs(fine[i] - target).min()) + 2 * FINE_DOUBT)
        decided, candidates = np.full(surface.shape, np.inf), np.abs(fine - target) <= best
        for i in np.flatnonzero(candidates.any(axis=1)):
            decided[i, candidates[i]] = self._exact(weights[i], scales[candidates[i]])
        return decided

    def _dimensions(self, weight: float, scales: np.ndarray) -> np.ndarray:
        """d_eps at all scales for about the price of one; to 1e-6."""
        points = self._with(weight)
        histogram = DistanceHistogram(2 * float(points.var(axis=0).sum()))
        S, T = reduce(points, histogram, n_threads=self.n_threads).sums(scales)
        return T / (scales * S)

    def _with(self, weight: float) -> np.ndarray:
        return np.column_stack([self.block, weight * self.feature])

    def _exact(self, weight: float, scales: np.ndarray) -> np.ndarray:
        S, T = reduce(self._with(weight), KernelSums(scales), n_threads=self.n_threads)
        return T / (scales * S)
