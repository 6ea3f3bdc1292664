"""One version of the digits' features: what was measured at each scale, and tables of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..harness.experiment import Row
from ..harness.repeats import SHARES, Interval, mean_interval
from ..shared.accuracy_at_scale import AtScale
from ..shared.six_scales import RHO_PSI, TITLES

__all__ = ["Digits", "Version", "accuracy_rows", "curve_rows", "summary_row"]


@dataclass(frozen=True, eq=False)
class Version:
    """One version of the features.

    Attributes
    ----------
    name : str
        Raw or z-scored.
    n_samples : int
        Digits.
    median : float
        Of the squared distances of all pairs.
    chosen : dict
        The scale of each rule.
    scales : list of float
        Ascending, the chosen ones among them.
    seen : list of AtScale
        Accuracy and criteria at each.
    probability : ndarray of shape (n_scales,)
        rho_P.
    folds : ndarray of shape (n_samples,)
        Number of the fold of each row.
    raw : float
        Accuracy in the features themselves.
    n_eigenvalues : int
        Looked at, from the largest on.
    """

    name: str
    n_samples: int
    median: float
    chosen: dict[str, float]
    scales: list[float]
    seen: list[AtScale]
    probability: np.ndarray
    folds: np.ndarray
    raw: float
    n_eigenvalues: int

    def at(self, rule: str) -> int:
        """Where the scale of a rule is among the scales."""
        return self.scales.index(self.chosen[rule])

    def largest(self, rule: str) -> int:
        """Where the criterion of a rule is largest, as eq. SigOpt has it.

        That of rho_Psi may be at an end of the range, which the rule does not take if there is a
        maximum inside.
        """
        if rule != RHO_PSI:
            return self.at(rule)
        return int(np.argmax([seen.separation or -1.0 for seen in self.seen]))

    @property
    def counts(self) -> np.ndarray:
        """Which scales count."""
        return np.array([seen.counts for seen in self.seen])

    @property
    def accuracies(self) -> np.ndarray:
        """At each scale."""
        return np.array([seen.accuracy for seen in self.seen])

    @property
    def peak(self) -> int:
        """The scale of the highest accuracy, of those that count."""
        return int(np.argmax(np.where(self.counts, self.accuracies, -1.0)))

    def in_medians(self, k: int) -> float:
        """log2 of a scale in units of the median."""
        return float(np.log2(self.scales[k] / self.median))

    def in_words(self, k: int) -> str:
        """A scale in units of the median."""
        return f"2^{self.in_medians(k):.1f} medians"

    def by_fold(self, k: int) -> np.ndarray:
        """The accuracy of each fold at one scale."""
        return np.bincount(self.folds, self.seen[k].right) / np.bincount(self.folds)

    def behind(self, k: int, other: int) -> Interval:
        """By how much the accuracy is lower than at another scale, over the folds."""
        return mean_interval(self.by_fold(other) - self.by_fold(k))

    def best_from(self, k: int) -> tuple[int, int]:
        """First and last scale of those around one among which none is surely more accurate."""
        better = [self.counts[j] and self.behind(k, j).low > 0 for j in range(len(self.scales))]
        below = [j for j in range(k) if better[j]]
        above = [j for j in range(k + 1, len(better)) if better[j]]
        return max(below, default=-1) + 1, min(above, default=len(better)) - 1

    def falls_after(self, k: int) -> bool:
        """Whether some larger scale is surely less accurate; on a plateau none is."""
        larger = range(k + 1, len(self.scales))
        return any(self.counts[j] and self.behind(j, k).low > 0 for j in larger)


class Digits(NamedTuple):
    """Both versions, and the row of the table `arbitrary`."""

    versions: list[Version]
    arbitrary: Row


def summary_row(version: Version, rule: str) -> Row:
    """The scale of a rule, the accuracy there, and by how much it misses the peak."""
    k, peak = version.at(rule), version.peak
    missed = version.behind(k, peak)
    return {
        "data": version.name,
        "rule": rule,
        "title": TITLES[rule],
        "scale": version.scales[k],
        "log2_of_median": version.in_medians(k),
        "accuracy": float(version.accuracies[k]),
        "counts": bool(version.counts[k]),
        "eigenvalues_nearly_one": version.seen[k].n_nearly_one,
        "missed": missed.mean,
        "missed_low": missed.low,
        "missed_high": missed.high,
        "peak": float(version.accuracies[peak]),
        "peak_log2_of_median": version.in_medians(peak),
        "all_features": version.raw,
    }


def accuracy_rows(version: Version) -> Iterator[Row]:
    """Accuracy with its interval, and the criteria, at each scale."""
    for k, (scale, seen) in enumerate(zip(version.scales, version.seen, strict=True)):
        mean, low, high = mean_interval(version.by_fold(k), SHARES)
        yield {
            "data": version.name,
            "scale": scale,
            "log2_of_median": version.in_medians(k),
            "accuracy": mean,
            "accuracy_low": low,
            "accuracy_high": high,
            "eigenvalues_nearly_one": seen.n_nearly_one,
            "counts": seen.counts,
            "rho_P": float(version.probability[k]),
            "rho_Psi": seen.separation,
            "Ge": seen.eigengap,
        }


def curve_rows(version: Version) -> Iterator[Row]:
    """Accuracy and criteria, for a cursor."""
    panel = f"{version.name} features"
    nearly_one = f"eigenvalues above 1 - 1e-8, of the first {version.n_eigenvalues}"
    rows = zip(version.scales, version.seen, version.probability.tolist(), strict=True)
    for scale, seen, rho_P in rows:
        values = {
            "1-NN accuracy": seen.accuracy,
            "rho_P": rho_P,
            "rho_Psi": seen.separation,
            "Ge": seen.eigengap,
            nearly_one: seen.n_nearly_one,
        }
        for name, value in values.items():
            yield {"scale": scale, "curve": f"{name}, {panel}", "value": value, "panel": panel}
