"""One draw of the Gaussian mixture: how well three criteria agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import pearsonr, spearmanr

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ..harness.repeats import mean_interval
from ..harness.tables import Interval, Row
from ..shared.criteria_over_scales import CRITERIA, Criteria, criteria_over_scales
from ..shared.resolved_scales import RULES, resolution, rule_key
from ..shared.spreads import CENTER_SD, N_COMPONENTS
from .norms import norms_of_draw
from .three_scales import three_scales

__all__ = [
    "CORRELATIONS",
    "LINEAR",
    "NAMED",
    "NEAR_VARIANCE",
    "ONE",
    "PAIRS",
    "RANGES",
    "between_classes",
    "correlation_name",
    "influence",
    "measure_draw",
]

AROUND = 8.0  # the range `around` extends from eps_Ge / 8 to 8 eps_Ge
OF_ORDER = 10.0  # scales are of the order of another scale within this factor
PAIRS = tuple(combinations(CRITERIA, 2))
# Two readings of the section's "eps ~ sigma_v^2 < sigma_M^2".
NEAR_VARIANCE, NAMED = "near", "paper"
RANGES = {
    "whole": "all useful scales, from a kernel near the identity to a kernel near all ones",
    NEAR_VARIANCE: f"scales within a factor of {OF_ORDER:g} of the variance of a class",
    NAMED: "scales between the variance of a class and that of the centres",
    "around": f"scales within a factor of {AROUND:g} of eps_Ge",
}
ONE, LINEAR = "one", "linear"  # two readings of the correlation over the range `NAMED`
CORRELATIONS = RANGES | {
    ONE: f"{RANGES[NAMED]}, rho_Psi in one coordinate",
    LINEAR: f"{RANGES[NAMED]}, Pearson's coefficient",
}
"""Readings of the correlation of two criteria, in words."""


def correlation_name(name: str, one: str, other: str, share: float | None) -> str:
    """Name of the column with the correlation of two criteria in a reading.

    `name` is one of `CORRELATIONS`, and `share` is one of `RULES` (see `resolved_scales`). If it is
    None, all scales count.
    """
    return f"{one}_{other}_{name}_{rule_key(share)}"


def influence(draws: Sequence[Row], scales: str) -> Interval:
    """How much the scale changes the share of the first coordinate's variance between the classes.

    The change in one draw is the highest minus the lowest share over the scales; the result is its
    mean. `scales` names these scales. It is `NEAR_VARIANCE`, `NAMED`, or `rule_key` of one of
    `RULES`, which means the useful scales that count by this rule.
    """
    return mean_interval(
        [draw[f"between_highest_{scales}"] - draw[f"between_lowest_{scales}"] for draw in draws]
    )


def measure_draw(cloud: PointCloud, class_sd: float, ratio: float) -> Row:
    """A row with correlations, chosen scales, measures of separation, and norms of W-hat.

    Parameters
    ----------
    cloud : PointCloud
        Points of two classes.
    class_sd : float
        Standard deviation of a class in each feature.
    ratio : float
        Ratio of each scale of the grid to the scale before it.
    """
    scales = cloud.candidate_scales(ratio)
    found = criteria_over_scales(cloud, scales, N_COMPONENTS)
    row = {"n_samples": cloud.n_samples, **three_scales(cloud, N_COMPONENTS)}
    ranges = _ranges(scales, class_sd, row["eps_Ge"])
    inside = {name: (low <= scales) & (scales <= high) for name, (low, high) in ranges.items()}
    for name, within in inside.items():
        row |= _correlations(found, within, name)
    row |= _correlations(found, inside[NAMED], LINEAR, pearsonr)
    row |= _correlations(found.in_coordinates(cloud.codes, 1), inside[NAMED], ONE)
    row |= _separation(cloud, found, {name: inside[name] for name in (NEAR_VARIANCE, NAMED)})
    return row | norms_of_draw(cloud, row["eps_Ge"])


def between_classes(coordinate: np.ndarray, codes: np.ndarray) -> float:
    """The share of a coordinate's variance that lies between the classes, from 0 to 1.

    Examples
    --------
    Most of the variance is between the classes, which are 10 apart and 2 wide.

    >>> round(between_classes(np.array([0.0, 2.0, 10.0, 12.0]), np.array([0, 0, 1, 1])), 2)
    0.96
    """
    means = np.bincount(codes, weights=coordinate) / np.bincount(codes)
    return float(1 - np.var(coordinate - means[codes]) / np.var(coordinate))


def _separation(cloud: PointCloud, found: Criteria, inside: dict[str, np.ndarray]) -> Row:
    """The lowest and highest shares of the first coordinate's variance between the classes.

    There is a pair of columns for each range of scales (a mask of `inside`). There is also a pair
    for each of `RULES`, over the useful scales that count by this rule. Both values of a pair are
    NaN if there is no such scale. The columns `uncounted_...` hold, for each rule, the share of the
    useful scales that do not count.
    """

    def share_between(pairs: Eigenpairs) -> float:
        return between_classes(pairs.vectors[:, 1], cloud.codes)

    seen = [resolution(pairs, cloud.codes, 1, share_between) for pairs in found.pairs]
    shares = np.array([each.figure for each in seen])
    counted = {rule_key(share): np.array([e.counts(share) for e in seen]) for share in RULES}
    row: Row = {f"uncounted_{key}": float(1 - counts.mean()) for key, counts in counted.items()}
    for scales, counts in (counted | inside).items():
        values = shares[counts] if counts.any() else np.array([np.nan])
        row[f"between_lowest_{scales}"] = float(values.min())
        row[f"between_highest_{scales}"] = float(values.max())
    return row


def _ranges(scales: np.ndarray, class_sd: float, eps_Ge: float) -> dict[str, tuple[float, float]]:
    """First and last scale of each of `RANGES`, widened by 0.1 % because of rounding."""
    ends = (
        (scales[0], scales[-1]),
        (class_sd**2 / OF_ORDER, class_sd**2 * OF_ORDER),
        (class_sd**2, CENTER_SD**2),
        (eps_Ge / AROUND, eps_Ge * AROUND),
    )
    return {
        name: (0.999 * low, 1.001 * high) for name, (low, high) in zip(RANGES, ends, strict=True)
    }


def _correlations(
    found: Criteria,
    inside: np.ndarray,
    name: str,
    correlation: Callable[..., Any] = spearmanr,
) -> Row:
    """The correlation of each pair of criteria, over the scales that count by each rule.

    It is None if it is not defined: fewer than two scales count, or a criterion is constant.
    """
    row: Row = {}
    computed: dict[tuple[str, str, bytes], float | None] = {}  # rules may count the same scales
    for share in RULES:
        values = found.counted(share)
        for one, other in PAIRS:
            first, second = values[one][inside], values[other][inside]
            known = ~np.isnan(first) & ~np.isnan(second)
            key = one, other, known.tobytes()
            if key not in computed:
                enough = known.sum() > 1
                value = correlation(first[known], second[known]).statistic if enough else np.nan
                computed[key] = None if np.isnan(value) else float(value)
            row[correlation_name(name, one, other, share)] = computed[key]
    return row
