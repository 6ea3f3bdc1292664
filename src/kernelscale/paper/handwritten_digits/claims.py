"""The paper's claim about the handwritten digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..harness.claim import OF_US, TRUE, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import shown
from ..harness.tables import Interval
from ..shared.accuracy_at_scale import NEAR
from ..shared.over_scales import SCALE_OF_RHO_PSI
from ..shared.resolved_scales import SHARE, rules_on_scales
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from .version import Digits, Version

__all__ = ["CLAIMS"]

NAMED = (RHO_PSI, RHO_P)  # the rules that the section names
AROUND = 2.0  # a scale is near another if they differ by at most this factor


def _trials(digits: Digits) -> Sequence[Trial]:
    return [trial for version in _largest(digits) for trial in _of_version(version)]


def _largest(digits: Digits) -> list[Version]:
    """The versions with the most rows, one for each unit."""
    most = max(version.n_samples for version in digits.versions)
    return [version for version in digits.versions if version.n_samples == most]


def _at_resolved(digits: Digits) -> str:
    """How often each named criterion is near the peak of the resolved scales, and their range."""
    versions = _largest(digits)
    of_criteria = "; ".join(_of_criterion(versions, PROPOSED[rule]) for rule in NAMED)
    peaks = _listed(versions, [version.over.peak(SHARE) for version in versions])
    begins = "; ".join(_smallest_resolved(version) for version in versions)
    return (
        f"At scales resolved at {SHARE:.0%}: {of_criteria}; the peak is {peaks}. The smallest "
        f"resolved scale: {begins}"
    )


def _of_criterion(versions: Sequence[Version], criterion: str) -> str:
    at = [version.over.chosen_at(criterion, SHARE) for version in versions]
    outcomes = [
        _trial(version, criterion, k, SHARE, "").outcome
        for version, k in zip(versions, at, strict=True)
    ]
    true = f"true in {outcomes.count(TRUE)} of {len(outcomes)} units"
    return f"{criterion} {true} ({_listed(versions, at)})"


def _listed(versions: Sequence[Version], at: Sequence[int]) -> str:
    """The accuracy of each version at one of its scales."""
    pairs = zip(versions, at, strict=True)
    return ", ".join(f"{version.name} {version.over.accuracies[k]:.3f}" for version, k in pairs)


def _smallest_resolved(version: Version) -> str:
    """The smallest scale that is resolved, with the accuracy there and at the scale below it."""
    k = int(np.argmax(version.over.counts(SHARE)))
    accuracies = version.over.accuracies
    below = f", and just below it {accuracies[k - 1]:.3f}" if k else ""
    return f"{version.name} {version.in_words(k)}, accuracy {accuracies[k]:.3f}{below}"


def _of_version(version: Version) -> Iterator[Trial]:
    """Trials at each criterion's scale, near this scale, and at the criterion's largest value."""
    for share, scales in rules_on_scales(version.n_samples):
        for rule in (*NAMED, GE):
            criterion = PROPOSED[rule]
            at = version.over.chosen_at(criterion, share)
            yield _trial(version, criterion, at, share, scales, favourable=rule == GE)
            largest = version.over.largest(criterion, share)
            if largest != at:
                name = f"largest value of {criterion}"
                yield _trial(version, name, largest, share, scales, favourable=True)
            near = version.over.best_near(at, share, AROUND)
            if near != at:
                name = f"within a factor of {AROUND:g} of {criterion}"
                yield _trial(version, name, near, share, scales, favourable=True)


def _trial(
    version: Version,
    criterion: str,
    at: int,
    share: float | None,
    scales: str,
    favourable: bool = False,
) -> Trial:
    peak = version.over.peak(share)
    missed = version.behind(at, peak)
    accuracies = version.over.accuracies
    return Trial(
        f"{version.name}, {criterion}",
        Interval(*(end - NEAR for end in missed)),
        f"{accuracies[at]:.3f} at {version.in_words(at)}, the peak is {accuracies[peak]:.3f} at "
        f"{version.in_words(peak)}{_why_not_resolved(version, peak)}: {shown(missed)} behind",
        favourable,
        scales,
    )


def _why_not_resolved(version: Version, k: int) -> str:
    """Why scale `k` is not resolved, in words; empty if it is."""
    resolution = version.over.resolutions[k]
    if resolution.counts(SHARE):
        return ""
    if resolution.arbitrary:
        return ", where the coordinates are an arbitrary choice"
    return f", where rounding the coordinates reduces it to {resolution.rounded:.3f}"


CLAIMS = (
    Claim(
        name="digits_peak",
        words="The scales of rho_Psi and rho_P give the highest accuracy on digits",
        quotation=(
            "Our proposed scale concurs with the scale that provides maximal classification rate"
        ),
        place="Section 4.2.3, last sentence before the figure",
        reading=(
            "At the scales of rho_Psi and rho_P, which the section names, accuracy is that of the "
            "best scale. The section does not state whether features were standardised, so raw "
            "and standardised features are tried. Where only resolved scales count, the criteria "
            "too are maximised over these alone, so their scales may differ from those at which "
            f"they are largest of all. {SCALE_OF_RHO_PSI}"
        ),
        favourable=(
            "Ge, which the text does not name but the figure marks; for rho_Psi the scale of its "
            "largest value, if that is not this maximum; and the best scale within a factor of "
            f"{AROUND:g} of that of a criterion. A trial of the same scale as in the plain reading "
            "is not repeated."
        ),
        set_up=(
            SetUpLine("digits", "2000, 200 of each", "the same, from the same repository"),
            SetUpLine("features", "ZER, MOR, FAC and KAR", "the same, in this order, 333 in all"),
            SetUpLine("units", "not stated", "as they are, and with standard deviation 1"),
            SetUpLine("classifier", "1-NN, 20-fold cross validation", "the same"),
            SetUpLine("folds", "not stated", "at random, with equal shares of each digit"),
            SetUpLine("coordinates", "4", "4"),
            SetUpLine(
                "scales", "not stated", "two an octave over the useful range, and those chosen"
            ),
        ),
        threshold=Threshold(
            f"within {NEAR:g} of the peak",
            OF_US,
            0.03,
            "accuracy",
            "0.02 are 40 digits of 2000. The interval of a difference over the 20 folds reaches "
            "about 0.01 to 0.03 to each side of its mean, so a smaller difference is hardly seen. "
            "A clear miss is more than 0.05 below the peak, which is 100 digits.",
        ),
        judge=_trials,
        overview=_at_resolved,
    ),
)
