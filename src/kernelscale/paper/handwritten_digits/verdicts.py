"""What the accuracies on handwritten digits say: tables with intervals over folds, and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .accuracy_at_scale import AtScale
from .experiment import Row, Tables
from .repeats import SHARES, Interval, mean_interval
from .scales_that_count import WHAT_COUNTS
from .six_scales import PROPOSED, RHO_PSI, TITLES
from .verdicts import HOLDS, NOT, OUR_CLAIM, PAPERS_CLAIM, verdict_row

__all__ = ["Version", "curves", "tables"]

LOCAL = 2**0.5  # a local peak is one down to a scale smaller by this, at least


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
        What was seen at each.
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


def tables(versions: Sequence[Version], arbitrary: Row) -> Tables:
    """Summary, verdicts and accuracies over the scale."""
    return {
        "summary": [_summary(version, rule) for version in versions for rule in TITLES],
        "verdicts": [
            *(_verdict(version, rule) for rule in PROPOSED for version in versions),
            *(_verdict_of_interior(version) for version in versions),
            _arbitrary(arbitrary),
        ],
        "accuracy": [row for version in versions for row in _accuracy(version)],
    }


def curves(version: Version) -> Iterator[Row]:
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


def _summary(version: Version, rule: str) -> Row:
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


def _accuracy(version: Version) -> Iterator[Row]:
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


def _verdict(version: Version, rule: str) -> Row:
    """Of the scale at which a criterion is largest."""
    criterion = PROPOSED[rule]
    k = version.largest(rule)
    of_criterion = f", rho_Psi is {version.seen[k].separation:.3f}" if rule == RHO_PSI else ""
    claim = f"The scale of the largest {criterion} gives the highest accuracy"
    return _concurs(version, k, claim, of_criterion, PAPERS_CLAIM)


def _verdict_of_interior(version: Version) -> Row:
    """Of the scale that the rule of rho_Psi takes."""
    k, largest = version.at(RHO_PSI), version.largest(RHO_PSI)
    here, most = (version.seen[place].separation or np.nan for place in (k, largest))
    beside = f" and {most:.3f} at its largest, at {version.in_words(largest)}"
    return _concurs(
        version,
        k,
        "The scale of the largest maximum of rho_Psi inside the range, which our rule takes before "
        "a larger value at an end, gives the highest accuracy",
        f", rho_Psi is {here:.3f} there{beside}",
        OUR_CLAIM,
    )


def _concurs(version: Version, k: int, claim: str, of_criterion: str, whose: str) -> Row:
    """Whether no scale that counts is surely more accurate than a chosen one, or no larger one."""
    peak = version.peak
    missed = version.behind(k, peak)
    first, last = version.best_from(k)
    of_place = ", the end of the range" if k == len(version.scales) - 1 else ""
    if not version.counts[k]:
        of_place += ", which does not count"
    return verdict_row(
        claim,
        f"{version.name} features of {version.n_samples} digits, the whole useful range of scales "
        f"({WHAT_COUNTS}); medians are those of the squared distance",
        len(np.unique(version.folds)),
        f"{version.accuracies[k]:.3f} at {version.in_words(k)}{of_place}{of_criterion}; the "
        f"highest that counts is {version.accuracies[peak]:.3f} at {version.in_words(peak)}: "
        f"behind by {missed.mean:.3f} ({missed.low:.3f} to {missed.high:.3f}) over the folds; of "
        f"scales from {version.in_words(first)} to {version.in_words(last)} none that counts is "
        f"surely better",
        _outcome(version, k, first, last),
        missed,
        whose,
    )


def _outcome(version: Version, k: int, first: int, last: int) -> str:
    """A peak of all; or a local one, of all scales above one that is well below; or none.

    A plateau is no local peak, nor the end of the range: accuracy has to fall to both sides. Where
    a scale does not count, neither does its accuracy, however high.
    """
    end = len(version.scales) - 1
    if last < end or not version.counts[k]:
        return NOT
    if not version.counts[:first].any():
        return HOLDS
    if not version.falls_after(k) or version.scales[first] > version.scales[k] / LOCAL:
        return NOT
    return f"holds where scales below {version.in_words(first)} are left out"


def _arbitrary(row: Row) -> Row:
    """An accuracy that depends on the choice of a basis says nothing about the scale."""
    spread = row["highest"] - row["loneliest"]
    return verdict_row(
        "An accuracy in coordinates of a repeated eigenvalue says something of the scale",
        f"{row['data']} features, 2^{row['log2_of_median']} of the median squared distance",
        row["choices"],
        f"{row['eigenvalues_nearly_one']} eigenvalues are above 1 - 1e-8 and {row['coordinates']} "
        f"coordinates are taken, so which of their vectors come out is arbitrary: "
        f"{row['choices']} choices at random give {row['lowest']:.3f} to {row['highest']:.3f}, a "
        f"spread of {row['highest'] - row['lowest']:.3f}; the worst known choice, the indicators "
        f"of the {row['coordinates']} loneliest digits, gives {row['loneliest']:.3f}, "
        f"{spread:.2f} below the best of them",
        NOT,
        spread,
        OUR_CLAIM,
    )
