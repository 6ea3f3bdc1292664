"""Verdicts on the accuracies of handwritten digits, with intervals over folds."""

from __future__ import annotations

import numpy as np

from ..harness.experiment import Row
from ..harness.verdicts import HOLDS, NOT, OUR_CLAIM, PAPERS_CLAIM, verdict_row
from ..shared.scales_that_count import WHAT_COUNTS
from ..shared.six_scales import PROPOSED, RHO_PSI
from .version import Digits, Version

__all__ = ["judge"]

LOCAL = 2**0.5  # a local peak is the highest down to a scale smaller by this ratio


def judge(digits: Digits) -> list[Row]:
    """A row a criterion and version of the features, and one on choices at random."""
    versions, arbitrary = digits
    return [
        *(_verdict(version, rule) for rule in PROPOSED for version in versions),
        *(_verdict_of_interior(version) for version in versions),
        _arbitrary(arbitrary),
    ]


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
    """Whether an accuracy that depends on the choice of a basis depends on the scale."""
    spread = row["highest"] - row["most_isolated"]
    return verdict_row(
        "An accuracy in coordinates of a repeated eigenvalue says something of the scale",
        f"{row['data']} features, 2^{row['log2_of_median']} of the median squared distance",
        row["choices"],
        f"{row['eigenvalues_nearly_one']} eigenvalues are above 1 - 1e-8 and {row['coordinates']} "
        f"coordinates are taken, so which of their vectors come out is arbitrary: "
        f"{row['choices']} choices at random give {row['lowest']:.3f} to {row['highest']:.3f}, a "
        f"spread of {row['highest'] - row['lowest']:.3f}; the worst known choice, the indicators "
        f"of the {row['coordinates']} loneliest digits, gives {row['most_isolated']:.3f}, "
        f"{spread:.2f} below the best of them",
        NOT,
        spread,
        OUR_CLAIM,
    )
