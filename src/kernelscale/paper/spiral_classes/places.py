"""The settings at which the claims about the spirals are tried, with each rule on scales.

The plain reading has two coordinates and the noise as printed. Other readings depart from it in one
point: another number of coordinates, or the paper's 0.4 as a standard deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..harness.claim import TRUE, Trial
from ..harness.repeats import share_interval
from ..harness.tables import Interval
from ..shared.misses import below
from ..shared.resolved_scales import rules_on_scales
from ..shared.scale_rules import PROPOSED
from ..shared.spirals import AS_PRINTED, SHOWN_GAPS
from .draws import Draws, Setting, SpiralDraw

__all__ = [
    "MOST",
    "PLAIN",
    "STEP",
    "Place",
    "in_most_draws",
    "n_true",
    "outcomes_by_gap",
    "places",
    "plain_places",
]

MOST = 0.5  # a statement is true in most draws if it is true in at least this share of them
STEP = 0.5  # octaves between scales of the grid
PLAIN = 2  # number of coordinates in the paper's figure of embeddings


class Place(NamedTuple):
    """The draws of one setting, with one rule on scales.

    `where` is the setting in words, and `favourable` whether it belongs to another reading than the
    plain one. `share` is one of `RULES`, and `scales` its name.
    """

    where: str
    setting: Setting
    draws: Sequence[SpiralDraw]
    favourable: bool
    share: float | None
    scales: str

    @property
    def n_rows(self) -> int:
        """Number of rows of each draw."""
        return self.draws[0].n_samples

    @property
    def share_near(self) -> float:
        """The mean share of the scales at which accuracy is near the peak."""
        return float(np.mean([draw.share_near_peak(self.share) for draw in self.draws]))

    def below_random(self, losses: Sequence[float]) -> np.ndarray:
        """How far an accuracy with these losses is below that of a scale drawn at random."""
        return np.subtract(losses, [draw.mean_loss(self.share) for draw in self.draws])

    def octaves(self, rule: str) -> np.ndarray:
        """In each draw, octaves from a rule's scale to the nearest one with the peak's accuracy."""
        criterion = PROPOSED[rule]
        return np.array([draw.octaves_to_peak(criterion, self.share) for draw in self.draws])


def places(measured: Draws) -> Iterator[Place]:
    """The settings of all readings, by each rule on scales."""
    n_samples = next(iter(measured.values()))[0].n_samples
    for share, scales in rules_on_scales(n_samples):
        for setting, draws in measured.items():
            n_departures = (setting.coordinates != PLAIN) + (setting.noise_sd != AS_PRINTED)
            if n_departures < 2:
                yield Place(_words(setting), setting, draws, n_departures == 1, share, scales)


def plain_places(measured: Draws) -> list[Place]:
    """The settings of the plain reading, by each rule on scales."""
    return [place for place in places(measured) if not place.favourable]


def _words(setting: Setting) -> str:
    n_coordinates, noise_sd, gap = setting
    plural = "s" if n_coordinates > 1 else ""
    return f"{n_coordinates} coordinate{plural}, noise sd {noise_sd:.2g}, gap {gap:g}"


def in_most_draws(
    place: Place, true: Sequence[bool], words: str, reading: str, unit: float = 1.0
) -> Trial:
    """A trial of another reading, whose statement has to be true in most draws.

    The miss is a share of the draws, divided by `unit`.
    """
    missed = below(MOST, share_interval(sum(true), len(true)))
    return Trial(
        f"{place.where}, {reading}",
        Interval(*(end / unit for end in missed)),
        f"in {sum(true)} of {len(true)} draws {words}",
        True,
        place.scales,
    )


def n_true(of_places: Sequence[Place], tried: Callable[[Place], Trial]) -> str:
    """In how many of the places a trial is true, in words."""
    true = [tried(place).outcome == TRUE for place in of_places]
    return f"{sum(true)} of {len(true)}"


def outcomes_by_gap(of_places: Sequence[Place], tried: Callable[[Place], Trial]) -> str:
    """The outcome of a trial at each gap, first at the gaps that the paper shows, in words."""
    outcomes = {place.setting.gap: tried(place).outcome for place in of_places}
    shown = {gap: outcome for gap, outcome in outcomes.items() if gap in SHOWN_GAPS}
    ours = {gap: outcome for gap, outcome in outcomes.items() if gap not in SHOWN_GAPS}
    words = [
        f"at {whose} {', '.join(f'{gap:g} {outcome}' for gap, outcome in gaps.items())}"
        for whose, gaps in (("the paper's gaps", shown), ("ours", ours))
        if gaps
    ]
    return "; ".join(words)
