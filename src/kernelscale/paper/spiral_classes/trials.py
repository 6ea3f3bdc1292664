"""The trials of the claims about the spirals.

Two coordinates are the plain reading of every claim; other numbers of coordinates are favourable
readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, share_interval, shown
from ..harness.tables import Interval
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import above, below
from ..shared.resolved_scales import ALL_SCALES, SHARE, rules_on_scales
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from .draws import Draws, SpiralDraw

__all__ = [
    "MOST",
    "SPREAD",
    "STEP",
    "at_peak",
    "at_resolved",
    "influenced",
    "near_peak",
    "off_peak",
]

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
    allowed: float = 1.0  # rows by which a mean accuracy may be below that of a random scale

    @property
    def one_row(self) -> float:
        """The accuracy of one row, the smallest difference of two accuracies."""
        return 1 / self.draws[0].n_samples


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


def at_resolved(measured: Draws) -> str:
    """How much accuracy differs over resolved scales alone, in two coordinates."""
    plain = [draws for setting, draws in measured.items() if setting.coordinates == PLAIN]
    spreads = [np.mean([draw.spread(SHARE) for draw in draws]) for draws in plain]
    return (
        f"Accuracy is low at scales that are not resolved; at scales resolved at {SHARE:.0%} alone "
        f"the highest is {min(spreads):.2g} to {max(spreads):.2g} above the lowest"
    )


def near_peak(measured: Draws) -> str:
    """What share of the scales is near the peak, and what the allowance of one row changes."""
    places = [place for place in _places(measured) if not place.favourable]
    near = [
        np.mean([draw.share_near_peak(place.share) for draw in place.draws]) for place in places
    ]
    strict = [_at_chosen(place._replace(allowed=0.0)).outcome == "true" for place in places]
    most = ", so most scales pass" if min(near) > 0.5 else ""
    return (
        f"{min(near):.0%} to {max(near):.0%} of all scales are within {NEAR:g} of the peak{most}; "
        f"without the allowance of one row {sum(strict)} of {len(strict)} plain trials are true"
    )


def at_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether Ge and rho_Psi are largest near the peak of accuracy; see `_at_peak`."""
    places = list(_places(measured))
    at_end = [place for place in places if not place.favourable and _largest_at_end(place)]
    return [*map(_at_chosen, places), *map(_at_largest, at_end)]


