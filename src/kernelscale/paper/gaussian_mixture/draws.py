"""One draw of the Gaussian mixture: how the three criteria agree, and the norm of W-hat."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.stats import spearmanr

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ...theory.class_distances import D_class, D_gap
from ...theory.perturbation import perturbation_norm
from ..harness.experiment import Row
from ..shared.criteria_over_scales import CRITERIA, Criteria, chosen_scales, criteria_over_scales
from ..shared.scales_that_count import scale_counts
from ..shared.spreads import CENTER_SD, N_COMPONENTS

__all__ = [
    "PAIRS",
    "RANGES",
    "SEPARATING",
    "between_classes",
    "correlation_name",
    "measure_draw",
]

AROUND = 8.0  # largest ratio to eps_Ge in the range `around`
SMALLEST_NORM = 1e-300  # replaces 0, to which the norm of classes far apart underflows
SEPARATING = 0.9  # share of variance between classes from which a coordinate separates
PAIRS = tuple(combinations(CRITERIA, 2))
RANGES = {
    "whole": "all useful scales, from rows nearly alone to rows nearly all alike",
    "paper": "scales between the variance of a class and that of the centres",
    "around": f"scales within a factor of {AROUND:g} of eps_Ge",
}


def correlation_name(name: str, one: str, other: str) -> str:
    """The column that holds the rank correlation of two criteria over a range of scales."""
    return f"{one}_{other}_{name}"


def measure_draw(cloud: PointCloud, class_sd: float, ratio: float) -> Row:
    """Rank correlations, chosen scales, how much Ge is kept at each, and the perturbation's norm.

    Parameters
    ----------
    cloud : PointCloud
        Points of two classes.
    class_sd : float
        Standard deviation of a class in each feature.
    ratio : float
        Between neighbouring scales of the grid.
    """
    scales = cloud.candidate_scales(ratio)
    found = criteria_over_scales(cloud, scales, N_COMPONENTS)
    chosen = chosen_scales(cloud, N_COMPONENTS)
    row: Row = {f"eps_{name}": scale for name, scale in chosen.items()}
    row["factor"] = max(chosen.values()) / min(chosen.values())
    row["Ge_kept"] = _kept(cloud, chosen)
    for name, (low, high) in _ranges(scales, class_sd, chosen["Ge"]).items():
        row |= _correlations(found, (low <= scales) & (scales <= high), name)
    row |= _separation(cloud, found) | _perturbation(cloud, chosen["Ge"])
    return row | _over_assumed_range(cloud)


def between_classes(coordinate: np.ndarray, codes: np.ndarray) -> float:
    """The share of a coordinate's variance that lies between the classes, from 0 to 1.

    Examples
    --------
    Most of it: the classes are 10 apart and each is 2 wide.

    >>> round(between_classes(np.array([0.0, 2.0, 10.0, 12.0]), np.array([0, 0, 1, 1])), 2)
    0.96
    """
    means = np.bincount(codes, weights=coordinate) / np.bincount(codes)
    return float(1 - np.var(coordinate - means[codes]) / np.var(coordinate))


def _separation(cloud: PointCloud, found: Criteria) -> Row:
    """At which share of the scales, and how well, the first coordinate separates the classes.

    Scales that do not count for it, as in `scale_counts`, are left aside: a share `uncounted`.
    """

    def share(pairs: Eigenpairs) -> float:
        return between_classes(pairs.vectors[:, 1], cloud.codes)

    shares = np.array([share(p) for p in found.pairs if scale_counts(p, cloud.codes, 1, share)])
    return {
        "separating": float((shares >= SEPARATING).mean()),
        "uncounted": 1 - len(shares) / len(found.pairs),
        "between_lowest": float(shares.min()),
        "between_highest": float(shares.max()),
    }


def _kept(cloud: PointCloud, chosen: dict[str, float]) -> float:
    """Ge where it is smallest among the chosen scales, as a share of Ge at its own."""
    scales = np.array([chosen[name] for name in CRITERIA])
    Ge = criteria_over_scales(cloud, scales, N_COMPONENTS).values["Ge"]
    return float(Ge.min() / Ge[CRITERIA.index("Ge")])


def _ranges(scales: np.ndarray, class_sd: float, eps_Ge: float) -> dict[str, tuple[float, float]]:
    """Ends of the ranges over which criteria are compared, with room for rounding."""
    ends = (
        (scales[0], scales[-1]),
        (class_sd**2, CENTER_SD**2),
        (eps_Ge / AROUND, eps_Ge * AROUND),
    )
    return {
        name: (0.999 * low, 1.001 * high) for name, (low, high) in zip(RANGES, ends, strict=True)
    }


def _correlations(found: Criteria, inside: np.ndarray, name: str) -> Row:
    """Spearman's correlation of each two criteria over the scales where both have a meaning."""
    row = {}
    for one, other in PAIRS:
        first, second = found.values[one][inside], found.values[other][inside]
        known = ~np.isnan(first) & ~np.isnan(second)
        correlation = spearmanr(first[known], second[known]).statistic
        row[correlation_name(name, one, other)] = float(correlation)
    return row


def _perturbation(cloud: PointCloud, scale: float) -> Row:
    """``||W-hat||_F`` at eps_Ge, and its change over a factor of 2 around it, in two units."""
    n_first, n_second = np.bincount(cloud.codes).tolist()
    largest = float(2 * n_first * n_second) ** 0.5  # where all kernel values are 1
    around = scale * 2.0 ** np.array([-0.5, 0.0, 0.5])
    low, middle, high = perturbation_norm(cloud.points, cloud.codes, around).tolist()
    return {
        "W": middle,
        "W_change": (high - low) / middle,
        "W_share": middle / largest,
        "W_change_share": (high - low) / largest,
    }


def _over_assumed_range(cloud: PointCloud) -> Row:
    """How many times ``||W-hat||_F`` grows from D_Class to D_Gap; None where these are no range."""
    width, gap = (each(cloud.points, cloud.codes) for each in (D_class, D_gap))
    if width >= gap:
        return {"W_growth": None}
    low, high = perturbation_norm(cloud.points, cloud.codes, np.array([width, gap])).tolist()
    return {"W_growth": high / max(low, SMALLEST_NORM)}
