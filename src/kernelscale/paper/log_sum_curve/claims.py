"""The paper's claims about the sum of the kernel over the scale."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean, mean_interval, shown
from ..harness.tables import Interval, Row, Tables
from .findings import by_set

__all__ = ["CLAIMS"]

AT_LIMIT = 1e-6  # log S is at an asymptote if the distance is at most this
ROUNDS_TO = 0.5  # an estimate with at most this error rounds to the right dimension
MANIFOLDS = ("circle", "square", "Swiss roll")
"""The data sets to which the derivation applies: points spread evenly on a manifold, no noise. It
also applies to `measure.SOLIDS`."""


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
    return [_of_manifold(name, draws) for name, draws in _manifolds(tables).items()]


def _manifolds(tables: Tables) -> dict[str, list[Row]]:
    """The draws of each manifold."""
    flat = [draw for draw in tables["draws"] if draw["data"] in MANIFOLDS]
    return by_set([*flat, *tables["solids"]])


def _largest_slopes(tables: Tables) -> str:
    """The largest dimension of the manifolds, and twice the largest slope of each manifold."""
    manifolds = _manifolds(tables)
    largest = max(draws[0]["true_dimension"] for draws in manifolds.values())
    twice = (f"{name} {mean(draws, 'dimension').mean:.2f}" for name, draws in manifolds.items())
    return f"Tried for d <= {largest}. Twice the largest slope: {', '.join(twice)}"


def _of_manifold(name: str, draws: Sequence[Row]) -> Trial:
    excess = [2 * draw["slope_of_range"] - draw["true_dimension"] for draw in draws]
    largest = [draw["dimension"] - draw["true_dimension"] for draw in draws]
    missed = mean_interval([abs(value) - ROUNDS_TO for value in excess])
    return Trial(
        f"{name}, dimension {draws[0]['true_dimension']}",
        missed,
        f"twice the mean slope minus the dimension is {shown(mean_interval(excess))}; with the "
        f"largest slope it is {shown(mean_interval(largest))}",
    )


CLAIMS = (
    Claim(
        name="asymptotes",
        words="log S goes from log N to 2 log N",
        quotation=(
            "L(eps) consists of two asymptotes, L(eps) -> log(N) for eps -> 0 and L(eps) -> "
            "log(N^2) = 2 log(N) for eps -> infinity"
        ),
        place="Section 3.1, below Algorithm 1",
        reading="Far below the useful scales log S is log N, and far above them 2 log N.",
        favourable="None is needed.",
        set_up=(
            SetUpLine("data", "any", "six sets of 1000 rows, 20 draws each"),
            SetUpLine(
                "L(eps)",
                "the sum; its limits are printed as logarithms",
                "log S, the logarithm of the sum, as a reading of this",
            ),
            SetUpLine(
                "scales", "to 0 and to infinity", "1e-4 and 1e4 times the ends of the useful range"
            ),
        ),
        threshold=Threshold(
            f"log S is within {AT_LIMIT:g} of its asymptote",
            OF_US,
            0.01,
            "in the distance of log S from its asymptote",
            "At these scales log S is within about 1e-7 of its limits; between them it changes by "
            "log N, about 7. For distinct rows this is certain, so it checks the program.",
        ),
        judge=_asymptotes,
    ),
    Claim(
        name="slope",
        words="The slope of log S is half the dimension",
        quotation=("Taking the log of Eq. (sum_w_mv4) we have log S(eps) ~ (d/2) log(eps) + [...]"),
        place="Section 3.2, eqs. sum_w_mv to sum_w_log",
        reading=(
            "Twice the mean slope over the linear range of Algorithm 1, from eps_0 to eps_1, "
            "rounds to the dimension, for points that are independently uniformly distributed "
            "over the manifold: the derivation covers neither noise nor clusters. The largest "
            "slope, at one scale of this range, is shown too, but it decides nothing."
        ),
        favourable="None is tried.",
        set_up=(
            SetUpLine(
                "data",
                "independent and uniform on a manifold",
                "circle, square and Swiss roll, 1000 rows; 3-sphere and 3-torus, 2000 rows",
            ),
            SetUpLine("draws", "not stated", "20 of each manifold"),
            SetUpLine(
                "scales",
                "sufficiently small",
                "as a reading of this, the linear range of Algorithm 1",
            ),
            SetUpLine("dimensions", "not stated (any)", "1 to 3; more rows are needed for more"),
        ),
        threshold=Threshold(
            f"twice the slope is within {ROUNDS_TO:g} of the dimension",
            OF_US,
            0.5,
            "in twice the slope",
            "the nearest integer is then the dimension; an error of 1 is clearly another dimension",
        ),
        judge=_slope,
        overview=_largest_slopes,
    ),
)
