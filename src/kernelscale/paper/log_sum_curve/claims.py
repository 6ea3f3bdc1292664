"""The paper's claims about the sum of the kernel over the scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_US, TRUE, Claim, SetUpLine, Threshold, Trial
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
    manifolds = _manifolds(tables)
    return [
        _of_manifold(name, draws, excess, favourable)
        for excess, favourable in ((_of_mean_slope, False), (_of_largest_slope, True))
        for name, draws in manifolds.items()
    ]


def _manifolds(tables: Tables) -> dict[str, list[Row]]:
    """The draws of each manifold."""
    flat = [draw for draw in tables["draws"] if draw["data"] in MANIFOLDS]
    return by_set([*flat, *tables["solids"]])


def _of_mean_slope(draw: Row) -> float:
    """Twice the mean slope minus the dimension."""
    return float(2 * draw["slope_of_range"] - draw["true_dimension"])


def _of_largest_slope(draw: Row) -> float:
    """Twice the largest slope minus the dimension."""
    return float(draw["dimension"] - draw["true_dimension"])


def _of_manifold(
    name: str, draws: Sequence[Row], excess: Callable[[Row], float], favourable: bool
) -> Trial:
    found, dimension = [excess(draw) for draw in draws], draws[0]["true_dimension"]
    slope = "largest slope" if favourable else "mean slope"
    return Trial(
        f"{name}, dimension {dimension}{', largest slope' if favourable else ''}",
        mean_interval([abs(value) - ROUNDS_TO for value in found]),
        f"twice the {slope} minus the dimension is {shown(mean_interval(found))}, "
        f"{_share(found, dimension):.0%} of the dimension",
        favourable,
    )


def _share(excess: Sequence[float], dimension: int) -> float:
    """The absolute value of the mean error as a share of the dimension."""
    return abs(mean_interval(excess).mean) / dimension


def _errors(tables: Tables) -> str:
    """The errors of the mean slope, and how often the largest slope is within the limit."""
    manifolds = _manifolds(tables)
    largest = max(draws[0]["true_dimension"] for draws in manifolds.values())
    shares = [
        _share([_of_mean_slope(draw) for draw in draws], draws[0]["true_dimension"])
        for draws in manifolds.values()
    ]
    others = [trial for trial in _slope(tables) if trial.favourable]
    n_true = sum(trial.outcome == TRUE for trial in others)
    return (
        f"Twice the mean slope differs from the dimension by {min(shares):.0%} to "
        f"{max(shares):.0%} of it; tried for d <= {largest}. With the largest slope, another "
        f"reading, the claim is true on {n_true} of {len(others)} manifolds"
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
            "over the manifold: the derivation covers neither noise nor clusters."
        ),
        favourable=(
            "Twice the largest slope, at one scale of this range. It was the plain reading of a "
            "first run, and true on the circle, the square and the Swiss roll. The mean slope "
            "replaced it when the manifolds of dimension 3 were added; so this choice was made "
            "after a run, and may favour the claim."
        ),
        set_up=(
            SetUpLine(
                "data",
                "independent and uniform on a manifold",
                "circle, square and Swiss roll, 1000 rows; 3-sphere and 3-torus, 2000 rows",
            ),
            SetUpLine("draws", "not stated", "20 of each manifold"),
            SetUpLine(
                "scales",
                "not stated: 'sufficiently small'",
                "the linear range of Algorithm 1",
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
        overview=_errors,
    ),
)
