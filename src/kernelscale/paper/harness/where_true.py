"""In which trials a claim is true or undecided, in words, as the table of verdicts prints it."""

from __future__ import annotations

from collections.abc import Sequence

from .claim import HOLDS, NOT, NOT_TESTABLE, TRUE, UNDECIDED, Claim, Trial
from .sets_of_scales import by_scales, listed
from .verdict import doubts, having, verdict_at

__all__ = ["where_true"]

MOST_NAMED = 4  # a verdict names its trials if there are at most this many


def where_true(claim: Claim, verdict: str, trials: Sequence[Trial]) -> str:
    """Which trials are true or undecided, in words; empty if the verdict states it."""
    if verdict in (NOT, NOT_TESTABLE):
        return ""
    counted = trials
    if verdict == HOLDS:
        counted = [trial for trial in trials if not trial.favourable]
        if not having(counted, UNDECIDED):
            return ""
    sets = by_scales(counted)
    if len(sets) == 1:
        return _at_set(claim, counted)
    places: dict[str, list[str]] = {}
    for scales, of_scales in sets:
        words = f"{verdict_at(claim, of_scales)}, {_at_set(claim, of_scales, named=False)}"
        places.setdefault(words, []).append(scales)
    return "; ".join(f"{_of_sets(names)}: {words}" for words, names in places.items())


def _of_sets(names: Sequence[str]) -> str:
    """Names of sets of scales; "each" is added if the counts that follow are those of every set."""
    return listed(names) + (", each" if len(names) > 1 else "")


def _at_set(claim: Claim, trials: Sequence[Trial], named: bool = True) -> str:
    true, undecided = having(trials, TRUE), having(trials, UNDECIDED)
    if not true:
        reasons = " and ".join(doubts(claim, trials))
        return "true in no trial" + (f", but {reasons}" if reasons else "")
    if len(true) == len(trials):
        return "true everywhere"
    names = (_named(true), _named(undecided)) if named else ("", "")
    words = f"true in {_counted(trials)}{names[0]}"
    return words + (f", undecided in {len(undecided)}{names[1]}" if undecided else "")


def _counted(trials: Sequence[Trial]) -> str:
    """For each reading, the number of true trials and the number of all trials."""
    counts = []
    for favourable, words in ((False, "plain"), (True, "other")):
        of_reading = [trial for trial in trials if trial.favourable == favourable]
        if of_reading:
            n_true = len(having(of_reading, TRUE))
            counts.append(f"{n_true} of {len(of_reading)} {words}")
    return f"{' and '.join(counts)} trials"


def _named(trials: Sequence[Trial]) -> str:
    """Data and settings of each trial, in parentheses; empty if there are many trials."""
    named = "; ".join(trial.where for trial in trials)
    return f" ({named})" if len(trials) <= MOST_NAMED else ""
