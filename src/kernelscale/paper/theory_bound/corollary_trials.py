"""Trials of the corollary: each measure of separation at eps_Ge, beside its best over the scales.

A measure is nearly the best if it is at most `NEARLY_LEAST` times its smallest value, or if it
exceeds this value by at most `LITTLE`. It also has to be below its mean over the scales, so that
eps_Ge is better than a scale drawn at random. For the accuracy, `NEAR` is the limit, as for the
paper's digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from ..harness.claim import Trial
from ..harness.repeats import share_interval
from ..harness.tables import Tables
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import below
from .draws_of_corollary import (
    Draw,
    DrawsOfSpread,
    at_gap,
    draws_by_spread,
    excess,
    growth,
    is_below_mean,
    is_least_at_first,
    least,
    share_within,
)

__all__ = ["LITTLE", "NEARLY_LEAST", "best_separation", "overview"]

NEARLY_LEAST = 2.0  # a value of at most this multiple of the smallest is nearly the smallest
LITTLE = 0.01  # an excess over the smallest value of at most this is ignored
MOST = 0.5  # share of draws in which the value at eps_Ge has to be nearly the smallest
PLAIN, DISTANCE, ERROR = "width_over_gap", "distance", "error"
MEASURES = {
    PLAIN: "D_Class / D_Gap of Psi",
    "spread": "1 / rho_Psi",
    DISTANCE: "distance of Theorem 3.2",
}
SLIGHTLY, ALL = "where W-hat changes only slightly", "all scales"


def best_separation(tables: Tables) -> Sequence[Trial]:
    """The trials for each standard deviation of the classes."""
    return [
        trial
        for class_sd, draws in draws_by_spread(tables).items()
        for trial in _of_spread(f"class sd {class_sd:g}", draws)
    ]


def _of_spread(where: str, draws: DrawsOfSpread) -> Iterator[Trial]:
    if draws.slight:
        for measure, words in MEASURES.items():
            trial = _by_ratio(f"{where}, {words}, {SLIGHTLY}", draws.slight, measure)
            yield trial._replace(favourable=measure != PLAIN)
    if draws.inside:
        for measure, words in MEASURES.items():
            yield _by_ratio(f"{where}, {words}, {ALL}", draws.inside, measure)
        for measure in (PLAIN, DISTANCE):
            words = f"{where}, {MEASURES[measure]}, {ALL}, excess"
            yield _by_excess(words, draws.inside, measure)
        yield _by_accuracy(f"{where}, accuracy, {ALL}", draws.inside)


def _trial(where: str, true: Sequence[bool], measured: str) -> Trial:
    share = below(MOST, share_interval(sum(true), len(true)))
    return Trial(where, share, f"in {sum(true)} of {len(true)} draws; {measured}", favourable=True)


def _by_ratio(where: str, draws: Sequence[Draw], measure: str) -> Trial:
    true, ratios, near, n_first = [], [], [], 0
    for draw in draws:
        at, smallest = at_gap(draw)[measure], least(draw, measure)
        true.append(at <= NEARLY_LEAST * smallest and is_below_mean(draw, measure))
        ratios.append(at / smallest)
        near.append(share_within(draw, measure, NEARLY_LEAST * smallest))
        n_first += is_least_at_first(draw, measure)
    measured = (
        f"at eps_Ge it is {median(ratios):.2g} times the smallest, which is at the first scale in "
        f"{n_first}; {median(near):.0%} of the scales are within a factor of {NEARLY_LEAST:g}; "
        f"{growth(draws)} (medians)"
    )
    return _trial(where, true, measured)


def _by_excess(where: str, draws: Sequence[Draw], measure: str) -> Trial:
    above = [excess(draw, measure) for draw in draws]
    true = [
        value <= LITTLE and is_below_mean(draw, measure)
        for value, draw in zip(above, draws, strict=True)
    ]
    measured = f"at eps_Ge it exceeds the smallest by {median(above):.2g} (median)"
    return _trial(where, true, measured)


def _by_accuracy(where: str, draws: Sequence[Draw]) -> Trial:
    near = median(share_within(draw, ERROR, least(draw, ERROR) + NEAR) for draw in draws)
    measured = (
        f"accuracy is {1 - _at(draws, ERROR):.3g} at eps_Ge and at most "
        f"{1 - _best(draws, ERROR):.3g}, and {near:.0%} of the scales are within {NEAR:g} of this "
        f"(medians)"
    )
    return _trial(where, [excess(draw, ERROR) <= NEAR for draw in draws], measured)


def _at(draws: Sequence[Draw], measure: str) -> float:
    return float(median(at_gap(draw)[measure] for draw in draws))


def _best(draws: Sequence[Draw], measure: str) -> float:
    return float(median(least(draw, measure) for draw in draws))


def overview(tables: Tables) -> str:
    """Each measure at eps_Ge beside its best from D_Class to D_Gap, and the draws not tried."""
    by_spread = draws_by_spread(tables)
    inside = [draw for draws in by_spread.values() for draw in draws.inside]
    slight = [draw for draws in by_spread.values() for draw in draws.slight]
    counts = "; ".join(f"class sd {sd:g}: {draws.not_tried}" for sd, draws in by_spread.items())
    not_tried = f"Not tried: {counts}"
    if not inside:
        return not_tried
    return f"{_smallest_where(inside, slight)}. {_beside_best(inside)}. {not_tried}"


def _smallest_where(inside: Sequence[Draw], slight: Sequence[Draw]) -> str:
    all_first, slight_first = (
        f"in {sum(is_least_at_first(draw, PLAIN) for draw in draws)} of {len(draws)} draws"
        for draws in (inside, slight)
    )
    return (
        f"{MEASURES[PLAIN]} is smallest not at eps_Ge but at the first scale {all_first} from "
        f"D_Class to D_Gap, and {slight_first} {SLIGHTLY}"
    )


def _beside_best(draws: Sequence[Draw]) -> str:
    values = ", ".join(
        f"{words} {_at(draws, measure):.2g} and {_best(draws, measure):.2g}"
        for measure, words in MEASURES.items()
    )
    return (
        f"At eps_Ge, and at best from D_Class to D_Gap (medians): {values} of the largest "
        f"possible, accuracy {1 - _at(draws, ERROR):.3g} and {1 - _best(draws, ERROR):.3g}"
    )
