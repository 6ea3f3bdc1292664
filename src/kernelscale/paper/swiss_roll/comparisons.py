"""Tables of the scores of all ways, and of their differences on the same rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..harness.repeats import SHARES, mean_interval
from ..harness.tables import Row
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3
from .plan import N_INFORMATIVE, Setting
from .ways import TITLES

__all__ = ["Scores", "compared", "orders", "ways"]

BOUNDS = {
    "error": SHARES,
    "mse": (0.0, np.inf),
    "mse_unit": (0.0, np.inf),
    "r2": SHARES,
    "r2_ten": SHARES,
    "noise_share": SHARES,
}
"""Metrics by which ways are compared, with their bounds. In `mse_unit` eigenvectors have Euclidean
norm 1. Rolls of the paper's size have no R^2."""
BOUNDS_OF_ALL = BOUNDS | {"raw_share": SHARES, "kept": (0.0, N_INFORMATIVE)}
"""All metrics. `raw_share` is the share of noise before scaling; `kept` is the number of
informative features whose weight is at least a tenth of the largest weight."""

Scores = dict[str, dict[str, float]]
"""Scores by way and metric."""
Measured = Mapping[Setting, Sequence[Scores]]
"""The scores of each repeat at each setting."""


def ways(measured: Measured) -> list[Row]:
    """A row for each setting and way: the mean of every metric, with its interval."""
    rows = []
    for setting, repeats in measured.items():
        for way in (way for way in TITLES if way in repeats[0]):
            having = [scores[way] for scores in repeats if way in scores]
            row = {**_facts(setting, len(having)), "way": way, "title": TITLES[way]}
            rows.append(row | _means(having, BOUNDS_OF_ALL))
    return rows


def compared(measured: Measured, way: str, opponents: Sequence[str]) -> list[Row]:
    """A row for each setting and opponent: the way's metrics minus the opponent's."""
    rows = []
    for setting, repeats in measured.items():
        for opponent in opponents:
            having = [scores for scores in repeats if way in scores and opponent in scores]
            differences = [
                {name: scores[way][name] - scores[opponent][name] for name in scores[way]}
                for scores in having
            ]
            row = {**_facts(setting, len(having)), "opponent": opponent, "title": TITLES[opponent]}
            rows.append(row | _means(differences, dict.fromkeys(BOUNDS)))
    return rows


def orders(measured: Measured) -> list[Row]:
    """How much the error of Algorithm 2 differs between two orders of the features of one roll.

    `apart` is the mean of the absolute difference, and `more_in_given` the mean of the error in the
    given order minus that in the order of Algorithm 3.
    """
    rows = []
    for setting, repeats in measured.items():
        both = [scores for scores in repeats if ALGORITHMS_2_AND_3 in scores]
        given, by_correlation = (
            np.array([scores[way]["error"] for scores in both])
            for way in (ALGORITHM_2, ALGORITHMS_2_AND_3)
        )
        more = given - by_correlation
        row = _facts(setting, len(both)) | mean_interval(np.abs(more), SHARES).columns("apart")
        rows.append(row | mean_interval(more, (-1.0, 1.0)).columns("more_in_given"))
    return rows


def _facts(setting: Setting, n_repeats: int) -> Row:
    return {
        "noise": setting.noise,
        "noise_features": setting.n_noise,
        "informative_features": N_INFORMATIVE,
        "units": setting.units,
        "n_samples": setting.n_samples,
        "repeats": n_repeats,
    }


def _means(
    repeats: Sequence[Mapping[str, float]], bounds: Mapping[str, tuple[float, float] | None]
) -> Row:
    """The mean of each metric that was measured, with the ends of its interval."""
    row: Row = {}
    for metric in (name for name in bounds if name in repeats[0]):
        values = [scores[metric] for scores in repeats]
        row |= mean_interval(values, bounds[metric]).columns(metric)
    return row
