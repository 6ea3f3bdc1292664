"""A finding on the paper's three criteria, for the small data set of the schematic."""

from __future__ import annotations

from collections.abc import Mapping

from ...results import Bandwidth
from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding
from .measure import DATA

__all__ = ["find"]


def find(answers: Mapping[str, Bandwidth]) -> list[Finding]:
    """Whether each criterion has its maximum inside the range of scales.

    `answers` has the chosen scale of each criterion, by the name of the criterion.
    """
    chosen = {name: float(answer.epsilon or 0.0) for name, answer in answers.items()}
    scales = ", ".join(f"eps_{name} = {scale:.3g}" for name, scale in chosen.items())
    factor = max(chosen.values()) / min(chosen.values())
    return [
        finding(
            "Each criterion has its maximum inside the range of scales",
            DATA,
            1,
            f"{scales}; the largest is {factor:.2g} times the smallest",
            HOLDS if all(answer.interior for answer in answers.values()) else NOT,
        )
    ]
