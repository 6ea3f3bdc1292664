"""log S, the logarithm of the sum of the kernel over all pairs, at each scale (Algorithm 1).

Its asymptotes, its linear range and eps_0, the scale where this range begins, are measured on a
curve, surfaces, clusters and noise. On other manifolds only the slope is measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...bandwidth.rules.log_sum import LEVEL, SMALLEST_SHARE, LogSum
from ...bandwidth.rules.max_min import MaxMin
from ...data import PointCloud
from ...engine.progress import Progress
from ...results import ScaleCurve
from ..harness.repeats import measure_repeats
from ..harness.tables import Row, Tables
from .findings import DIMENSIONS, summary
from .points import MANIFOLDS, SETS

__all__ = ["measure_curve", "run"]

BEYOND = 1e4  # factor beyond the useful scales at which asymptotes are measured
SHOWN_BEYOND = 30.0  # factor beyond the useful scales up to which curves are shown
RATIO = 2**0.25  # ratio of successive scales of a curve


class Plan(NamedTuple):
    """Sizes of the experiment.

    A data set has `n_samples` rows, and one of dimension 3 has `n_in_three`. Each has `n_draws`
    draws, which `n_jobs` processes measure.
    """

    n_samples: int
    n_in_three: int
    n_draws: int
    n_jobs: int | None


FULL = Plan(1000, 2000, 20, None)
QUICK = Plan(100, 400, 3, 1)


def run(quick: bool, progress: Progress) -> Tables:
    """Tables of asymptotes, linear range and eps_0 of each draw; curves of the first draws."""
    plan = QUICK if quick else FULL
    measured = measure_repeats(
        _Measurement(plan), list(SETS), plan.n_draws, progress, n_jobs=plan.n_jobs
    )
    draws = [row for rows in measured for row in rows]
    slopes = measure_repeats(
        _Slope(plan), list(MANIFOLDS), plan.n_draws, progress, n_jobs=plan.n_jobs
    )
    first = {name: PointCloud(make(plan.n_samples, 0), n_threads=1) for name, make in SETS.items()}
    return {
        "summary": summary(draws),
        "plateaus": [row for name, cloud in first.items() for row in _plateaus(cloud, name)],
        "curves": [row for name, cloud in first.items() for row in _curves(cloud, name)],
        "draws": draws,
        "manifolds": [row for rows in slopes for row in rows],
    }


def measure_curve(cloud: PointCloud) -> Row:
    """Distances of log S from its asymptotes, its linear range between them, and eps_0.

    The distances from the asymptotes are measured beyond the useful scales.
    """
    log_n, (low, high) = float(np.log(cloud.n_samples)), cloud.scale_range
    ends = np.log(cloud.curve(np.array([low / BEYOND, high * BEYOND])).S).tolist()
    chosen = LogSum().choose(cloud)
    plateau = chosen.evidence["plateau"]
    return {
        "above_log_n": ends[0] - log_n,
        "below_2_log_n": 2 * log_n - ends[1],
        "eps_0": plateau["low"],
        "eps_1": plateau["high"],
        "decades": float(np.log10(plateau["high"] / plateau["low"])),
        "slope_of_range": _slope_of_range(cloud, plateau),
        "dimension": plateau["dimension"],
        **_widest_range(cloud.curve()),
        "n_plateaus": 1 + len(chosen.evidence["other_plateaus"]),
        "second_maximum": _second_maximum(cloud.curve().dimension),
        "eps_0_over_max_min": plateau["low"] / float(MaxMin().choose(cloud).epsilon or np.nan),
    }


def _slope_of_range(cloud: PointCloud, plateau: Mapping[str, float]) -> float:
    """The mean slope of log S in log eps from eps_0 to eps_1."""
    ends = np.array([plateau["low"], plateau["high"]])
    log_S = np.log(cloud.curve(ends).S)
    return float((log_S[1] - log_S[0]) / np.log(ends[1] / ends[0]))


def _widest_range(curve: ScaleCurve) -> Row:
    """The widest range in which the slope varies by at most 10 %, with or without a maximum inside.

    Slopes below half the largest slope do not count, because log S is linear near its asymptotes
    too. The rule `LogSum` has the same limit.
    """
    slopes, scales = curve.dimension, np.log10(curve.epsilon)
    best, start = (0.0, 0), 0
    for end in range(len(slopes)):
        while slopes[start : end + 1].max() * LEVEL > slopes[start : end + 1].min():
            start += 1
        if slopes[start : end + 1].min() >= SMALLEST_SHARE * slopes.max():
            best = max(best, (float(scales[end] - scales[start]), -start))
    width, start = best[0], -best[1]
    return {"widest_decades": width, "widest_low": float(curve.epsilon[start])}


def _second_maximum(slopes: np.ndarray) -> float:
    """The second largest local maximum divided by the largest; 0 if there is only one maximum."""
    padded = np.concatenate([[-np.inf], slopes, [-np.inf]])
    is_peak = (padded[1:-1] > padded[:-2]) & (padded[1:-1] >= padded[2:])
    second, largest = np.sort(np.append(slopes[is_peak], 0.0))[-2:].tolist()
    return float(second / largest)


class _Measurement:
    """Measures one draw of one data set."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, name: str, seed: int) -> Row:
        cloud = PointCloud(SETS[name](self.plan.n_samples, seed), n_threads=1)
        place = {"data": name, "seed": seed, "n_samples": cloud.n_samples}
        return {**place, "true_dimension": DIMENSIONS[name], **measure_curve(cloud)}


class _Slope:
    """Measures the mean and the largest slope over the linear range, on one draw of a manifold."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, name: str, seed: int) -> Row:
        make, dimension = MANIFOLDS[name]
        n_samples = self.plan.n_samples if dimension < 3 else self.plan.n_in_three
        cloud = PointCloud(make(n_samples, seed), n_threads=1)
        plateau = LogSum().choose(cloud).evidence["plateau"]
        return {
            "data": name,
            "seed": seed,
            "n_samples": n_samples,
            "true_dimension": dimension,
            "slope_of_range": _slope_of_range(cloud, plateau),
            "dimension": plateau["dimension"],
        }


def _plateaus(cloud: PointCloud, name: str) -> list[Row]:
    """The linear ranges of a data set, the chosen one first."""
    evidence = LogSum().choose(cloud).evidence
    return [
        {"panel": name, "chosen": place == 0, **plateau}
        for place, plateau in enumerate([evidence["plateau"], *evidence["other_plateaus"]])
    ]


def _curves(cloud: PointCloud, name: str) -> list[Row]:
    """Curves of log S and of the implied dimension, from one asymptote to the other."""
    low, high = cloud.scale_range
    low, high = low / SHOWN_BEYOND, high * SHOWN_BEYOND
    n_steps = int(np.ceil(np.log(high / low) / np.log(RATIO)))
    curve = cloud.curve(np.geomspace(low, high, n_steps + 1))
    quantities = {"log S": np.log(curve.S), "implied dimension": curve.dimension}
    return [
        {
            "scale": scale,
            "curve": f"{quantity}, {name}",
            "value": value,
            "panel": name,
            "quantity": quantity,
            "n_samples": cloud.n_samples,
        }
        for quantity, values in quantities.items()
        for scale, value in zip(curve.epsilon.tolist(), values.tolist(), strict=True)
    ]
