"""Tables of how well embeddings show the circle of a turning object, from independent draws."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..harness.experiment import Measured
from ..harness.repeats import SHARES, mean_interval, share_interval
from ..harness.tables import Interval, Row
from .circle_findings import FILLED_DISC, LEAST_R2, Circles, summary
from .circles import Scores
from .scaling_ways import ALGORITHM_2, OURS, PAPERS_OTHERS, WAYS_OF_CIRCLES

__all__ = ["Draws", "circle_tables", "way_rows"]

BOUNDS = {"radius_variance": (0.0, math.inf), "r2": SHARES, "turns": None}

Draws = Sequence[Mapping[str, Sequence[float]]]
"""For each draw, the scores of some or all ways, in the order of `Scores`."""


def circle_tables(data: str, noises: Iterable[float], measured: Sequence[Draws]) -> Measured:
    """Tables of the scores of independent draws at each noise level.

    `data` describes the data in words, and `measured` has the draws of each noise level. A draw
    may lack some ways: a way is described by the draws that have it, and two ways are compared on
    the draws that have both.
    """
    ways: list[Row] = []
    compared: list[Row] = []
    for noise, draws in zip(noises, measured, strict=True):
        ways += way_rows(noise, draws)
        for way, opponents in ((OURS, WAYS_OF_CIRCLES), (ALGORITHM_2, PAPERS_OTHERS)):
            compared += [_difference(noise, draws, way, o) for o in opponents if o != way]
    compared = [row for row in compared if row["repeats"]]
    return Measured(
        {"summary": summary(ways), "ways": ways, "compared": compared},
        Circles(data, ways, compared),
    )


def way_rows(noise: float, draws: Draws) -> list[Row]:
    """A row for each way that was measured: the mean of each score, and shares of draws.

    Without noise nothing is drawn, so a share then is exact: its interval has length 0. So has the
    interval of a mean if there is one draw.
    """
    rows = []
    for way, entry in WAYS_OF_CIRCLES.items():
        if scores := [draw[way] for draw in draws if way in draw]:
            row = {**_facts(noise, len(scores)), "way": way, "title": entry.title}
            rows.append(row | _means(scores, BOUNDS) | _shares(scores, exact=noise == 0))
    return rows


def _difference(noise: float, draws: Draws, way: str, opponent: str) -> Row:
    """The mean of each score of one way minus that of another, on the same draws."""
    both = [draw for draw in draws if way in draw and opponent in draw]
    row = {**_facts(noise, len(both)), "way": way, "opponent": opponent}
    differences = [np.subtract(draw[way], draw[opponent]) for draw in both]
    return row | (_means(differences) if both else {})


def _facts(noise: float, n_draws: int) -> Row:
    return {"noise_sd": noise, "noise_variance": noise**2, "repeats": n_draws}


def _shares(scores: Sequence[Any], exact: bool) -> Row:
    """The shares of embeddings that are round, that predict the angle, and that do both."""
    seen = [(each[0] < FILLED_DISC, each[1] >= LEAST_R2) for each in scores]
    counts = np.sum([(*pair, all(pair)) for pair in seen], axis=0).tolist()
    row: Row = {}
    for name, count in zip(("round", "angle", "circle"), counts, strict=True):
        found = _exactly(count / len(scores)) if exact else share_interval(count, len(scores))
        row |= found.columns(name)
    return row


def _means(
    scores: Sequence[Any], bounds: Mapping[str, tuple[float, float] | None] | None = None
) -> Row:
    """The mean of each score over the draws, with its interval."""
    row: Row = {}
    for metric, values in zip(Scores._fields, np.transpose(scores), strict=True):
        once = len(values) == 1
        found = _exactly(values[0]) if once else mean_interval(values, (bounds or {}).get(metric))
        row |= found.columns(metric)
    return row


def _exactly(value: float) -> Interval:
    return Interval(*[float(value)] * 3)