def off_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether rho_P is off the peak, by five readings."""
    places = list(_places(measured))
    plain = [place for place in places if not place.favourable]
    return [
        *map(_not_at_peak, places),
        *map(_too_low, plain),
        *map(_on_average, places),
        *map(_lowest, plain),
        *map(_elsewhere, plain),
    ]


def _places(measured: Draws) -> Iterator[_Place]:
    """The settings with two coordinates or more, by each rule on scales."""
    n_samples = next(iter(measured.values()))[0].n_samples
    for share, scales in rules_on_scales(n_samples):
        for setting, draws in measured.items():
            n_coordinates, noise_sd, gap = setting
            where = f"{n_coordinates} coordinates, noise sd {noise_sd:.2g}, gap {gap:g}"
            if n_coordinates >= PLAIN:
                yield _Place(where, draws, n_coordinates != PLAIN, share, scales)


def _largest_at_end(place: _Place) -> bool:
    """Whether, in any draw, rho_Psi is largest at another scale than the one that it chooses."""
    return any(
        draw.over.largest(PROPOSED[RHO_PSI], place.share)
        != draw.over.chosen_at(PROPOSED[RHO_PSI], place.share)
        for draw in place.draws
    )


def _at_chosen(place: _Place) -> Trial:
    losses = [
        max(draw.missed_by(PROPOSED[rule], place.share) for rule in (GE, RHO_PSI))
        for draw in place.draws
    ]
    return _at_peak(place, losses)


def _at_largest(place: _Place) -> Trial:
    """A trial of the largest value of rho_Psi, which may be at the end of the range."""
    losses = [
        max(
            draw.missed_by(PROPOSED[GE], place.share),
            draw.missed_at(draw.over.largest(PROPOSED[RHO_PSI], place.share), place.share),
        )
        for draw in place.draws
    ]
    where = f"{place.where}, largest value of rho_Psi"
    return _at_peak(place._replace(where=where, favourable=True), losses)


def _at_peak(place: _Place, losses: Sequence[float]) -> Trial:
    """A trial of whether the mean loss is near 0, and hardly above that of a random scale.

    It may be above the latter by `allowed` rows.
    """
    draws, share = place.draws, place.share
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
        measured += ": accuracy has a plateau"
    limits = above(NEAR, loss), above(place.allowed * place.one_row, beside_random)
    missed = max(limits, key=lambda value: value.mean)
    return Trial(place.where, missed, measured, place.favourable, place.scales)


def _not_at_peak(place: _Place) -> Trial:
    """The opposite of the trial of the other criteria, `_at_peak`, for the scale of rho_P."""
    losses = [draw.missed_by(PROPOSED[RHO_P], place.share) for draw in place.draws]
    at_random = [draw.mean_loss(place.share) for draw in place.draws]
    loss, beside_random = mean_interval(losses), mean_interval(np.subtract(losses, at_random))
    limits = _of_limit(NEAR, loss), _of_limit(place.one_row, beside_random)
    measured = (
        f"at the scale of rho_P accuracy is {shown(loss)} below its peak, at a scale drawn at "
        f"random {np.mean(at_random):.2g} below"
    )
    missed = min(limits, key=lambda value: value.mean)
    return Trial(place.where, missed, measured, place.favourable, place.scales)


def _too_low(place: _Place) -> Trial:
    losses = [draw.missed_by(PROPOSED[RHO_P], place.share) for draw in place.draws]
    words = (
        f"accuracy at the scale of rho_P is more than {NEAR:g} below its peak; on average it is "
        f"{shown(mean_interval(losses))} below"
    )
    return _in_draws(place, [loss > NEAR for loss in losses], words, "in most draws")


def _on_average(place: _Place) -> Trial:
    """A trial of whether accuracy at the scale of rho_P is lower on average, by a row or more."""
    lower = mean_interval(_below_both(place))
    measured = (
        f"on average accuracy at the scale of rho_P is {shown(lower)} below the lower of those at "
        f"the scales of Ge and rho_Psi"
    )
    missed = _of_limit(place.one_row, lower)
    return Trial(f"{place.where}, on average", missed, measured, True, place.scales)


def _lowest(place: _Place) -> Trial:
    """A trial of whether accuracy is lower at the scale of rho_P than at both other scales."""
    words = "accuracy at the scale of rho_P is below those at the scales of Ge and rho_Psi"
    return _in_draws(place, [v > 1e-9 for v in _below_both(place)], words, "below both others")


def _below_both(place: _Place) -> list[float]:
    """The lower accuracy at the scales of Ge and rho_Psi, minus that at the scale of rho_P."""
    return [
        min(draw.accuracy_where(PROPOSED[rule], place.share) for rule in (GE, RHO_PSI))
        - draw.accuracy_where(PROPOSED[RHO_P], place.share)
        for draw in place.draws
    ]


def _elsewhere(place: _Place) -> Trial:
    octaves = {
        rule: [draw.octaves_to_peak(PROPOSED[rule], place.share) for draw in place.draws]
        for rule in (RHO_P, GE, RHO_PSI)
    }
    words = (
        f"every scale with the peak's accuracy is more than {STEP:g} octaves from that of rho_P; "
        f"the nearest is {np.mean(octaves[RHO_P]):.2g} octaves away (mean; from that of Ge "
        f"{np.mean(octaves[GE]):.2g}, of rho_Psi {np.mean(octaves[RHO_PSI]):.2g})"
    )
    return _in_draws(place, [value > STEP for value in octaves[RHO_P]], words, "another scale")


def _in_draws(place: _Place, true: Sequence[bool], words: str, reading: str) -> Trial:
    """A trial of a statement that has to be true in most draws."""
    return Trial(
        f"{place.where}, {reading}",
        _of_limit(MOST, share_interval(sum(true), len(true))),
        f"in {sum(true)} of {len(true)} draws {words}",
        True,
        place.scales,
    )


def _of_limit(limit: float, found: Interval) -> Interval:
    """How far a value is below its limit, as a share of the limit."""
    return Interval(*(end / limit for end in below(limit, found)))
