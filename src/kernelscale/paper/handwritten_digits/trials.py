"""Trials of the paper's claim about the handwritten digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..harness.claim import TRUE, Trial
from ..harness.repeats import shown
from ..harness.tables import Interval
from ..shared.accuracy_at_scale import NEAR
from ..shared.resolved_scales import ALL_SCALES, SHARE, rules_on_scales
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI, TITLES
from .version import Digits, Version

__all__ = ["AROUND", "at_resolved", "peak_trials"]

NAMED = (RHO_PSI, RHO_P)  # the rules that the section names
AROUND = 2.0  # a scale is near another if they differ by at most this factor


def peak_trials(digits: Digits) -> Sequence[Trial]:
    """Trials of the claim that accuracy has its peak at the scales of the criteria."""
    return [
        trial
        for version in _largest(digits)
        for trial in (*_at_all_rules(version), *_among_marked(version))
    ]


def _largest(digits: Digits) -> list[Version]:
    """The versions with the most rows, one for each unit."""
    most = max(version.n_samples for version in digits.versions)
    return [version for version in digits.versions if version.n_samples == most]


def _at_all_rules(version: Version) -> Iterator[Trial]:
    """Trials at each criterion's scale, near this scale, and at the criterion's largest value."""
    for share, scales in rules_on_scales(version.n_samples):
        peak = version.over.peak(share)
        for rule in (*NAMED, GE):
            criterion = PROPOSED[rule]
            at = version.over.chosen_at(criterion, share)
            yield _trial(version, criterion, at, peak, scales, favourable=rule == GE)
            largest = version.over.largest(criterion, share)
            if largest != at:
                name = f"largest value of {criterion}"
                yield _trial(version, name, largest, peak, scales, favourable=True)
            near = version.over.best_near(at, share, AROUND)
            if near != at:
                name = f"within a factor of {AROUND:g} of {criterion}"
                yield _trial(version, name, near, peak, scales, favourable=True)


def _among_marked(version: Version) -> Iterator[Trial]:
    """Trials that look for the peak only in the range of the scales that the figure marks.

    There are none if the peak of all scales is in this range.
    """
    peak = _peak_of_marked(version)
    for rule in NAMED if peak != version.over.peak(None) else ():
        at = version.over.chosen_at(PROPOSED[rule], None)
        name = f"{PROPOSED[rule]}, peak from {_ends(version)}"
        yield _trial(version, name, at, peak, ALL_SCALES, favourable=True)


def _peak_of_marked(version: Version) -> int:
    """Index of the scale with the highest accuracy from the smallest to the largest marked one."""
    marked = [version.chosen[rule] for rule in TITLES]
    scales = np.array(version.over.scales)
    inside = (scales >= min(marked)) & (scales <= max(marked))
    return int(np.argmax(np.where(inside, version.over.accuracies, -1.0)))


def _ends(version: Version) -> str:
    """The smallest and the largest scale that the figure marks, by name."""
    by_scale = sorted(TITLES, key=lambda rule: version.chosen[rule])
    return f"{TITLES[by_scale[0]]} to {TITLES[by_scale[-1]]}"


def _trial(
    version: Version, name: str, at: int, peak: int, scales: str, favourable: bool = False
) -> Trial:
    missed = version.behind(at, peak)
    accuracies = version.over.accuracies
    return Trial(
        f"{version.name}, {name}",
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


def at_resolved(digits: Digits) -> str:
    """The outcomes of each named criterion, and where the peaks lie."""
    versions = _largest(digits)
    of_criteria = "; ".join(_of_criterion(versions, PROPOSED[rule]) for rule in NAMED)
    near = [_near_outcome(version, PROPOSED[rule]) for version in versions for rule in NAMED]
    peaks = ", ".join(f"{version.name} {_of_peak(version)}" for version in versions)
    return (
        f"At scales resolved at {SHARE:.0%}: {of_criteria}; within a factor of {AROUND:g} of the "
        f"criteria true in {near.count(TRUE)} of {len(near)}. The peak is {peaks}. "
        f"{_at_marked(versions)}"
    )


def _of_criterion(versions: Sequence[Version], criterion: str) -> str:
    """Whether accuracy at the scale of a criterion is near the peak, for each version."""
    words = []
    for version in versions:
        at, peak = version.over.chosen_at(criterion, SHARE), version.over.peak(SHARE)
        outcome = _trial(version, criterion, at, peak, "").outcome
        mean, low, high = version.behind(at, peak)
        behind = "" if outcome == TRUE else f" ({mean:.3g} behind, {low:.3g} to {high:.3g})"
        words.append(f"{outcome} for {version.name}{behind}")
    return f"{criterion} {', '.join(words)}"


def _near_outcome(version: Version, criterion: str) -> str:
    """The outcome at the best scale near that of a criterion, which may be this scale itself."""
    at = version.over.chosen_at(criterion, SHARE)
    near = version.over.best_near(at, SHARE, AROUND)
    return _trial(version, criterion, near, version.over.peak(SHARE), "").outcome


def _of_peak(version: Version) -> str:
    """The highest accuracy at resolved scales; at smaller scales too, if it is at their end."""
    accuracies, peak = version.over.accuracies, version.over.peak(SHARE)
    if peak == 0 or version.over.counts(SHARE)[:peak].any():
        return f"{accuracies[peak]:.3f}"
    return (
        f"{accuracies[peak]:.3f}, at the end of the resolved range ({accuracies[peak - 1]:.3f} "
        f"just below, up to {accuracies[:peak].max():.3f} at smaller scales)"
    )


def _at_marked(versions: Sequence[Version]) -> str:
    """The peaks over the scales that the figure marks, and how often each criterion is near."""
    ranges = ", ".join(f"{version.name} {_ends(version)}" for version in versions)
    peaks = " and ".join(
        f"{version.over.accuracies[_peak_of_marked(version)]:.3f}" for version in versions
    )
    counts = ", ".join(
        f"{PROPOSED[rule]} true in {_true_at_marked(versions, PROPOSED[rule])} of {len(versions)}"
        for rule in NAMED
    )
    return f"Over the scales that the figure marks ({ranges}) the peak is {peaks}: {counts}"


def _true_at_marked(versions: Sequence[Version], criterion: str) -> int:
    """Number of versions in which a criterion is near the peak of the scales that are marked."""
    tried = [
        _trial(each, "", each.over.chosen_at(criterion, None), _peak_of_marked(each), "")
        for each in versions
    ]
    return sum(trial.outcome == TRUE for trial in tried)
