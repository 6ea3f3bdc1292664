"""Algorithm 2 of the paper, which adds features one by one, each with a weight chosen by d_eps.

Features are standardised, and the first `n_dims` have weight 1. The others are added one by one.
For each of them, a weight and a scale are chosen on a grid, by comparing d_eps (the dimension that
the sum of the kernel implies) with its target. Then all features so far are divided by the square
root of the scale.

The scales of the grid cover the linear range that Algorithm 1 finds for the features added before.
One histogram of distances for each weight gives d_eps at all scales, with a small error. If several
cells of the grid may be nearest to the target, d_eps is computed exactly for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from .._attributes import cached_property
from .._validation import check_points
from ..bandwidth.rules.log_sum import find_plateaus, widest_plateau
from ..data import PointCloud
from ..engine.arithmetic.registry import arithmetic_named
from ..engine.pair_histogram import PairHistogram
from ..engine.passes import run_pass
from ..engine.resources import Resources
from ..engine.statistics import DistanceHistogram, KernelSums, Statistic, WeightedHistograms
from .greedy_choice import Choice

__all__ = ["GreedySearch", "greedy_search"]

WEIGHTS_AT_ONCE = 8  # the histograms of so many weights are in memory at the same time
BYTES_FOR_THEM = 2**28  # a memory limit that is enough for them
ERROR = 1e-5  # largest error of d_eps from a histogram; relative to the target if that is above 1


class _Distances(PointCloud):
    """A `PointCloud` that computes its histogram without nearest rows, which are not used here."""

    @cached_property
    def histogram(self) -> PairHistogram:
        """Histogram of all squared distances."""
        return self.reduce(DistanceHistogram(2 * self.mean_squared_deviation))


class GreedySearch(NamedTuple):
    """The weights, the scale of the last step, and the evidence of every step.

    - `weights`, of shape (n_features,): factors of the standardised features, not yet divided by
      the square root of `epsilon`;
    - `epsilon`: the scale of the last step;
    - `attained`: d_eps at that scale;
    - `path`: arrays with an entry for each step.
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
    choice: Choice,
    resources: Resources,
) -> GreedySearch:
    """Algorithm 2, which adds the features in the order of the columns of `standardized`.

    `choice` is one of the functions of `greedy_choice`, or another with the same arguments.
    """
    n_features = standardized.shape[1]
    found = np.zeros(n_features)
    found[:n_dims], unit, epsilon = 1.0, 1.0, 1.0
    attained = float("nan")
    steps: list[dict[str, Any]] = []
    for feature in range(min(n_dims, n_features), n_features):
        resources.report("features", feature, n_features)
        found /= np.sqrt(epsilon)
        unit /= np.sqrt(epsilon)
        block = standardized[:, :feature] * found[:feature]
        step = _Step(block, standardized[:, feature] * unit, resources)
        cell, values = step.search(target, weights, n_scales, choice)
        found[feature], epsilon = values["weight"] * unit, values["epsilon"]
        steps.append({"feature": feature, "cell": cell, **values})
    resources.report("features", n_features, n_features)
    if steps:
        attained = step.exact(steps[-1]["weight"], np.array([epsilon]))[0]
    path = {name: np.array([step[name] for step in steps]) for name in (steps[0] if steps else ())}
    return GreedySearch(found, epsilon, float(attained), path)


class _Step:
    """The search for the weight of one feature, given the features so far."""

    def __init__(self, block: np.ndarray, feature: np.ndarray, resources: Resources) -> None:
        self.block, self.feature = block, feature
        self.resources = resources.quiet()
        if resources.n_threads == 1:  # starting a thread would take longer than a pass
            self.resources = replace(self.resources, executor="serial")

    def search(
        self, target: float, weights: np.ndarray, n_scales: int, choice: Choice
    ) -> tuple[tuple[int, int], dict[str, float]]:
        cloud = _Distances.of_checked(check_points(self.block), self.resources)
        linear = widest_plateau(find_plateaus(cloud, cloud.curve()))
        scales = np.geomspace(linear.low, linear.high, n_scales)
        surface = self.dimensions(weights, scales)
        self._decide(surface, target, weights, scales)
        chosen = choice(surface, target, weights, scales)
        i, k = (int(part) for part in np.unravel_index(chosen, surface.shape))
        return (i, k), {
            "weight": float(weights[i]),
            "epsilon": float(scales[k]),
            "dimension": float(surface[i, k]),
            "low": linear.low,
            "high": linear.high,
        }

    def _reduce(self, points: np.ndarray, statistic: Statistic) -> Any:
        return run_pass(check_points(points, distinct=False), statistic, self.resources)

    def dimensions(self, weights: np.ndarray, scales: np.ndarray) -> np.ndarray:
        """d_eps with each weight at each scale, from histograms, with errors up to `ERROR`."""
        variance = self.block.var(axis=0).sum() + weights**2 * self.feature.var()
        units = 2 * variance  # mean squared distances
        on_device = bool(arithmetic_named(self.resources.arithmetic).devices)
        many = self.resources.bytes_allowed >= BYTES_FOR_THEM and not on_device
        histograms = self._together if many else self._one_by_one
        sums = [histogram.sums(scales) for histogram in histograms(weights, units)]
        return np.array([T / (scales * S) for S, T in sums])

    def _together(self, weights: np.ndarray, units: np.ndarray) -> Iterator[PairHistogram]:
        """A histogram for each weight; the distances of the block are shared by several weights."""
        for start in range(0, len(weights), WEIGHTS_AT_ONCE):
            some = slice(start, start + WEIGHTS_AT_ONCE)
            statistic = WeightedHistograms(self.feature, weights[some], units[some])
            yield from self._reduce(self.block, statistic)

    def _one_by_one(self, weights: np.ndarray, units: np.ndarray) -> Iterator[PairHistogram]:
        """The same, with a pass for each weight: with less memory, or on a device."""
        for weight, unit in zip(weights.tolist(), units.tolist(), strict=True):
            yield self._reduce(self._with(weight), DistanceHistogram(unit))

    def _decide(
        self, surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray
    ) -> None:
        """Replace values by exact ones if several cells may be nearest to the target."""
        missed = np.abs(surface - target)
        near = missed <= missed.min() + 2 * ERROR * max(1.0, target)
        if np.count_nonzero(near) > 1:
            for i in np.flatnonzero(near.any(axis=1)):
                surface[i, near[i]] = self.exact(weights[i], scales[near[i]])

    def exact(self, weight: float, scales: np.ndarray) -> np.ndarray:
        """d_eps with this weight at each scale, from exact sums."""
        S, T = self._reduce(self._with(weight), KernelSums(scales))
        return T / (scales * S)

    def _with(self, weight: float) -> np.ndarray:
        return np.column_stack([self.block, weight * self.feature])
