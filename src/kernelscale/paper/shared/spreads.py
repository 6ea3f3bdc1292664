"""Gaussian mixtures whose classes have one of several spreads, and verdicts on claims about them.

Spreads are read as standard deviations, as everywhere in `datasets`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...data import PointCloud
from ...datasets.synthetic import make_gaussian_mixture
from ..harness.experiment import Row
from ..harness.repeats import Interval
from ..harness.verdicts import HOLDS, NOT, PAPERS_CLAIM, verdict_row, verdict_where

__all__ = [
    "CENTER_SD",
    "N_COMPONENTS",
    "by_spread",
    "mixture_cloud",
    "per_spread",
    "verdict_of_spreads",
]

CENTER_SD = 1.0
N_COMPONENTS = 2  # the paper shows these classes in two coordinates


def mixture_cloud(n_per_class: int, class_sd: float, seed: int) -> PointCloud:
    """Two classes in six dimensions around centres with a standard deviation of 1."""
    mixture = make_gaussian_mixture(
        n_per_class, center_sd=CENTER_SD, class_sd=class_sd, random_state=seed
    )
    return PointCloud(mixture.data, mixture.target, n_threads=1)


def by_spread(draws: Sequence[Row]) -> dict[float, list[Row]]:
    """Draws by the standard deviation of their classes."""
    spreads = dict.fromkeys(draw["class_sd"] for draw in draws)
    return {sd: [draw for draw in draws if draw["class_sd"] == sd] for sd in spreads}


def per_spread(
    claim: str,
    draws: Sequence[Row],
    value_of: Callable[[Sequence[Row]], Interval],
    is_fine: Callable[[Interval], bool],
    words_of: Callable[[Interval, Sequence[Row]], str],
    whose: str = PAPERS_CLAIM,
) -> Row:
    """A claim that may hold for some spreads; the value is one against it, if there is any."""
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
