"""The trials of the claims about the spirals.

Two coordinates are the plain reading of every claim; three and four coordinates are favourable
readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..shared.misses import above, below, share_interval
from ..shared.resolved_scales import ALL_SCALES, rules_on_scales
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from .draws import NEAR, Draws, SpiralDraw

__all__ = ["MOST", "SPREAD", "STEP", "at_peak", "influenced", "off_peak"]

SPREAD = 0.1  # the influence is high if accuracies over the scales differ by at least this
MOST = 0.5  # share of draws in which rho_P has to be off the peak
STEP = 0.5  # octaves between scales of the grid
PLAIN = 2  # number of coordinates in the paper's figure of embeddings


class _Place(NamedTuple):
    """The draws of one setting, with one rule on scales.

    `where` is the setting in words, and `favourable` whether its number of coordinates belongs to
    the favourable reading. `share` is one of `RULES`, and `scales` its name.
    """

    where: str
    draws: Sequence[SpiralDraw]
    favourable: bool
    share: float | None
    scales: str


def influenced(measured: Draws) -> Sequence[Trial]:
    """Trials of how much the highest and lowest accuracies over all scales differ."""
    return [
        Trial(
            place.where,
            below(SPREAD, spread),
            f"the highest accuracy of all scales is {shown(spread)} above the lowest",
            place.favourable,
            place.scales,
        )
        for place in _places(measured)
        if place.scales == ALL_SCALES
        for spread in [mean_interval([draw.spread(place.share) for draw in place.draws])]
    ]


def at_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether accuracy is near its peak, and nearer than at a scale drawn at random."""
    return [_at_peak(place) for place in _places(measured)]


def off_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether rho_P is off the peak, by three readings."""
    places = list(_places(measured))
    plain = [place for place in places if not place.favourable]
    return [
        *map(_too_low, places),
        *map(_lowest, plain),
        *map(_elsewhere, plain),
    ]


def _places(measured: Draws) -> Iterator[_Place]:
    n_samples = next(iter(measured.values()))[0].n_samples
    for share, scales in rules_on_scales(n_samples):
        for setting, draws in measured.items():
            n_coordinates, noise_sd, gap = setting
            where = f"{n_coordinates} coordinates, noise sd {noise_sd:.2g}, gap {gap:g}"
            if n_coordinates >= PLAIN:
                yield _Place(where, draws, n_coordinates != PLAIN, share, scales)


def _at_peak(place: _Place) -> Trial:
    draws, share = place.draws, place.share
    losses = [
        max(draw.missed_by(PROPOSED[rule], share) for rule in (GE, RHO_PSI)) for draw in draws
    ]
    at_random = [draw.mean_loss(share) for draw in draws]
    loss = mean_interval(losses)
    beside_random = mean_interval(np.subtract(losses, at_random))
    near = float(np.mean([draw.share_near_peak(share) for draw in draws]))
    measured = (
        f"at the worse of the two scales accuracy is {shown(loss)} below its peak, at a scale "
        f"drawn at random {np.mean(at_random):.2g} below; {near:.0%} of the scales are within "
        f"{NEAR:g} of the peak"
    )
    if near > 0.5:
        measured += ", so most scales would pass that limit"
    missed = max(above(NEAR, loss), beside_random, key=lambda value: value.mean)
    return Trial(place.where, missed, measured, place.favourable, place.scales)


def _too_low(place: _Place) -> Trial:
    losses = [draw.missed_by(PROPOSED[RHO_P], place.share) for draw in place.draws]
    words = (
        f"accuracy at the scale of rho_P is more than {NEAR:g} below its peak; on average it is "
        f"{shown(mean_interval(losses))} below"
    )
    return _in_draws(place, [loss > NEAR for loss in losses], words, "")


def _lowest(place: _Place) -> Trial:
    """A trial of whether accuracy is lower at the scale of rho_P than at both other scales."""
    lower = [
        min(draw.accuracy_where(PROPOSED[rule], place.share) for rule in (GE, RHO_PSI))
        - draw.accuracy_where(PROPOSED[RHO_P], place.share)
        for draw in place.draws
    ]
    words = (
        f"accuracy at the scale of rho_P is below those at the scales of Ge and rho_Psi; on "
        f"average it is {shown(mean_interval(lower))} below the lower of the two"
    )
    return _in_draws(place, [value > 1e-9 for value in lower], words, "below both others")


def _elsewhere(place: _Place) -> Trial:
    octaves = [draw.octaves_to_peak(PROPOSED[RHO_P], place.share) for draw in place.draws]
    words = (
        f"every scale with the peak's accuracy is more than {STEP:g} octaves from that of rho_P; "
        f"the nearest is {np.mean(octaves):.2g} octaves away (mean)"
    )
    return _in_draws(place, [value > STEP for value in octaves], words, "another scale")


def _in_draws(place: _Place, true: Sequence[bool], words: str, reading: str) -> Trial:
    """A trial of a statement that has to be true in most draws."""
    return Trial(
        f"{place.where}, {reading}" if reading else place.where,
        below(MOST, share_interval(sum(true), len(true))),
        f"in {sum(true)} of {len(true)} draws {words}",
        place.favourable or bool(reading),
        place.scales,
    )
