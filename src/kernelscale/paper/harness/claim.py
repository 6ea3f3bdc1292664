"""A claim of the paper: its sentence, its readings, its trials, and the verdict.

One function derives the verdict of every claim from its trials. The verdict is "does not hold" only
if the paper's own set-up was run, a reading favourable to the paper was tried too, and all trials
miss the claim by a clear margin. A claim that was tried on other data than the paper's gets the
verdict "not testable here".
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
MOST_NAMED = 4  # a verdict lists at most this number of places
OF_PAPER, OF_US = "the paper's", "ours"
"""Sources of a threshold: the paper states it, or this package sets it."""


class SetUpLine(NamedTuple):
    """One fact of the set-up, as the paper states it and as it is here.

    `same` is true if both agree, or if the paper does not state the fact.
    """

    what: str
    paper: str
    ours: str
    same: bool = True


class Threshold(NamedTuple):
    """The limit of a claim.

    `words` describe the limit, and `source` is `OF_PAPER` or `OF_US`. A trial misses the claim
    clearly if the interval of its miss lies above `clear`, which has the unit `unit`. `reason` is
    why `clear` has this value.
    """

    words: str
    source: str
    clear: float
    unit: str
    reason: str = ""


class Trial(NamedTuple):
    """One trial of a claim.

    Attributes
    ----------
    where : str
        Data and settings.
    missed : Interval
        How far the trial misses the claim, in the unit of the threshold; at most 0 if it is true.
    measured : str
        The measured numbers, in words.
    favourable : bool
        Whether the trial is of the favourable reading; otherwise it is of the plain reading.
    scales : str
        The scales that count, if the trial depends on them. Each set of scales has its own verdict.
    """

    where: str
    missed: Interval
    measured: str
    favourable: bool = False
    scales: str = ""

    @property
    def is_true(self) -> bool:
        """Whether the mean of the trial meets the limit of the claim."""
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
        Section of the paper.
    reading : str
        The plain reading of the sentence, with the reason for this reading.
    favourable : str
        The reading that is most favourable to the paper; it is tried as well.
    set_up : tuple of SetUpLine
        Sizes, noise, repeats, order of features, grid of scales, number of coordinates.
    threshold : Threshold
        The limit of the claim.
    judge : callable
        ``judge(evidence)`` returns the trials.
    testable : bool
        Whether the data are those of the paper, or are generated as in the paper.
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
        """Whether the set-up is the paper's, as far as the paper states it."""
        return all(line.same for line in self.set_up)


def verdict_of(claim: Claim, trials: Sequence[Trial]) -> str:
    """The verdict on a claim, one of `KINDS`.

    Each set of scales gets a verdict from its own trials; if these differ, the claim holds in part.

    Examples
    --------
    The claim is an accuracy of 0.9. The plain reading misses it by 0.3, the favourable one by 0.2.

    >>> from kernelscale.paper.harness.tables import Interval
    >>> def trial(missed, favourable=False):
    ...     return Trial("digits", Interval(missed, missed, missed), "", favourable)
    >>> limit = Threshold("at least 0.9", OF_US, 0.05, "accuracy")
    >>> claim = Claim("high", "High", "high", "4.1", "raw", "standardised", (), limit, list)
    >>> verdict_of(claim, [trial(0.3), trial(0.2, favourable=True)])
    'does not hold'

    The verdict is milder if no favourable reading was tried, or if one trial misses the claim by
    less than the clear margin.

    >>> verdict_of(claim, [trial(0.3)])
    'holds in part'
    >>> verdict_of(claim, [trial(0.3), trial(0.01, favourable=True)])
    'holds in part'
    """
    if not (claim.testable and trials):
        return NOT_TESTABLE
    found = {_verdict(claim, of_scales) for _, of_scales in _by_scales(trials)}
    return found.pop() if len(found) == 1 else IN_PART


def judged(claims: Iterable[Claim], evidence: Any) -> Tables:
    """The tables `verdicts`, `trials` and `set_ups` of claims; empty tables are dropped."""
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
    shown = _decisive(verdict, trials) if trials else None
    mean, low, high = (None,) * 3 if shown is None else shown.missed
    return {
        "claim": claim.name,
        "words": claim.words,
        "verdict": verdict,
        "where": _where(claim, verdict, trials),
        "measured": "" if shown is None else f"{shown.where}: {shown.measured}",
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


def _decisive(verdict: str, trials: Sequence[Trial]) -> Trial:
    """The trial with the smallest miss of a claim that does not hold.

    For another verdict it is the trial of the plain reading with the largest miss.
    """
    if verdict == NOT:
        return min(trials, key=lambda trial: trial.missed.mean)
    plain = [trial for trial in trials if not trial.favourable]
    return max(plain or trials, key=lambda trial: trial.missed.mean)


def _where(claim: Claim, verdict: str, trials: Sequence[Trial]) -> str:
    """Where a claim is true that holds in part; empty for other verdicts."""
    if verdict != IN_PART:
        return ""
    places: dict[str, list[str]] = {}
    for scales, of_scales in _by_scales(trials):
        places.setdefault(_where_true(claim, of_scales), []).append(scales)
    return "; ".join(
        words if len(places) == 1 else f"{', '.join(names)}: {words}"
        for words, names in places.items()
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
    """Why the verdict of a claim that is true nowhere is not `NOT`."""
    if not claim.own_set_up:
        return "in no trial, but the set-up differs from the paper's"
    return f"in no trial, but some miss by less than a clear margin ({claim.threshold.clear:g})"


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
        "measured": trial.measured,
    }
