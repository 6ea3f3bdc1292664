"""A claim of the paper: what it says, how it is read and tested, and the verdict that follows.

The verdict follows from trials by one rule for all claims. It is "does not hold" only where the
paper's own set-up was run, a reading favourable to the paper was tried too, and all of them miss
by more than a clear margin. Data other than the paper's give no verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .tables import Interval, Row, Tables

__all__ = [
    "HOLDS",
    "IN_PART",
    "KINDS",
    "NOT",
    "NOT_TESTABLE",
    "OF_PAPER",
    "OF_US",
    "Claim",
    "SetUpLine",
    "Threshold",
    "Trial",
    "judged",
    "verdict_of",
]

HOLDS, IN_PART, NOT = "holds", "holds in part", "does not hold"
NOT_TESTABLE = "not testable here"
KINDS = (HOLDS, IN_PART, NOT, NOT_TESTABLE)
MOST_NAMED = 4  # largest number of places that are named
OF_PAPER, OF_US = "the paper's", "ours"
"""Whose a threshold is."""


class SetUpLine(NamedTuple):
    """One fact of the set-up: in the paper, and in ours.

    `same` says whether ours is the paper's, or one of those that the paper leaves open.
    """

    what: str
    paper: str
    ours: str
    same: bool = True


class Threshold(NamedTuple):
    """From where on a claim is called true, and from where on clearly not.

    `words` say what is true; `source` whose limit it is; `clear` is by how much a trial has to miss
    it, for sure, until the claim is clearly untrue there, and `unit` what that is measured in.
    """

    words: str
    source: str
    clear: float
    unit: str


class Trial(NamedTuple):
    """One trial of a claim.

    Attributes
    ----------
    where : str
        Data and settings, or which of them.
    missed : Interval
        By how much the claim is missed, in the unit of its threshold; at most 0 where it is true.
    said : str
        What was measured, in words.
    favourable : bool
        Whether it is the reading most favourable to the paper, beside the plain one.
    scales : str
        Which scales were looked at, where that matters: the verdict is given for each answer.
    """

    where: str
    missed: Interval
    said: str
    favourable: bool = False
    scales: str = ""

    @property
    def is_true(self) -> bool:
        """Whether the claim is true here, in the mean."""
        return self.missed.mean <= 0


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper that can be tested.

    Attributes
    ----------
    name : str
        An identifier.
    words : str
        The claim in about ten words.
    quotation : str
        A few words of the paper, verbatim.
    place : str
        Where they stand.
    reading : str
        The reading chosen, and why.
    favourable : str
        The reading most favourable to the paper, which is tried as well.
    set_up : tuple of SetUpLine
        Sizes, noise, repeats, order of features, grid of scales, number of coordinates.
    threshold : Threshold
        What is called true.
    judge : callable
        Called as ``judge(evidence)`` it returns trials.
    testable : bool
        Whether the data are the paper's, or made as the paper makes them.
    """

    name: str
    words: str
    quotation: str
    place: str
    reading: str
    favourable: str
    set_up: tuple[SetUpLine, ...]
    threshold: Threshold
    judge: Callable[[Any], Sequence[Trial]]
    testable: bool = True

    @property
    def own_set_up(self) -> bool:
        """Whether the paper's own set-up is run, as far as the paper states it."""
        return all(line.same for line in self.set_up)


def verdict_of(claim: Claim, trials: Sequence[Trial]) -> str:
    """One of `KINDS`.

    Trials with different answers to which scales are looked at are judged apart; where verdicts
    differ, the claim holds in part.

    Examples
    --------
    A dog that is said to be fast runs 3 m/s on sand, and 4 on grass.

    >>> from kernelscale.paper.harness.tables import Interval
    >>> def trial(where, missed, favourable=False):
    ...     return Trial(where, Interval(missed, missed, missed), "it runs", favourable)
    >>> fast = Threshold("at least 10 m/s", OF_US, 1.0, "m/s")
    >>> claim = Claim(
    ...     "fast", "The dog is fast", "fast", "p. 1", "on sand", "on grass", (), fast, list
    ... )
    >>> verdict_of(claim, [trial("sand", 7.0), trial("grass", 6.0, favourable=True)])
    'does not hold'

    Without the favourable reading, or by a small margin, this is not said.

    >>> verdict_of(claim, [trial("sand", 7.0)])
    'holds in part'
    >>> verdict_of(claim, [trial("sand", 7.0), trial("grass", 0.5, favourable=True)])
    'holds in part'
    """
    if not (claim.testable and trials):
        return NOT_TESTABLE
    found = {_verdict(claim, of_scales) for _, of_scales in _by_scales(trials)}
    return found.pop() if len(found) == 1 else IN_PART


