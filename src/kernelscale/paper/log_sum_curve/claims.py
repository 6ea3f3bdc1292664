"""The paper's claims about the sum of the kernel over the scale."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean, mean_interval, shown
from ..harness.tables import Interval, Row, Tables
from .findings import by_set

__all__ = ["CLAIMS"]

AT_LIMIT = 1e-6  # log S is at an asymptote up to this distance
ROUNDS_TO = 0.5  # a dimension rounds to the right one up to this error
MANIFOLDS = ("circle", "square", "Swiss roll")
"""The sets to which the derivation applies: points spread evenly on a manifold, without noise."""


def _asymptotes(tables: Tables) -> Sequence[Trial]:
    ends = {
        "above_log_n": "above log N at small scales",
        "below_2_log_n": "below 2 log N at large scales",
    }
    return [
        Trial(
            f"{name}, {words}",
            Interval(*(end - AT_LIMIT for end in mean(draws, column))),
            f"{mean(draws, column).mean:.1g} {words}",
        )
        for column, words in ends.items()
        for name, draws in by_set(tables["draws"]).items()
    ]


def _slope(tables: Tables) -> Sequence[Trial]:
    return [
        _of_manifold(name, draws)
        for name, draws in by_set(tables["draws"]).items()
        if name in MANIFOLDS
    ]


def _of_manifold(name: str, draws: Sequence[Row]) -> Trial:
    excess = [draw["dimension"] - draw["true_dimension"] for draw in draws]
    missed = mean_interval([abs(value) - ROUNDS_TO for value in excess])
    return Trial(
        name, missed, f"twice the slope less the dimension is {shown(mean_interval(excess))}"
    )


CLAIMS = (
    Claim(
        name="asymptotes",
        words="log S goes from log N to 2 log N",
        quotation="consists of two asymptotes",
        place="Section 3.1, below Algorithm 1",
        reading="Far below the useful scales log S is log N, and far above them 2 log N.",
        favourable="None is needed.",
        set_up=(
            SetUpLine("data", "any", "six sets of 1000 rows, 20 draws each"),
            SetUpLine("scales", "to 0 and to infinity", "1e-4 and 1e4 times the useful range"),
        ),
        threshold=Threshold(f"to within {AT_LIMIT:g}", OF_US, 0.01, "log S"),
        judge=_asymptotes,
    ),
    Claim(
        name="slope",
        words="The slope of log S is half the dimension of a manifold",
        quotation="independently uniformly distributed over the manifold",
        place="Section 3.2, eqs. sum_w_mv to sum_w_log",
        reading=(
            "Twice the slope of the linear range of Algorithm 1 rounds to the dimension, for "
            "points spread evenly on a manifold: the derivation covers neither noise nor clusters."
        ),
        favourable="None is needed.",
        set_up=(
            SetUpLine("data", "even on a manifold", "circle, square and Swiss roll, 1000 rows"),
            SetUpLine("scales", "sufficiently small", "the linear range of Algorithm 1"),
        ),
        threshold=Threshold("rounds to the dimension", OF_PAPER, 0.5, "dimensions"),
        judge=_slope,
    ),
)
