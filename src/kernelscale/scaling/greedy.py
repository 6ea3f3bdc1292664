"""One feature after another, each with the weight that brings d_eps nearest to the target.

The paper's Algorithm 2. The first features are standardised; every further one gets a weight and
all of them a scale by exhaustive search on a grid, and all are divided by the scale's root. The
grid of scales is the linear range of Algorithm 1 for the features so far; weights are relative to
the standardised first features. The sums on the whole grid come from one histogram, and exact ones
decide between the cells that it cannot tell apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from scipy.ndimage import maximum_filter1d

from .._cached import cached_property
from .._validation import check_points
from ..bandwidth.log_sum import find_plateaus, widest_plateau
from ..engine import DistanceHistogram, JointHistogram, KernelSums, Resources, Statistic
from ..engine.histogram import PairHistogram
from ..engine.passes import run_pass
from ..engine.statistics.joint_histogram import LOWEST_OCTAVE
from ..point_cloud import PointCloud
from .choice import CHOICES, first

__all__ = ["GreedySearch", "greedy_search"]

VARIANCE = 2e-4  # of log r within a bin of the histogram: evenly filled, on average 1.8e-4;
VARIANCE_DOUBT = 4e-4  # of bins of ties 0, and 5.3e-4 if all lie at the ends
LEAST_DOUBT = 2e-4  # of the histogram's d_eps, times the target
LARGEST_STEP = 0.2  # of log eps where derivatives are taken
FEWEST_ROWS = 500  # from so many rows on; below all is exact
FINE_DOUBT = 1e-5  # the same for the histogram of one weight's distances
NEAREST = 2.0**-6  # of the smallest scale: pairs that are nearer are taken together


class _Distances(PointCloud):
    """A cloud that only its curve is asked of: no neighbours are looked for on the way."""

    @cached_property
    def histogram(self) -> PairHistogram:
        """Histogram of all squared distances."""
        return self.reduce(DistanceHistogram(2 * self.mean_squared_deviation))


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
    resources: Resources,
) -> GreedySearch:
    """Algorithm 2 on standardised features that are in their order already."""
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
        cell, seen = step.search(target, weights, n_scales, choice)
        found[feature], epsilon = seen["weight"] * unit, seen["epsilon"]
        steps.append({"feature": feature, "cell": cell, **seen})
    resources.report("features", n_features, n_features)
    if steps:
        attained = step.exact(steps[-1]["weight"], np.array([epsilon]))[0]
    path = {name: np.array([step[name] for step in steps]) for name in (steps[0] if steps else ())}
    return GreedySearch(found, epsilon, float(attained), path)


class _Step:
    """The search for one feature: the block so far, and the feature that is to join it."""

    def __init__(self, block: np.ndarray, feature: np.ndarray, resources: Resources) -> None:
        self.block, self.feature = block, feature
        self.resources = resources.quiet()
        if resources.n_threads == 1:  # one that begins and ends with every pass takes as long
            self.resources = replace(self.resources, executor="serial")

    def search(
        self, target: float, weights: np.ndarray, n_scales: int, choice: str
    ) -> tuple[tuple[int, int], dict[str, float]]:
        cloud = _Distances.of_checked(check_points(self.block), self.resources)
        linear = widest_plateau(find_plateaus(cloud, cloud.curve()))
        scales = np.geomspace(linear.low, linear.high, n_scales)
        surface, off = self._surface(weights, scales)
        exact = CHOICES[choice] is first
        if exact:
            off += LEAST_DOUBT * max(1.0, target)
            surface = self._decided(surface, off, target, weights, scales)
        chosen = CHOICES[choice](surface, target, weights, scales)
        i, k = (int(part) for part in np.unravel_index(chosen, surface.shape))
        if not exact:
            surface[i, k] = self.exact(weights[i], scales[k : k + 1])[0]
        return (i, k), {
            "weight": float(weights[i]),
            "epsilon": float(scales[k]),
            "dimension": float(surface[i, k]),
            "low": linear.low,
            "high": linear.high,
        }

    def _reduce(self, points: np.ndarray, statistic: Statistic) -> Any:
        return run_pass(check_points(points, distinct=False), statistic, self.resources)

    def _surface(self, weights: np.ndarray, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """d_eps of shape (n_weights, n_scales), nearly exact, and what it may be off."""
        nearest = NEAREST * scales[0]
        units = (nearest / w**2 * 2.0**-LOWEST_OCTAVE for w in (1.0, weights.max()))
        # Between the scales others, so that derivatives along them are to be had.
        steps = np.log(scales[-1] / scales[0]) / (len(scales) - 1)
        every = max(1, int(np.ceil(steps / LARGEST_STEP)))
        between = np.geomspace(scales[0], scales[-1], (len(scales) - 1) * every + 1)
        histogram = self._reduce(self.block, JointHistogram(self.feature, *units))
        S, T = histogram.sums(weights**2, between)
        surface, off = corrected(T / (between * S), between)
        return surface[:, ::every], off[:, ::every]

    def _decided(
        self,
        surface: np.ndarray,
        off: np.ndarray,
        target: float,
        weights: np.ndarray,
        scales: np.ndarray,
    ) -> np.ndarray:
        """Values to 1e-6 where the nearest to the target may be, exact ones if several are."""
        least = np.abs(surface - target) - off
        if len(self.block) < FEWEST_ROWS:
            least[:] = 0.0
        fine, best = np.full(surface.shape, np.inf), float((least + 2 * off).min())
        for i in np.argsort(least.min(axis=1), kind="stable"):  # the likeliest first: what it
            asked = least[i] <= best  # comes to rules others out
            if asked.any():
                S, T = self._histogram(weights[i]).sums(scales[asked])
                fine[i, asked] = T / (scales[asked] * S)
                best = min(best, float(np.abs(fine[i] - target).min()) + 2 * FINE_DOUBT)
        missed = np.abs(fine - target)
        decided = np.where(missed <= missed.min() + 2 * FINE_DOUBT * max(1.0, target), fine, np.inf)
        if np.isfinite(decided).sum() > 1:
            for i in np.flatnonzero(np.isfinite(decided).any(axis=1)):
                asked = np.isfinite(decided[i])
                decided[i, asked] = self.exact(weights[i], scales[asked])
        return decided

    def _histogram(self, weight: float) -> PairHistogram:
        """Of the distances with this weight: d_eps to 1e-6."""
        points = self._with(weight)
        return self._reduce(points, DistanceHistogram(2 * float(points.var(axis=0).sum())))

    def _with(self, weight: float) -> np.ndarray:
        return np.column_stack([self.block, weight * self.feature])

    def exact(self, weight: float, scales: np.ndarray) -> np.ndarray:
        """d_eps with this weight, at each scale."""
        S, T = self._reduce(self._with(weight), KernelSums(scales))
        return T / (scales * S)


def corrected(surface: np.ndarray, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """d_eps of a histogram with what its bins' widths take from it, and how far that is in doubt.

    Distances off by chance act as scales do: S is as if averaged over log eps with the variance v
    of log r within a bin. The means of bins alone miss S'' v / 2 of S, and v (d d' + d'') / 2 of d,
    with the derivatives along log eps.
    """
    steps = np.log(scales)
    slope = np.gradient(surface, steps, axis=1)
    change = (surface * slope + np.gradient(slope, steps, axis=1)) / 2
    doubt = VARIANCE_DOUBT * maximum_filter1d(np.abs(change), 3, axis=1)
    return surface + VARIANCE * change, doubt
