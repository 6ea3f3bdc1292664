"""Trials of the corollary: each measure of separation at eps_Ge, beside its best over the scales.

A measure is nearly the best if it is at most `NEARLY_LEAST` times its smallest value, or if it
exceeds this value by at most `LITTLE`. It also has to be below its mean over the scales, so that
eps_Ge is better than a scale drawn at random. For the accuracy, `NEAR` is the limit, as for the
paper's digits.

The plain reading has all scales from D_Class to D_Gap. Another has the few scales around eps_Ge at
which assumption 1 holds. Any scale in their middle passes easily, so it is also asked whether
eps_Ge passes in more draws than `OTHER` times eps_Ge does, at least `MORE` of all draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, share_interval, shown
from ..harness.tables import Tables
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import below
from .draws_of_corollary import SLIGHT, Draw, DrawsOfSpread, draws_by_spread, growth
from .separation import OTHER

__all__ = ["LITTLE", "MORE", "NEARLY_LEAST", "best_separation", "overview"]

NEARLY_LEAST = 2.0  # a value of at most this multiple of the smallest is nearly the smallest
LITTLE = 0.01  # an excess over the smallest value of at most this is ignored
MOST = 0.5  # share of draws in which the value at eps_Ge has to be nearly the smallest
N_LENIENT = 3  # number of trials, for each standard deviation, that nearly every scale passes
MORE = 0.1  # share of draws by which eps_Ge has to exceed the other scale
PLAIN, DISTANCE, ERROR = "width_over_gap", "distance", "error"
WITHOUT_CONSTANT = "without_constant"
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
    if len(draws.both) > 1:
        yield _beside_other(f"{where}, {MEASURES[PLAIN]}, beside {OTHER:g} eps_Ge", draws.both)
    if draws.slight:
        for measure, words in MEASURES.items():
            yield _by_ratio(f"{where}, {words}, {SLIGHTLY}", draws.slight, measure)
    if draws.inside:
        for measure, words in MEASURES.items():
            trial = _by_ratio(f"{where}, {words}, {ALL}", draws.inside, measure)
            yield trial._replace(favourable=measure != PLAIN)
        words = f"{where}, {MEASURES[PLAIN]} without the constant, {ALL}"
        yield _by_ratio(words, draws.inside, WITHOUT_CONSTANT)
        for measure in (PLAIN, DISTANCE):
            words = f"{where}, {MEASURES[measure]}, {ALL}, excess"
            yield _by_excess(words, draws.inside, measure)
        yield _by_accuracy(f"{where}, accuracy, {ALL}", draws.inside)


def _beside_other(where: str, both: Sequence[tuple[Draw, Draw]]) -> Trial:
    """A trial of whether eps_Ge is nearly the best in more draws than the other scale."""
    true = [[_is_nearly_least(draw, PLAIN) for draw in pair] for pair in both]
    at, other = (sum(of_scale) for of_scale in zip(*true, strict=True))
    more = mean_interval([float(first) - float(second) for first, second in true], (-1.0, 1.0))
    measured = (
        f"{MEASURES[PLAIN]} is nearly the smallest of those at the scales around in {at} of "
        f"{len(both)} draws at eps_Ge and in {other} at {OTHER:g} eps_Ge: a difference of "
        f"{shown(more)} of the draws"
    )
    return Trial(where, below(MORE, more), measured, favourable=True)


def _trial(where: str, true: Sequence[bool], measured: str) -> Trial:
    share = below(MOST, share_interval(sum(true), len(true)))
    return Trial(where, share, f"in {sum(true)} of {len(true)} draws; {measured}", favourable=True)


def _is_nearly_least(draw: Draw, measure: str) -> bool:
    nearly = draw.value(measure) <= NEARLY_LEAST * draw.least(measure)
    return nearly and draw.is_below_mean(measure)


def _by_ratio(where: str, draws: Sequence[Draw], measure: str) -> Trial:
    ratio = median(draw.value(measure) / draw.least(measure) for draw in draws)
    near = median(draw.share_within(measure, NEARLY_LEAST * draw.least(measure)) for draw in draws)
    n_first = sum(draw.falls_to_first(measure) for draw in draws)
    measured = (
        f"at eps_Ge it is {ratio:.2g} times the smallest, which is at the first scale in "
        f"{n_first}; {near:.0%} of the scales are within a factor of {NEARLY_LEAST:g}; "
        f"{growth(draws)} (medians)"
    )
    return _trial(where, [_is_nearly_least(draw, measure) for draw in draws], measured)


def _by_excess(where: str, draws: Sequence[Draw], measure: str) -> Trial:
    above = median(draw.excess(measure) for draw in draws)
    true = [draw.excess(measure) <= LITTLE and draw.is_below_mean(measure) for draw in draws]
    return _trial(where, true, f"at eps_Ge it exceeds the smallest by {above:.2g} (median)")


def _by_accuracy(where: str, draws: Sequence[Draw]) -> Trial:
    near = median(draw.share_within(ERROR, draw.least(ERROR) + NEAR) for draw in draws)
    at, least = _at_and_least(draws, ERROR)
    measured = (
        f"accuracy is {1 - at:.3g} at eps_Ge and at most {1 - least:.3g}, and {near:.0%} of the "
        f"scales are within {NEAR:g} of this (medians)"
    )
    return _trial(where, [draw.excess(ERROR) <= NEAR for draw in draws], measured)


def _at_and_least(draws: Sequence[Draw], measure: str) -> tuple[float, float]:
    """Medians of the value at eps_Ge and of the smallest value."""
    at = median(draw.value(measure) for draw in draws)
    return at, median(draw.least(measure) for draw in draws)


def overview(tables: Tables) -> str:
    """The premise, eps_Ge beside another scale, each measure beside its best, draws not tried."""
    by_spread = draws_by_spread(tables)
    inside = [draw for draws in by_spread.values() for draw in draws.inside]
    both = [pair for draws in by_spread.values() for pair in draws.both]
    counts = "; ".join(f"class sd {sd:g}: {draws.not_tried}" for sd, draws in by_spread.items())
    parts = [_premise(inside)] if inside else []
    parts += [_where_slight(both)] if len(both) > 1 else []
    parts += [_beside_best(inside)] if inside else []
    parts += [_by_other_limits(inside, by_spread)] if inside else []
    return ". ".join([*parts, f"Not tried: {counts}"])


def _premise(draws: Sequence[Draw]) -> str:
    """In how many draws assumption 1 is met, and what this means for the plain reading."""
    n_met = sum(draw.meets_assumption for draw in draws)
    words = (
        f"assumption 1, that W-hat change only slightly from D_Class to D_Gap ({growth(draws)}, "
        "medians)"
    )
    if n_met:
        return f"{n_met} of {len(draws)} draws meet {words}"
    return (
        f"No mixture tried ({len(draws)} draws) meets {words}, so the plain reading tests the "
        "conclusion without its condition"
    )


def _by_other_limits(inside: Sequence[Draw], by_spread: Mapping[float, DrawsOfSpread]) -> str:
    """Draws with a small excess at eps_Ge, and the number of trials that most scales pass."""
    n_little = sum(draw.excess(PLAIN) <= LITTLE for draw in inside)
    n_lenient = N_LENIENT * sum(bool(draws.inside) for draws in by_spread.values())
    return (
        f"At eps_Ge it exceeds the smallest by at most {LITTLE:g} in {n_little} of {len(inside)} "
        f"draws; but nearly every scale passes in these {n_lenient} trials, by excess or accuracy"
    )


def _where_slight(both: Sequence[tuple[Draw, Draw]]) -> str:
    return (
        f"Where W-hat changes by at most a factor of {SLIGHT:g}, {_beside_other('', both).measured}"
    )


def _beside_best(draws: Sequence[Draw]) -> str:
    """What a limit of twice the smallest value asks for, and the nearest miss."""
    at, least = _at_and_least(draws, PLAIN)
    accuracies = "{:.3g} and {:.3g}".format(*(1 - error for error in _at_and_least(draws, ERROR)))
    n_first = sum(draw.falls_to_first(PLAIN) for draw in draws)
    ratio = median(draw.value(WITHOUT_CONSTANT) / draw.least(WITHOUT_CONSTANT) for draw in draws)
    return (
        f"{MEASURES[PLAIN]} is smallest at the first of these scales in {n_first} of {len(draws)} "
        f"draws, so a limit of {NEARLY_LEAST:g} times compares two nearly perfect separations: at "
        f"eps_Ge and at best {at:.2g} and {least:.2g}, accuracy {accuracies} (medians). Without "
        f"the constant coordinate it is only {ratio:.2g} times the smallest"
    )
