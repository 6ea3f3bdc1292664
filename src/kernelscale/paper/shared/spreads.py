"""Gaussian mixtures with several spreads (standard deviations) of their classes, and findings.

The paper's numbers for these spreads are taken as standard deviations, as everywhere in `datasets`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...data import PointCloud
from ...datasets import make_gaussian_mixture
from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding, holds_where
from ..harness.tables import Interval, Row

__all__ = [
    "CENTER_SD",
    "N_COMPONENTS",
    "by_spread",
    "mixture_cloud",
    "per_spread",
]

CENTER_SD = 1.0
N_COMPONENTS = 2  # the paper shows these classes in two coordinates


def mixture_cloud(n_per_class: int, class_sd: float, seed: int) -> PointCloud:
    """Two classes in six dimensions; their centres have a standard deviation of 1."""
    mixture = make_gaussian_mixture(
        n_per_class, center_sd=CENTER_SD, class_sd=class_sd, random_state=seed
    )
    return PointCloud(mixture.data, mixture.target, n_threads=1)


def by_spread(draws: Sequence[Row]) -> dict[float, list[Row]]:
    """The draws for each standard deviation of the classes."""
    spreads = dict.fromkeys(draw["class_sd"] for draw in draws)
    return {sd: [draw for draw in draws if draw["class_sd"] == sd] for sd in spreads}


def per_spread(
    sentence: str,
    draws: Sequence[Row],
    value_of: Callable[[Sequence[Row]], Interval],
    is_fine: Callable[[Interval], bool],
    words_of: Callable[[Interval, Sequence[Row]], str],
) -> Finding:
    """A finding about all spreads of the classes.

    The value of the finding is measured at the last spread for which it is false. If it is true for
    all spreads, its value is measured at the last spread.
    """
    groups = by_spread(draws)
    values = {sd: value_of(group) for sd, group in groups.items()}
    fine = [sd for sd, value in values.items() if is_fine(value)]
    against = [value for sd, value in values.items() if sd not in fine]
    said = "; ".join(f"sd {sd:g}: {words_of(values[sd], groups[sd])}" for sd in values)
    value = (against or list(values.values()))[-1]
    place = f"Gaussian mixture, class sd {', '.join(f'{sd:g}' for sd in values)}"
    n_draws = len(draws) // len(values)
    return finding(sentence, place, n_draws, said, _where_spread(fine, len(values)), value)


def _where_spread(fine: Sequence[float], n_spreads: int) -> str:
    if len(fine) == n_spreads or not fine:
        return HOLDS if fine else NOT
    return holds_where([f"class sd is {' or '.join(f'{sd:g}' for sd in fine)}"], n_spreads)
