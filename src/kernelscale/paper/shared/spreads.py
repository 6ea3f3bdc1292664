"""Verdicts on claims about Gaussian mixtures whose classes have one of several spreads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .experiment import Row
from .repeats import SHARES, Interval, mean_interval
from .verdicts import HOLDS, NOT, PAPERS_CLAIM, verdict_row, verdict_where

__all__ = [
    "by_spread",
    "geometric_mean",
    "mean",
    "mean_share",
    "per_spread",
    "shown",
    "verdict_of_spreads",
]


def by_spread(draws: Sequence[Row]) -> dict[float, list[Row]]:
    """Draws by the standard deviation of their classes."""
    spreads = dict.fromkeys(draw["class_sd"] for draw in draws)
    return {sd: [draw for draw in draws if draw["class_sd"] == sd] for sd in spreads}


def mean(group: Sequence[Row], column: str, bounds: tuple[float, float] | None = None) -> Interval:
    """Mean of a column with its interval, which bounds of its values bound."""
    return mean_interval([draw[column] for draw in group], bounds)


def mean_share(group: Sequence[Row], column: str) -> Interval:
    """Mean of shares with its interval."""
    return mean(group, column, SHARES)


def geometric_mean(group: Sequence[Row], column: str) -> Interval:
    """Geometric mean of a column with its interval."""
    logarithms = np.log([draw[column] for draw in group])
    return Interval(*np.exp(mean_interval(logarithms)).tolist())


def shown(value: Interval) -> str:
    """A value and the ends of its interval in three digits."""
    return f"{value.mean:.3g} ({value.low:.3g} to {value.high:.3g})"


def per_spread(
    claim: str,
    draws: Sequence[Row],
    value_of: Callable[[Sequence[Row]], Interval],
    is_fine: Callable[[Interval], bool],
    words_of: Callable[[Interval, Sequence[Row]], str],
    whose: str = PAPERS_CLAIM,
) -> Row:
    """A claim that may hold for some spreads; the value is one of those against it, if any is."""
    groups = by_spread(draws)
    values = {sd: value_of(group) for sd, group in groups.items()}
    fine = [sd for sd, value in values.items() if is_fine(value)]
    against = [value for sd, value in values.items() if sd not in fine]
    said = "; ".join(f"sd {sd:g}: {words_of(values[sd], groups[sd])}" for sd in values)
    value = (against or list(values.values()))[-1]
    verdict = _where_spread(fine, len(values))
    return verdict_of_spreads(claim, draws, "", said, verdict, value, whose)


def _where_spread(fine: Sequence[float], n_spreads: int) -> str:
    if len(fine) == n_spreads or not fine:
        return HOLDS if fine else NOT
    return verdict_where([f"class sd is {' or '.join(f'{sd:g}' for sd in fine)}"], n_spreads)


def verdict_of_spreads(
    claim: str,
    draws: Sequence[Row],
    where: str,
    statistic: str,
    verdict: str,
    value: Interval,
    whose: str = PAPERS_CLAIM,
) -> Row:
    """A row about all draws."""
    spreads = list(by_spread(draws))
    place = f"Gaussian mixture, class sd {', '.join(f'{sd:g}' for sd in spreads)}{where}"
    n_draws = len(draws) // len(spreads)
    return verdict_row(claim, place, n_draws, statistic, verdict, value, whose)
