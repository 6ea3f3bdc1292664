"""The tables `verdicts`, `trials` and `set_ups` of claims that were tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .claim import NOT, UNDECIDED, Claim, Trial
from .sets_of_scales import merged
from .tables import Row, Tables
from .verdict import verdict_of
from .where_true import where_true

__all__ = ["judged"]


def judged(claims: Iterable[Claim], evidence: Any) -> Tables:
    """The tables `verdicts`, `trials` and `set_ups` of claims; empty tables are dropped."""
    tried = [(claim, merged(claim.judge(evidence))) for claim in claims]
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


def _verdict_row(claim: Claim, trials: Sequence[Trial], evidence: Any) -> Row:
    verdict = verdict_of(claim, trials)
    shown = _decisive(verdict, trials) if trials else None
    mean, low, high = (None,) * 3 if shown is None else shown.missed
    return {
        "claim": claim.name,
        "words": claim.words,
        "verdict": verdict,
        "where": where_true(claim, verdict, trials),
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

    For the verdict "does not hold" it is the trial with the smallest miss, for "undecided" the
    trial of the plain reading with the smallest miss, for all others that with the largest.
    """
    plain = [trial for trial in trials if not trial.favourable] or trials
    if verdict == NOT:
        return min(trials, key=_mean_miss)
    return (min if verdict == UNDECIDED else max)(plain, key=_mean_miss)


def _mean_miss(trial: Trial) -> float:
    return trial.missed.mean


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
