"""A claim of the paper: its sentence, its readings, its set-up, its limit and its trials.

`verdict` derives the verdict from the trials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .tables import Interval

__all__ = [
    "FALSE",
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
]

HOLDS, IN_PART, NOT = "holds", "holds in part", "does not hold"
UNDECIDED = "undecided"  # outcome of a trial, and verdict on a claim
NOT_TESTABLE = "not testable here"
KINDS = (HOLDS, IN_PART, UNDECIDED, NOT, NOT_TESTABLE)
TRUE, FALSE = "true", "false"
NOT_STATED = "not stated"
SILENT = (NOT_STATED, f"various, {NOT_STATED}")
"""If the paper does not state a fact, `SetUpLine.paper` begins with one of these texts."""
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
