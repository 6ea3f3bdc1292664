"""A claim of the paper: its sentence, its readings, its trials, and the verdict.

A trial is true or false if its whole confidence interval lies on one side of the limit, and
undecided if the interval contains the limit. One function derives the verdict of every claim from
its trials:

- holds: no trial of the plain reading is false, and more than half of them are true. Trials of
  other readings do not count, because they are chosen in favour of the paper and can only soften a
  miss.
- does not hold: the paper's own set-up was run, a reading favourable to the paper was tried too,
  and every trial misses the claim by a clear margin.
- undecided: no trial is true, but a condition of "does not hold" is not met. The table of verdicts
  names this condition.
- holds in part: at least one trial is true, but a condition of "holds" is not met.
- not testable here: the claim was tried on other data than the paper's, or there is no trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from .tables import Interval, Row, Tables

__all__ = [
    "HOLDS",
    "IN_PART",
    "KINDS",
    "NOT",
    "NOT_STATED",
    "NOT_TESTABLE",
    "OF_PAPER",
    "OF_US",
    "TRUE",
    "UNDECIDED",
    "Claim",
    "SetUpLine",
    "Threshold",
    "Trial",
    "judged",
    "verdict_of",
]

HOLDS, IN_PART, NOT = "holds", "holds in part", "does not hold"
UNDECIDED = "undecided"  # outcome of a trial, and verdict on a claim
NOT_TESTABLE = "not testable here"
KINDS = (HOLDS, IN_PART, UNDECIDED, NOT, NOT_TESTABLE)
TRUE, FALSE = "true", "false"
NOT_STATED = "not stated"
SILENT = (NOT_STATED, f"various, {NOT_STATED}")
"""If the paper does not state a fact, `SetUpLine.paper` begins with one of these texts."""
MOST_NAMED = 4  # a verdict names its trials if there are at most this many
OF_PAPER, OF_US = "the paper's", "ours"
"""Sources of a threshold: the paper states it, or this package sets it."""


class SetUpLine(NamedTuple):
    """One fact of the set-up, as the paper states it and as it is here.

    `what` names the fact; `paper` and `ours` are its two values. `same` is False if the paper
    states a value and ours differs.
    """

    what: str
    paper: str
    ours: str
    same: bool = True

    @property
    def agreement(self) -> str:
        """Whether the two values agree: "yes", "no", or "not stated" if the paper states none.

        Examples
        --------
        >>> SetUpLine("rows", "2000", "2000").agreement
        'yes'
        >>> SetUpLine("noise", "various, not stated", "0.1, 1 and 3").agreement
        'not stated'
        """
        if self.paper.startswith(SILENT):
            return NOT_STATED
        return "yes" if self.same else "no"


class Threshold(NamedTuple):
    """The limit of a claim.

    `words` describe the limit, and `source` is `OF_PAPER` or `OF_US`. A trial misses the claim
    clearly if the interval of its miss lies above `clear`. `unit` is printed after the number of a
    miss; it names the unit and the quantity. `reason` explains why this package sets this value of
    `clear`, and this limit if the source is `OF_US`.
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
        How far the trial misses the claim, in the unit of the threshold; at most 0 if it meets the
        limit.
    measured : str
        The measured numbers, in words.
    favourable : bool
        Whether the trial is of another reading than the plain one, in favour of the paper.
    scales : str
        Name of the set of scales at which results count; empty if the trial does not depend on
        scales. Each set of scales has its own verdict. A claim on several pairs of criteria has a
        set for each pair.
    """

    where: str
    missed: Interval
    measured: str
    favourable: bool = False
    scales: str = ""

    @property
    def outcome(self) -> str:
        """Whether the claim is "true" in the trial, "false" in it, or "undecided"."""
        if self.missed.high <= 0:
            return TRUE
        return FALSE if self.missed.low > 0 else UNDECIDED


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
        Words of the paper, verbatim: at least one clause, so that it is understood alone.
    place : str
        Section of the paper.
    reading : str
        The plain reading of the sentence, with the reason for this reading.
    favourable : str
        Other readings, which are tried as well. They are chosen in favour of the paper, before
        anything is measured, so some of them may turn out to be less favourable.
    set_up : tuple of SetUpLine
        The facts of the set-up: sizes, noise, repeats, order of features, grid of scales, number of
        coordinates.
    threshold : Threshold
        The limit of the claim.
    judge : callable
        ``judge(evidence)`` returns the trials. The evidence is what the experiment measured.
    testable : bool
        Whether the data are those of the paper, or are generated as in the paper.
    overview : callable, optional
        ``overview(evidence)`` returns a sentence with numbers. The table of verdicts shows it
        before the numbers of the trial that decides.
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
    overview: Callable[[Any], str] | None = None

    @property
    def own_set_up(self) -> bool:
        """Whether no fact of the set-up differs from what the paper states."""
        return all(line.agreement != "no" for line in self.set_up)


def verdict_of(claim: Claim, trials: Sequence[Trial]) -> str:
    """The verdict on a claim, one of `KINDS`.

    Each set of scales gets a verdict from its own trials. If these verdicts differ, the claim holds
    in part, or is undecided if no trial of any set is true.

    Examples
    --------
    The claim is that accuracy is at least 0.9. The plain reading misses it by 0.3, the favourable
    reading by 0.2.

    >>> from kernelscale.paper.harness.tables import Interval
    >>> def trial(missed, favourable=False):
    ...     return Trial("digits", Interval(missed, missed, missed), "", favourable)
    >>> limit = Threshold("at least 0.9", OF_US, 0.05, "accuracy")
    >>> claim = Claim("high", "High", "high", "4.1", "raw", "standardised", (), limit, list)
    >>> verdict_of(claim, [trial(0.3), trial(0.2, favourable=True)])
    'does not hold'

    The claim is undecided if no favourable reading was tried, or if one trial misses the claim by
    less than the clear margin.

    >>> verdict_of(claim, [trial(0.3)])
    'undecided'
    >>> verdict_of(claim, [trial(0.3), trial(0.01, favourable=True)])
    'undecided'

    It holds in part if only the favourable reading is true. If the plain reading is true, the
    favourable one does not count.

    >>> verdict_of(claim, [trial(0.3), trial(-0.01, favourable=True)])
    'holds in part'
    >>> verdict_of(claim, [trial(-0.1), trial(0.3, favourable=True)])
    'holds'
    """
    if not (claim.testable and trials):
        return NOT_TESTABLE
    found = {_verdict(claim, of_scales) for _, of_scales in _by_scales(trials)}
    if len(found) == 1:
        return found.pop()
    return IN_PART if _having(trials, TRUE) else UNDECIDED


def judged(claims: Iterable[Claim], evidence: Any) -> Tables:
    """The tables `verdicts`, `trials` and `set_ups` of claims; empty tables are dropped."""
    tried = [(claim, _merged(claim.judge(evidence))) for claim in claims]
    tables = {
        "verdicts": [_verdict_row(claim, trials, evidence) for claim, trials in tried],
        "trials": [_trial_row(claim, trial) for claim, trials in tried for trial in trials],
        "set_ups": [
            {"claim": claim.name, **line._asdict(), "same": line.agreement}
            for claim, _ in tried
            for line in claim.set_up
        ],
    }
    return {name: rows for name, rows in tables.items() if rows}


def _by_scales(trials: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    names = dict.fromkeys(trial.scales for trial in trials)
    return [(name, [trial for trial in trials if trial.scales == name]) for name in names]


def _merged(trials: Sequence[Trial]) -> list[Trial]:
    """The trials; sets of scales with equal trials are merged, and the new name lists all names."""
    names: dict[tuple[Trial, ...], list[str]] = {}
    for scales, of_scales in _by_scales(trials):
        names.setdefault(tuple(each._replace(scales="") for each in of_scales), []).append(scales)
    return [
        each._replace(scales=_listed(scales))
        for of_scales, scales in names.items()
        for each in of_scales
    ]


def _listed(names: Sequence[str]) -> str:
    """Names of sets of scales; the words with which all of them begin are stated once.

    Examples
    --------
    >>> _listed(["all scales", "resolved at 1 %"]), _listed(["resolved at 1 %", "resolved at 5 %"])
    ('all scales, resolved at 1 %', 'resolved at 1 %, 5 %')
    """
    words = [name.split() for name in names]
    n_shared = len([*takewhile(lambda each: len({*each}) == 1, zip(*words, strict=False))])
    return ", ".join([names[0], *(" ".join(each[n_shared:]) for each in words[1:])])


def _having(trials: Sequence[Trial], outcome: str) -> list[Trial]:
    return [trial for trial in trials if trial.outcome == outcome]


def _verdict(claim: Claim, trials: Sequence[Trial]) -> str:
    plain = [trial for trial in trials if not trial.favourable]
    if not _having(plain, FALSE) and 2 * len(_having(plain, TRUE)) > len(plain):
        return HOLDS
    if _having(trials, TRUE):
        return IN_PART
    return UNDECIDED if _doubts(claim, trials) else NOT


def _doubts(claim: Claim, trials: Sequence[Trial]) -> list[str]:
    """Why a claim that is true in no trial may hold nevertheless; empty if there is no reason."""
    limit = claim.threshold
    close = [trial for trial in trials if trial.missed.low <= limit.clear]
    least = f"at most {limit.clear:g} {limit.unit}"
    reasons = (
        (not claim.own_set_up, "the set-up differs from the paper's"),
        (not any(trial.favourable for trial in trials), "no favourable reading was tried"),
        (bool(close), f"in {len(close)} of {len(trials)} trials the miss may be {least}"),
    )
    return [reason for applies, reason in reasons if applies]


def _verdict_row(claim: Claim, trials: Sequence[Trial], evidence: Any) -> Row:
    verdict = verdict_of(claim, trials)
    shown = _decisive(verdict, trials) if trials else None
    mean, low, high = (None,) * 3 if shown is None else shown.missed
    return {
        "claim": claim.name,
        "words": claim.words,
        "verdict": verdict,
        "where": _where(claim, verdict, trials),
        "measured": "" if shown is None else _measured(claim, shown, evidence),
        "margin": mean,
        "margin_low": low,
        "margin_high": high,
        "unit": claim.threshold.unit,
        "threshold": claim.threshold.words,
        "threshold_of": claim.threshold.source,
        "clear_from": claim.threshold.clear,
        "reason": claim.threshold.reason,
        "quotation": claim.quotation,
        "place": claim.place,
        "reading": claim.reading,
        "favourable": claim.favourable,
        "own_set_up": claim.own_set_up,
    }


def _measured(claim: Claim, shown: Trial, evidence: Any) -> str:
    """The overview of the claim if it has one, and the numbers of the trial that decides."""
    words = f"{shown.where}: {shown.measured}"
    return words if claim.overview is None else f"{claim.overview(evidence)}. {words}"


def _decisive(verdict: str, trials: Sequence[Trial]) -> Trial:
    """The trial whose numbers are shown with the verdict.

    For the verdicts "does not hold" and "undecided" it is the trial with the smallest miss. For all
    others it is the trial of the plain reading with the largest miss.
    """
    if verdict in (NOT, UNDECIDED):
        return min(trials, key=lambda trial: trial.missed.mean)
    plain = [trial for trial in trials if not trial.favourable]
    return max(plain or trials, key=lambda trial: trial.missed.mean)


def _where(claim: Claim, verdict: str, trials: Sequence[Trial]) -> str:
    """Which trials are true or undecided, in words; empty if the verdict states it."""
    if verdict in (NOT, NOT_TESTABLE):
        return ""
    counted = trials
    if verdict == HOLDS:
        counted = [trial for trial in trials if not trial.favourable]
        if not _having(counted, UNDECIDED):
            return ""
    sets = _by_scales(counted)
    if len(sets) == 1:
        return _where_true(claim, counted)
    places: dict[str, list[str]] = {}
    for scales, of_scales in sets:
        words = f"{_verdict(claim, of_scales)}, {_where_true(claim, of_scales, named=False)}"
        places.setdefault(words, []).append(scales)
    return "; ".join(f"{_of_sets(names)}: {words}" for words, names in places.items())


def _of_sets(names: Sequence[str]) -> str:
    """Names of sets of scales; "each" is added if the counts that follow are those of every set."""
    return _listed(names) + (", each" if len(names) > 1 else "")


def _where_true(claim: Claim, trials: Sequence[Trial], named: bool = True) -> str:
    true, undecided = _having(trials, TRUE), _having(trials, UNDECIDED)
    if not true:
        doubts = _doubts(claim, trials)
        return "true in no trial" + (f", but {' and '.join(doubts)}" if doubts else "")
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
            n_true = len(_having(of_reading, TRUE))
            counts.append(f"{n_true} of {len(of_reading)} {words}")
    return f"{' and '.join(counts)} trials"


def _named(trials: Sequence[Trial]) -> str:
    """Data and settings of each trial, in parentheses; empty if there are many trials."""
    named = "; ".join(trial.where for trial in trials)
    return f" ({named})" if len(trials) <= MOST_NAMED else ""


def _trial_row(claim: Claim, trial: Trial) -> Row:
    mean, low, high = trial.missed
    return {
        "claim": claim.name,
        "where": trial.where,
        "scales": trial.scales,
        "favourable": trial.favourable,
        "outcome": trial.outcome,
        "missed": mean,
        "missed_low": low,
        "missed_high": high,
        "measured": trial.measured,
    }
