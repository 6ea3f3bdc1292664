"""Trials of whether accuracy peaks where Ge and rho_Psi are largest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import above
from ..shared.resolved_scales import ALL_SCALES
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from .draws import Draws
from .places import STEP, Place, in_most_draws, n_true, outcomes_by_gap, places, plain_places

__all__ = ["at_peak", "near_peak"]


def near_peak(measured: Draws) -> str:
    """The location, how many scales are near the peak, and how rho_P and one coordinate do.

    The shares and the counts are stated for all scales, and for the resolved scales by all rules.
    """
    plain = plain_places(measured)
    in_one = [place for place in places(measured) if place.setting.coordinates == 1]
    of_all = [place for place in plain if place.scales == ALL_SCALES]
    resolved = [place for place in plain if place.scales != ALL_SCALES]
    return (
        f"By location, at all scales: {outcomes_by_gap(of_all, _at_the_scale)}. "
        f"{_shares_near(of_all)} of all scales and {_shares_near(resolved)} of the resolved ones "
        f"are within {NEAR:g} of the peak; without the allowance of one row "
        f"{n_true(of_all, _strictly)} plain trials are true at all scales, and "
        f"{n_true(resolved, _strictly)} at resolved ones; rho_P alone would pass in "
        f"{n_true(of_all, _of_rho_P)} and {n_true(resolved, _of_rho_P)}{_behind(in_one)}"
    )


def _behind(in_one: Sequence[Place]) -> str:
    """How far accuracy in one coordinate is below its peak; empty if it was not measured."""
    losses = {rule: [np.mean(_losses(place)[rule]) for place in in_one] for rule in (GE, RHO_PSI)}
    words = [
        f"at the scale of {PROPOSED[rule]} {min(values):.2g} to {max(values):.2g}"
        for rule, values in losses.items()
        if values
    ]
    return f". In one coordinate accuracy is {', '.join(words)} below the peak" if words else ""


def _shares_near(of_places: Iterable[Place]) -> str:
    near = [place.share_near for place in of_places]
    return f"{min(near):.0%} to {max(near):.0%}"


def at_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether Ge and rho_Psi are largest near the peak of accuracy, by three readings."""
    plain = plain_places(measured)
    return [
        *map(_at_chosen, places(measured)),
        *(_at_largest(place) for place in plain if _largest_at_end(place)),
        *map(_at_the_scale, plain),
    ]


def _largest_at_end(place: Place) -> bool:
    """Whether, in any draw, rho_Psi is largest at another scale than the one that it chooses."""
    return any(
        draw.over.largest(PROPOSED[RHO_PSI], place.share)
        != draw.over.chosen_at(PROPOSED[RHO_PSI], place.share)
        for draw in place.draws
    )


def _losses(place: Place) -> dict[str, list[float]]:
    """In each draw, the peak minus the accuracy at the scale of each criterion."""
    return {
        rule: [draw.missed_by(PROPOSED[rule], place.share) for draw in place.draws]
        for rule in (GE, RHO_PSI)
    }


def _at_chosen(place: Place) -> Trial:
    return _at_peak(place, _losses(place))


def _strictly(place: Place) -> Trial:
    """The same without the allowance of one row."""
    return _at_peak(place, _losses(place), allowed=0)


def _of_rho_P(place: Place) -> Trial:  # noqa: N802
    """The same test for the scale of rho_P alone, which is not a trial of the claim."""
    losses = [draw.missed_by(PROPOSED[RHO_P], place.share) for draw in place.draws]
    return _at_peak(place, {GE: losses, RHO_PSI: losses})


def _at_largest(place: Place) -> Trial:
    """A trial of the largest value of rho_Psi, which may be at the end of the range."""
    at_largest = [
        draw.missed_at(draw.over.largest(PROPOSED[RHO_PSI], place.share), place.share)
        for draw in place.draws
    ]
    where = f"{place.where}, largest value of rho_Psi"
    losses = _losses(place) | {RHO_PSI: at_largest}
    return _at_peak(place._replace(where=where, favourable=True), losses)


def _at_peak(place: Place, losses: Mapping[str, Sequence[float]], allowed: int = 1) -> Trial:
    """A trial of whether the mean loss is near 0, and hardly above that of a random scale.

    It may be above the latter by `allowed` rows.
    """
    worse = np.max([*losses.values()], axis=0).tolist()
    loss, beside_random = mean_interval(worse), mean_interval(place.below_random(worse))
    near = place.share_near
    measured = (
        f"at the worse of the two scales accuracy is {shown(loss)} below its peak (Ge "
        f"{np.mean(losses[GE]):.2g}, rho_Psi {np.mean(losses[RHO_PSI]):.2g}), at a scale drawn at "
        f"random {loss.mean - beside_random.mean:.2g} below; {near:.0%} of the scales are within "
        f"{NEAR:g} of the peak"
    )
    if near > 0.5:
        measured += ": accuracy has a plateau"
    limits = above(NEAR, loss), above(allowed / place.n_rows, beside_random)
    missed = max(limits, key=lambda value: value.mean)
    return Trial(place.where, missed, measured, place.favourable, place.scales)


def _at_the_scale(place: Place) -> Trial:
    """A trial of whether both scales, and not only their accuracies, are those of the peak."""
    away = {rule: place.octaves(rule) for rule in (GE, RHO_PSI, RHO_P)}
    words = (
        f"the scales of Ge and rho_Psi are at most {STEP:g} octaves from one with the peak's "
        f"accuracy; the nearest is {away[GE].mean():.2g} octaves from that of Ge, "
        f"{away[RHO_PSI].mean():.2g} from that of rho_Psi (means; "
        f"{away[RHO_P].mean():.2g} from that of rho_P)"
    )
    true = np.maximum(away[GE], away[RHO_PSI]) <= STEP
    return in_most_draws(place, true.tolist(), words, "same scale")
