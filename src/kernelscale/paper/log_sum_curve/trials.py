"""Trials of the claims about the sum of the kernel over the scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..harness.claim import TRUE, Trial
from ..harness.repeats import mean, mean_interval, shown
from ..harness.tables import Interval, Row, Tables
from .findings import by_set

__all__ = ["AT_LIMIT", "ROUNDS_TO", "SHARE", "asymptotes", "errors", "slope"]

AT_LIMIT = 1e-6  # log S is at an asymptote if the distance is at most this
ROUNDS_TO = 0.5  # an estimate with at most this error rounds to the right dimension
SHARE = 0.2  # limit of the error as a share of the dimension, which is not loose for dimension 1
UNIFORM = ("circle", "square")  # those of the data sets that are uniform on a manifold
OF_SECTION_4 = "Swiss roll"


def asymptotes(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that log S goes from log N to 2 log N."""
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


def slope(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that the slope of log S is half the dimension."""
    manifolds = _manifolds(tables)
    roll = {name: of for name, of in by_set(tables["draws"]).items() if name == OF_SECTION_4}
    uneven = {f"{name} of Section 4.1.1": draws for name, draws in roll.items()}
    return [
        *_of_each(manifolds, _of_mean_slope),
        *_of_each(manifolds, _of_largest_slope, "largest slope"),
        *_of_each(uneven, _of_mean_slope, "theta uniform"),
    ]


def _manifolds(tables: Tables) -> dict[str, list[Row]]:
    """The draws of each manifold with uniformly distributed points, by ascending dimension.

    The derivation covers only these: neither noise nor clusters.
    """
    flat = [draw for draw in tables["draws"] if draw["data"] in UNIFORM]
    return by_set([*flat, *tables["manifolds"]])


def _of_each(
    manifolds: Mapping[str, list[Row]], excess: Callable[[Row], float], reading: str = ""
) -> list[Trial]:
    return [_of_manifold(name, draws, excess, reading) for name, draws in manifolds.items()]


def _of_manifold(
    name: str, draws: Sequence[Row], excess: Callable[[Row], float], reading: str
) -> Trial:
    found, dimension = [excess(draw) for draw in draws], draws[0]["true_dimension"]
    which = "largest" if excess is _of_largest_slope else "mean"
    return Trial(
        ", ".join(filter(None, (name, f"dimension {dimension}", reading))),
        mean_interval([abs(value) - ROUNDS_TO for value in found]),
        f"twice the {which} slope minus the dimension is {shown(mean_interval(found))}, "
        f"{_share(found, dimension):.0%} of the dimension",
        favourable=bool(reading),
    )


def _of_mean_slope(draw: Row) -> float:
    """Twice the mean slope minus the dimension."""
    return float(2 * draw["slope_of_range"] - draw["true_dimension"])


def _of_largest_slope(draw: Row) -> float:
    """Twice the largest slope minus the dimension."""
    return float(draw["dimension"] - draw["true_dimension"])


def _share(excess: Sequence[float], dimension: int) -> float:
    """The absolute value of the mean error as a share of the dimension."""
    return abs(mean_interval(excess).mean) / dimension


def errors(tables: Tables) -> str:
    """The errors of the mean slope, the smallest margin, and how often the largest slope passes."""
    manifolds = _manifolds(tables)
    largest = max(draws[0]["true_dimension"] for draws in manifolds.values())
    shares = [
        _share([_of_mean_slope(draw) for draw in draws], draws[0]["true_dimension"])
        for draws in manifolds.values()
    ]
    n_near = sum(share <= SHARE for share in shares)
    others = _of_each(manifolds, _of_largest_slope, "largest slope")
    n_true = sum(trial.outcome == TRUE for trial in others)
    return (
        f"Twice the mean slope differs from the dimension by {min(shares):.0%} to "
        f"{max(shares):.0%} of it, tried for d <= {largest}; by at most {SHARE:.0%}, a limit that "
        f"is not loose for d = 1, on {n_near} of {len(shares)} manifolds. {_margin(manifolds)}. "
        f"With the largest slope, another reading, the claim is true on {n_true} of {len(others)}"
    )


def _margin(manifolds: Mapping[str, list[Row]]) -> str:
    """The manifold on which the plain reading is nearest to the limit."""
    missed = {
        name: mean_interval([abs(_of_mean_slope(draw)) - ROUNDS_TO for draw in draws]).mean
        for name, draws in manifolds.items()
    }
    name = max(missed, key=lambda each: missed[each])
    return (
        f"The smallest margin is {-missed[name]:.2g}, on the {name}: with fewer rows or other "
        f"proportions it may fail"
    )
