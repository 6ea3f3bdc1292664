"""The verdict on a claim of the paper, derived from its trials.

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

from collections.abc import Sequence

from .claim import FALSE, HOLDS, IN_PART, NOT, NOT_TESTABLE, TRUE, UNDECIDED, Claim, Trial
from .sets_of_scales import by_scales

__all__ = ["doubts", "having", "verdict_at", "verdict_of"]


def verdict_of(claim: Claim, trials: Sequence[Trial]) -> str:
    """The verdict on a claim, one of `KINDS`.

    Each set of scales gets a verdict from its own trials. If these verdicts differ, the claim holds
    in part, or is undecided if no trial of any set is true.

    Examples
    --------
    The claim is that accuracy is at least 0.9. The plain reading misses it by 0.3, the favourable
    reading by 0.2.

    >>> from kernelscale.paper.harness.claim import OF_US, Threshold
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
    found = {verdict_at(claim, of_scales) for _, of_scales in by_scales(trials)}
    if len(found) == 1:
        return found.pop()
    return IN_PART if having(trials, TRUE) else UNDECIDED


def verdict_at(claim: Claim, trials: Sequence[Trial]) -> str:
    """The verdict on a claim from the trials at one set of scales."""
    plain = [trial for trial in trials if not trial.favourable]
    if not having(plain, FALSE) and 2 * len(having(plain, TRUE)) > len(plain):
        return HOLDS
    if having(trials, TRUE):
        return IN_PART
    return UNDECIDED if doubts(claim, trials) else NOT


def having(trials: Sequence[Trial], outcome: str) -> list[Trial]:
    """The trials that are true, false or undecided, as `outcome` says."""
    return [trial for trial in trials if trial.outcome == outcome]


def doubts(claim: Claim, trials: Sequence[Trial]) -> list[str]:
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
