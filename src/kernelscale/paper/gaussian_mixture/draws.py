"""One draw of the Gaussian mixture: the agreement of the three criteria, and the norm of W-hat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.stats import spearmanr

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ...theory.class_distances import D_class, D_gap
from ...theory.perturbation_norm import perturbation_norm
from ..harness.repeats import mean_interval
from ..harness.tables import Interval, Row
from ..shared.criteria_over_scales import CRITERIA, Criteria, criteria_over_scales
from ..shared.resolved_scales import RULES, resolution, rule_key
from ..shared.spreads import CENTER_SD, N_COMPONENTS
from .three_scales import three_scales

__all__ = [
    "NAMED",
    "PAIRS",
    "RANGES",
    "between_classes",
    "correlation_name",
    "influence",
    "measure_draw",
    "pairs_that_differ",
]

AROUND = 8.0  # the range `around` extends from eps_Ge / 8 to 8 eps_Ge
SMALL = 1.2  # ratio of the largest to the smallest scale of a small range
SMALLEST_NORM = 1e-300  # replaces 0, because the norm underflows for classes far apart
PAIRS = tuple(combinations(CRITERIA, 2))
NAMED = "paper"  # the range of scales that the section names
RANGES = {
    "whole": "all useful scales, from a kernel near the identity to a kernel near all ones",
    NAMED: "scales between the variance of a class and that of the centres",
    "around": f"scales within a factor of {AROUND:g} of eps_Ge",
}


def correlation_name(name: str, one: str, other: str, share: float | None) -> str:
    """Name of the column with the rank correlation of two criteria over a range of scales.

    `share` is one of `RULES`; it determines which scales count.
    """
    return f"{one}_{other}_{name}_{rule_key(share)}"


def pairs_that_differ(share: float | None) -> tuple[tuple[str, str], ...]:
    """The pairs of criteria to correlate over the scales that count by a rule, one of `RULES`.

    rho_P and Ge depend on no coordinates, so their correlation is the same by every rule, and only
    the rule None (all scales) includes this pair.
    """
    return PAIRS if share is None else tuple(pair for pair in PAIRS if "rho_Psi" in pair)


def influence(draws: Sequence[Row], scales: str) -> Interval:
    """The mean change of the share of variance between classes.

    `scales` is `NAMED`, or `rule_key` of one of `RULES` for the useful scales that count by it.
    """
    return mean_interval(
        [draw[f"between_highest_{scales}"] - draw[f"between_lowest_{scales}"] for draw in draws]
    )


def measure_draw(cloud: PointCloud, class_sd: float, ratio: float) -> Row:
    """A row with rank correlations, chosen scales, measures of separation, and norms of W-hat.

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
    row |= _separation(cloud, found, inside[NAMED]) | _perturbation(cloud, row["eps_Ge"])
    return row | _over_assumed_range(cloud)


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


def _separation(cloud: PointCloud, found: Criteria, named: np.ndarray) -> Row:
    """The lowest and highest shares of the first coordinate's variance between the classes.

    They are taken over all scales that the section names, given by the mask `named`; and, by each
    of `RULES`, over the useful scales that count. They are NaN if there is no such scale.
    """

    def share_between(pairs: Eigenpairs) -> float:
        return between_classes(pairs.vectors[:, 1], cloud.codes)

    seen = [resolution(pairs, cloud.codes, 1, share_between) for pairs in found.pairs]
    shares = np.array([each.figure for each in seen])
    counted = {rule_key(share): np.array([e.counts(share) for e in seen]) for share in RULES}
    row: Row = {f"uncounted_{key}": float(1 - counts.mean()) for key, counts in counted.items()}
    for scales, counts in (counted | {NAMED: named}).items():
        values = shares[counts] if counts.any() else np.array([np.nan])
        row[f"between_lowest_{scales}"] = float(values.min())
        row[f"between_highest_{scales}"] = float(values.max())
    return row


def _ranges(scales: np.ndarray, class_sd: float, eps_Ge: float) -> dict[str, tuple[float, float]]:
    """First and last scale of each of `RANGES`, widened by 0.1 % because of rounding."""
    ends = (
        (scales[0], scales[-1]),
        (class_sd**2, CENTER_SD**2),
        (eps_Ge / AROUND, eps_Ge * AROUND),
    )
    return {
        name: (0.999 * low, 1.001 * high) for name, (low, high) in zip(RANGES, ends, strict=True)
    }


def _correlations(found: Criteria, inside: np.ndarray, name: str) -> Row:
    """Spearman's correlation of each pair of criteria, over the scales that count by each rule."""
    row = {}
    for share in RULES:
        values = found.counted(share)
        for one, other in PAIRS:
            first, second = values[one][inside], values[other][inside]
            known = ~np.isnan(first) & ~np.isnan(second)
            correlation = spearmanr(first[known], second[known]).statistic
            row[correlation_name(name, one, other, share)] = float(correlation)
    return row


def _perturbation(cloud: PointCloud, scale: float) -> Row:
    """``||W-hat||_F`` at eps_Ge, and its change from scales just below to scales just above.

    The value is also given as a share of the largest possible norm; the changes are given as shares
    of the value, and one of them as a share of the largest possible norm.
    """
    n_first, n_second = np.bincount(cloud.codes).tolist()
    largest = float(2 * n_first * n_second) ** 0.5  # where all kernel values are 1
    around = scale * np.array([2**-0.5, SMALL**-0.5, 1.0, SMALL**0.5, 2**0.5])
    low, below, middle, above, high = perturbation_norm(cloud.points, cloud.codes, around).tolist()
    return {
        "W": middle,
        "W_change": (high - low) / middle,
        "W_change_small": (above - below) / middle,
        "W_share": middle / largest,
        "W_change_share": (high - low) / largest,
    }


def _over_assumed_range(cloud: PointCloud) -> Row:
    """The norm ``||W-hat||_F`` at D_Gap divided by that at D_Class; None if D_Class >= D_Gap."""
    width, gap = (each(cloud.points, cloud.codes) for each in (D_class, D_gap))
    if width >= gap:
        return {"W_growth": None}
    low, high = perturbation_norm(cloud.points, cloud.codes, np.array([width, gap])).tolist()
    return {"W_growth": high / max(low, SMALLEST_NORM)}
