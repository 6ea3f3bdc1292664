"""Draws of the corollary, and a measure of separation at eps_Ge beside its best value.

A draw with D_Gap below `FAR` times D_Class does not meet the assumption D_Class << D_Gap. In some
of the other draws Ge is largest at the first of the scales: its maximum is below the range, and a
value at the end of a range is no maximum. Both kinds of draws are counted, but not tried.
Assumption 1 is met by the scales around eps_Ge over which the norm of W-hat changes by at most a
factor of `SLIGHT`. For comparison, the scales around another scale, `OTHER` times eps_Ge, are tried
in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isclose
from statistics import mean, median
from typing import NamedTuple

from ..harness.tables import Row, Tables
from ..shared.spreads import by_spread
from .separation import FAR, OTHER

__all__ = ["SLIGHT", "Draw", "DrawsOfSpread", "draws_by_spread", "growth"]

SLIGHT = 2.0  # W-hat changes only slightly where its norm changes by at most this factor
SMALLEST_NORM = 1e-300  # replaces 0, because the norm underflows for classes far apart


class Draw(NamedTuple):
    """The rows of one draw at some scales, ascending, and one of them, at the scale to be tried.

    A measure of separation is the name of a column; the smaller its value, the better.
    """

    rows: Sequence[Row]
    at: Row

    @property
    def seed(self) -> int:
        """The seed of the draw."""
        return int(self.at["seed"])

    @property
    def is_inside(self) -> bool:
        """Whether the scale to be tried is not the first."""
        return self.at is not self.rows[0]

    def value(self, measure: str) -> float:
        """The measure at the scale to be tried."""
        return float(self.at[measure])

    def least(self, measure: str) -> float:
        """The smallest value of the measure over the scales."""
        return float(min(row[measure] for row in self.rows))

    def excess(self, measure: str) -> float:
        """By how much the value exceeds the smallest."""
        return self.value(measure) - self.least(measure)

    def is_below_mean(self, measure: str) -> bool:
        """Whether the value is below the mean over the scales."""
        return self.value(measure) < mean(row[measure] for row in self.rows)

    @property
    def meets_assumption(self) -> bool:
        """Whether W-hat changes only slightly over all of the scales, as assumption 1 asks."""
        return bool(self.rows[-1]["W"] <= SLIGHT * self.rows[0]["W"])

    def falls_to_first(self, measure: str) -> bool:
        """Whether the measure is smallest at the first scale, and that is not the one tried."""
        return self.is_inside and bool(self.rows[0][measure] == self.least(measure))

    def share_within(self, measure: str, limit: float) -> float:
        """The share of the scales at which the measure is at most `limit`."""
        return sum(row[measure] <= limit for row in self.rows) / len(self.rows)


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
        Each of these, at the scales around eps_Ge at which the norm of W-hat changes only slightly.
        Draws with fewer than two such scales are left out.
    both : list of pairs of Draw
        Each of the draws in `slight`, and the same draw around `OTHER` times eps_Ge. Draws with
        fewer than two scales at which the norm changes only slightly there are left out.
    """

    n_draws: int
    n_far: int
    inside: list[Draw]
    slight: list[Draw]
    both: list[tuple[Draw, Draw]]

    @property
    def not_tried(self) -> str:
        """How many draws are not tried, and why, in words."""
        n_near = self.n_draws - self.n_far
        near = f"D_Gap is below {FAR:g} D_Class in {n_near} of {self.n_draws} draws"
        if self.n_far == 0:
            return near
        n_outside, n_steep = self.n_far - len(self.inside), len(self.inside) - len(self.slight)
        words = [near]
        if n_outside:
            words.append(f"Ge is largest at the first scale in {n_outside} others")
        if n_steep:
            words.append(f"W-hat changes slightly at no two scales in {n_steep}")
        return ", ".join(words)


def draws_by_spread(tables: Tables) -> dict[float, DrawsOfSpread]:
    """The draws of the corollary, for each standard deviation of the classes."""
    rows = by_spread(tables["separation"])
    return {
        class_sd: _of_spread(len(draws), rows.get(class_sd, []))
        for class_sd, draws in by_spread(tables["draws"]).items()
    }


def _of_spread(n_draws: int, rows: Sequence[Row]) -> DrawsOfSpread:
    seeds = dict.fromkeys(row["seed"] for row in rows)
    far = [_at_gap([row for row in rows if row["seed"] == seed]) for seed in seeds]
    inside = [draw for draw in far if draw.is_inside]
    slight = _slight(inside)
    others = _slight(Draw(draw.rows, row) for draw in inside for row in _other(draw))
    around_other = {draw.seed: draw for draw in others}
    both = [(draw, around_other[draw.seed]) for draw in slight if draw.seed in around_other]
    return DrawsOfSpread(n_draws, len(far), inside, slight, both)


def _at_gap(rows: Sequence[Row]) -> Draw:
    """All rows, and the one with the largest Ge."""
    return Draw(rows, max(rows, key=lambda row: row["Ge"]))


def _other(draw: Draw) -> list[Row]:
    """The row at `OTHER` times eps_Ge; none if this scale is above D_Gap."""
    other = OTHER * draw.at["scale"]
    return [row for row in draw.rows if isclose(row["scale"], other, rel_tol=1e-9)]


def _slight(draws: Iterable[Draw]) -> list[Draw]:
    """Each draw with the rows around its scale over which the norm of W-hat changes only slightly.

    The norm grows with the scale, so these rows are neighbours.
    """
    return [
        Draw(within, draw.at)
        for draw in draws
        for norm in [draw.at["W"]]
        for within in [[r for r in draw.rows if norm / SLIGHT**0.5 <= r["W"] <= norm * SLIGHT**0.5]]
        if norm > SMALLEST_NORM and len(within) > 1
    ]


def growth(draws: Sequence[Draw]) -> str:
    """The range of the scales and the growth of the norm of W-hat over it, in words: medians."""
    ends = [(draw.rows[0], draw.rows[-1]) for draw in draws]
    width = median(last["scale"] / first["scale"] for first, last in ends)
    grows = median(last["W"] / max(first["W"], SMALLEST_NORM) for first, last in ends)
    return (
        f"the largest of these scales is {width:.3g} times the smallest, and ||W-hat||_F grows "
        f"{grows:.2g} times"
    )
