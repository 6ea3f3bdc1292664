"""Measurements of the digits at each scale, with raw or z-scored features, and their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..harness.repeats import SHARES, mean_interval
from ..harness.tables import Interval, Row
from ..shared.accuracy_at_scale import AtScale
from ..shared.over_scales import OverScales
from ..shared.resolved_scales import SHARE
from ..shared.scale_rules import MARKED

__all__ = ["Digits", "Version", "accuracy_rows", "curve_rows", "summary_row"]


@dataclass(frozen=True, eq=False)
class Version:
    """One version of the features.

    Attributes
    ----------
    name : str
        "raw" or "z-scored".
    n_samples : int
        Number of digits.
    median : float
        Median of the squared distances of all pairs.
    chosen : dict
        The scale of each rule.
    seen : list of AtScale
        Accuracy and criteria at each scale, including the chosen scales.
    over : OverScales
        All scales, with the accuracy and the three criteria at each, and whether it is resolved.
    folds : ndarray of shape (n_samples,)
        Fold of each row.
    raw : float
        Accuracy in the features themselves.
    graph : float
        Accuracy in the default map of `DiffusionMap`, which uses a graph of nearest neighbours.
    n_eigenvalues : int
        Number of computed eigenvalues.
    """

    name: str
    n_samples: int
    median: float
    chosen: dict[str, float]
    seen: list[AtScale]
    over: OverScales
    folds: np.ndarray
    raw: float
    graph: float
    n_eigenvalues: int

    @property
    def title(self) -> str:
        """The features and the number of digits, in words."""
        return f"{self.name} features of {self.n_samples} digits"

    def at(self, rule: str) -> int:
        """Index of the scale of a rule."""
        return self.over.scales.index(self.chosen[rule])

    def in_medians(self, k: int) -> float:
        """log2 of the ratio of scale `k` to the median."""
        return float(np.log2(self.over.scales[k] / self.median))

    def in_words(self, k: int) -> str:
        """Scale `k` in units of the median, in words."""
        return f"2^{self.in_medians(k):.1f} medians"

    def by_fold(self, k: int) -> np.ndarray:
        """The accuracy of each fold at scale `k`."""
        return np.bincount(self.folds, self.seen[k].right) / np.bincount(self.folds)

    def behind(self, k: int, other: int) -> Interval:
        """The accuracy at scale `other` minus that at scale `k`, with its interval over folds."""
        return mean_interval(self.by_fold(other) - self.by_fold(k))


class Digits(NamedTuple):
    """The measurements of all versions of the features, and the row of the table `arbitrary`."""

    versions: list[Version]
    arbitrary: Row


def summary_row(version: Version, rule: str) -> Row:
    """The scale of a rule, and the accuracy there, compared with the best at resolved scales."""
    k, peak = version.at(rule), version.over.peak(SHARE)
    missed = version.behind(k, peak)
    return {
        "data": version.title,
        "rule": rule,
        "title": MARKED[rule],
        "scale": version.over.scales[k],
        "log2_of_median": version.in_medians(k),
        "accuracy": float(version.over.accuracies[k]),
        "counts": version.seen[k].counts,
        "eigenvalues_nearly_one": version.seen[k].n_nearly_one,
        "missed": missed.mean,
        "missed_low": missed.low,
        "missed_high": missed.high,
        "peak": float(version.over.accuracies[peak]),
        "peak_log2_of_median": version.in_medians(peak),
        "all_features": version.raw,
        "neighbor_graph": version.graph,
    }


def accuracy_rows(version: Version) -> Iterator[Row]:
    """Yield a row for each scale: the accuracy with its interval, and the criteria."""
    for k, (scale, seen) in enumerate(zip(version.over.scales, version.seen, strict=True)):
        mean, low, high = mean_interval(version.by_fold(k), SHARES)
        yield {
            "data": version.title,
            "scale": scale,
            "log2_of_median": version.in_medians(k),
            "accuracy": mean,
            "accuracy_low": low,
            "accuracy_high": high,
            "accuracy_rounded": seen.resolution.rounded,
            "eigenvalues_nearly_one": seen.n_nearly_one,
            "counts": seen.counts,
            "rho_P": version.over.criteria["rho_P"][k],
            "rho_Psi": seen.separation if seen.counts else None,
            "Ge": seen.eigengap,
        }


def curve_rows(version: Version) -> Iterator[Row]:
    """Yield the points of the curves that the page of results shows next to a slider."""
    panel = version.title
    nearly_one = f"eigenvalues above 1 - 1e-8, of the first {version.n_eigenvalues}"
    rows = zip(version.over.scales, version.seen, version.over.criteria["rho_P"], strict=True)
    for scale, seen, rho_P in rows:
        values = {
            "1-NN accuracy": seen.accuracy,
            "rho_P": rho_P,
            "rho_Psi": seen.separation if seen.counts else None,
            "Ge": seen.eigengap,
            nearly_one: seen.n_nearly_one,
        }
        for name, value in values.items():
            yield {"scale": scale, "curve": f"{name}, {panel}", "value": value, "panel": panel}