def judged(claims: Iterable[Claim], evidence: Any) -> Tables:
    """The tables `verdicts`, `trials` and `set_ups` of claims, without those that are empty."""
    tried = [(claim, list(claim.judge(evidence))) for claim in claims]
    tables = {
        "verdicts": [_verdict_row(claim, trials) for claim, trials in tried],
        "trials": [_trial_row(claim, trial) for claim, trials in tried for trial in trials],
        "set_ups": [
            {"claim": claim.name, **line._asdict()} for claim, _ in tried for line in claim.set_up
        ],
    }
    return {name: rows for name, rows in tables.items() if rows}


def _by_scales(trials: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    names = dict.fromkeys(trial.scales for trial in trials)
    return [(name, [trial for trial in trials if trial.scales == name]) for name in names]


def _verdict(claim: Claim, trials: Sequence[Trial]) -> str:
    if all(trial.is_true for trial in trials if not trial.favourable):
        return HOLDS
    if any(trial.is_true for trial in trials):
        return IN_PART
    favoured = any(trial.favourable for trial in trials)
    clearly = all(trial.missed.low > claim.threshold.clear for trial in trials)
    return NOT if claim.own_set_up and favoured and clearly else IN_PART


def _verdict_row(claim: Claim, trials: Sequence[Trial]) -> Row:
    verdict = verdict_of(claim, trials)
    told = _told(verdict, trials) if trials else None
    mean, low, high = (None,) * 3 if told is None else told.missed
    return {
        "claim": claim.name,
        "words": claim.words,
        "verdict": verdict,
        "where": _where(claim, verdict, trials),
        "measured": "" if told is None else f"{told.where}: {told.said}",
        "margin": mean,
        "margin_low": low,
        "margin_high": high,
        "unit": claim.threshold.unit,
        "threshold": claim.threshold.words,
        "threshold_of": claim.threshold.source,
        "clear_from": claim.threshold.clear,
        "quotation": claim.quotation,
        "place": claim.place,
        "reading": claim.reading,
        "favourable": claim.favourable,
        "own_set_up": claim.own_set_up,
    }


def _told(verdict: str, trials: Sequence[Trial]) -> Trial:
    """The trial that says most: nearest to true where none is, else the least good plain one."""
    if verdict == NOT:
        return min(trials, key=lambda trial: trial.missed.mean)
    plain = [trial for trial in trials if not trial.favourable]
    return max(plain or trials, key=lambda trial: trial.missed.mean)


def _where(claim: Claim, verdict: str, trials: Sequence[Trial]) -> str:
    """Where a claim holds that holds in part; empty for other verdicts."""
    if verdict != IN_PART:
        return ""
    said: dict[str, list[str]] = {}
    for scales, of_scales in _by_scales(trials):
        said.setdefault(_where_true(claim, of_scales), []).append(scales)
    return "; ".join(
        words if names == [""] else f"{' and '.join(names)}: {words}"
        for words, names in said.items()
    )


def _where_true(claim: Claim, trials: Sequence[Trial]) -> str:
    true = [trial.where for trial in trials if trial.is_true]
    if not true:
        return _why_not(claim)
    count = "everywhere" if len(true) == len(trials) else f"in {len(true)} of {len(trials)} trials"
    return (
        count
        if len(true) == len(trials) or len(true) > MOST_NAMED
        else (f"{count} ({'; '.join(true)})")
    )


def _why_not(claim: Claim) -> str:
    """Why a claim that is true nowhere is not called one that does not hold."""
    if not claim.own_set_up:
        return "nowhere, but the set-up is not the paper's in all"
    return f"nowhere, but not everywhere by a clear margin ({claim.threshold.clear:g})"


def _trial_row(claim: Claim, trial: Trial) -> Row:
    mean, low, high = trial.missed
    return {
        "claim": claim.name,
        "where": trial.where,
        "scales": trial.scales,
        "favourable": trial.favourable,
        "true": trial.is_true,
        "missed": mean,
        "missed_low": low,
        "missed_high": high,
        "measured": trial.said,
    }
