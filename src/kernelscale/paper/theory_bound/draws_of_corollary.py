"""Draws of the corollary, and a measure of separation at eps_Ge beside its best value.

A draw with D_Gap below `FAR` times D_Class does not meet the assumption D_Class << D_Gap. In some
of the other draws Ge is largest at the first of the scales: its maximum is below the range, and a
value at the end of a range is no maximum. Both kinds of draws are counted, but not tried.
Assumption 1 is met by the scales around eps_Ge over which the norm of W-hat changes by at most a
factor of `SLIGHT`.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median
from typing import NamedTuple

from ..harness.tables import Row, Tables
from ..shared.spreads import by_spread
from .separation import FAR

__all__ = [
    "SLIGHT",
    "Draw",
    "DrawsOfSpread",
    "at_gap",
    "draws_by_spread",
    "excess",
    "growth",
    "is_below_mean",
    "is_least_at_first",
    "least",
    "share_within",
]

SLIGHT = 2.0  # W-hat changes only slightly where its norm changes by at most this factor
SMALLEST_NORM = 1e-300  # replaces 0, because the norm underflows for classes far apart

Draw = list[Row]
"""The rows of one draw at scales from D_Class to D_Gap, ascending."""


class DrawsOfSpread(NamedTuple):
    """The draws with one standard deviation of the classes.

    Attributes
    ----------
    n_draws : int
        Number of all draws.
    n_far : int
        Number of draws with D_Gap of at least `FAR` times D_Class.
    inside : list of Draw
        Those of these draws in which Ge is not largest at the first scale.
    slight : list of Draw
        Each of these, at the scales at which the norm of W-hat changes only slightly. Draws with
        fewer than two such scales are left out.
    """

    n_draws: int
    n_far: int
    inside: list[Draw]
    slight: list[Draw]

    @property
    def not_tried(self) -> str:
        """How many draws are not tried, and why, in words."""
        near = (
            f"D_Gap is below {FAR:g} D_Class in {self.n_draws - self.n_far} of {self.n_draws} draws"
        )
        if self.n_far == 0:
            return near
        n_outside, n_steep = self.n_far - len(self.inside), len(self.inside) - len(self.slight)
        return (
            f"{near}, Ge is largest at the first scale in {n_outside} others, and W-hat changes "
            f"slightly at no two scales in {n_steep}"
        )


def draws_by_spread(tables: Tables) -> dict[float, DrawsOfSpread]:
    """The draws of the corollary, for each standard deviation of the classes."""
    rows = by_spread(tables["separation"])
    return {
        class_sd: _of_spread(len(draws), rows.get(class_sd, []))
        for class_sd, draws in by_spread(tables["draws"]).items()
    }


def _of_spread(n_draws: int, rows: Sequence[Row]) -> DrawsOfSpread:
    seeds = dict.fromkeys(row["seed"] for row in rows)
    far = [[row for row in rows if row["seed"] == seed] for seed in seeds]
    inside = [draw for draw in far if at_gap(draw) is not draw[0]]
    slight = [around for around in map(_slight, inside) if len(around) > 1]
    return DrawsOfSpread(n_draws, len(far), inside, slight)


def at_gap(draw: Draw) -> Row:
    """The row with the largest Ge."""
    return max(draw, key=lambda row: row["Ge"])


def _slight(draw: Draw) -> Draw:
    """The rows around eps_Ge over which the norm of W-hat changes only slightly.

    The norm grows with the scale, so these rows are neighbours.
    """
    at = at_gap(draw)["W"]
    within = [row for row in draw if at / SLIGHT**0.5 <= row["W"] <= at * SLIGHT**0.5]
    return within if at > SMALLEST_NORM else []


def least(draw: Draw, measure: str) -> float:
    """The smallest value of a measure over the scales."""
    return float(min(row[measure] for row in draw))


def is_least_at_first(draw: Draw, measure: str) -> bool:
    """Whether a measure is smallest at the first of the scales, and eps_Ge is another scale."""
    return bool(draw[0][measure] == least(draw, measure)) and at_gap(draw) is not draw[0]


def share_within(draw: Draw, measure: str, limit: float) -> float:
    """The share of the scales at which a measure is at most `limit`."""
    return sum(row[measure] <= limit for row in draw) / len(draw)


def excess(draw: Draw, measure: str) -> float:
    """By how much a measure at eps_Ge exceeds its smallest value."""
    return float(at_gap(draw)[measure]) - least(draw, measure)


def is_below_mean(draw: Draw, measure: str) -> bool:
    """Whether a measure at eps_Ge is below its mean over the scales."""
    return float(at_gap(draw)[measure]) < mean(row[measure] for row in draw)


def growth(draws: Sequence[Draw]) -> str:
    """The range of the scales and the growth of the norm of W-hat over it, in words: medians."""
    width = median(draw[-1]["scale"] / draw[0]["scale"] for draw in draws)
    grows = median(draw[-1]["W"] / max(draw[0]["W"], SMALLEST_NORM) for draw in draws)
    return (
        f"the largest of these scales is {width:.3g} times the smallest, and ||W-hat||_F grows "
        f"{grows:.2g} times"
    )
