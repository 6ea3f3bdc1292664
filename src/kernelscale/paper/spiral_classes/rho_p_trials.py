"""Trials of whether the scale of rho_P is off the peak of accuracy.

A miss is measured in rows of the sample. In a reading about most draws it is measured in halves of
the draws, so that one half of the draws corresponds to one row.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..harness.tables import Interval
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import below
from ..shared.resolved_scales import ALL_SCALES
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from ..shared.spirals import AS_PRINTED
from .draws import Draws
from .places import (
    MOST,
    PLAIN,
    STEP,
    Place,
    in_most_draws,
    n_true,
    outcomes_by_gap,
    places,
    plain_places,
)

__all__ = ["beside_others", "off_peak"]


def off_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of whether rho_P is off the peak, by five readings."""
    plain = plain_places(measured)
    return [
        *map(_on_average, places(measured)),
        *map(_lowest, plain),
        *map(_not_at_peak, plain),
        *map(_too_low, plain),
        *map(_elsewhere, plain),
    ]


def beside_others(measured: Draws) -> str:
    """How far rho_P is behind Ge and rho_Psi at all scales, and the measure of the other claim."""
    of_all = [place for place in places(measured) if place.scales == ALL_SCALES]
    plain = [place for place in of_all if not place.favourable]
    resolved = [place for place in plain_places(measured) if place.scales != ALL_SCALES]
    printed = [place for place in of_all if place.setting.noise_sd == AS_PRINTED]
    more = [_mean_rows(place) for place in printed if place.setting.coordinates > PLAIN]
    in_one = [_mean_rows(place) for place in printed if place.setting.coordinates == 1]
    rows = ", ".join(f"{_mean_rows(place):.2g} at gap {place.setting.gap:g}" for place in plain)
    words = (
        f"At all scales: {outcomes_by_gap(plain, _on_average)}; accuracy at the scale of rho_P is "
        f"below the lower of those at the scales of Ge and rho_Psi by {rows}, in rows of "
        f"{plain[0].n_rows}"
    )
    words += f", in three and four coordinates by at most {max(more):.2g}" if more else ""
    if in_one:
        words += f", in one coordinate, where Ge fails, by {min(in_one):.3g} to {max(in_one):.3g}"
    return (
        f"{words}. By the measure of the claim on Ge and rho_Psi, {NEAR:g} below the peak or a row "
        f"below a random scale, it is off the peak in {n_true(plain, _not_at_peak)} trials at all "
        f"scales, and in {n_true(resolved, _not_at_peak)} at resolved ones"
    )


def _mean_rows(place: Place) -> float:
    return float(_rows_below_both(place).mean())


def _rows_below_both(place: Place) -> np.ndarray:
    """The lower accuracy at the scales of Ge and rho_Psi, minus that at the scale of rho_P."""
    found = [
        min(draw.accuracy_where(PROPOSED[rule], place.share) for rule in (GE, RHO_PSI))
        - draw.accuracy_where(PROPOSED[RHO_P], place.share)
        for draw in place.draws
    ]
    return np.round(np.multiply(found, place.n_rows), 6)  # without the errors of float64


def _on_average(place: Place) -> Trial:
    """A trial of whether accuracy at the scale of rho_P is lower on average, by a row or more."""
    lower = mean_interval(_rows_below_both(place))
    measured = (
        "the lower of the accuracies at the scales of Ge and rho_Psi, minus that at the scale of "
        f"rho_P, is {shown(lower)} rows of {place.n_rows} on average"
    )
    return Trial(place.where, below(1, lower), measured, place.favourable, place.scales)


def _lowest(place: Place) -> Trial:
    """A trial of whether accuracy is lower at the scale of rho_P than at both other scales."""
    words = "accuracy at the scale of rho_P is below those at the scales of Ge and rho_Psi"
    return _in_draws(place, _rows_below_both(place) > 0, words, "below both others")


def _losses(place: Place) -> list[float]:
    return [draw.missed_by(PROPOSED[RHO_P], place.share) for draw in place.draws]


def _not_at_peak(place: Place) -> Trial:
    """The opposite of the claim about Ge and rho_Psi, for the scale of rho_P."""
    losses, n_rows = _losses(place), place.n_rows
    loss = mean_interval(np.multiply(n_rows, losses))
    beside_random = mean_interval(n_rows * place.below_random(losses))
    measured = (
        f"at the scale of rho_P accuracy is {shown(loss)} rows of {n_rows} below its peak, at a "
        f"scale drawn at random {loss.mean - beside_random.mean:.2g} below"
    )
    limits = below(NEAR * n_rows, loss), below(1, beside_random)
    missed: Interval = min(limits, key=lambda value: value.mean)
    where = f"{place.where}, opposite of Ge and rho_Psi"
    return Trial(where, missed, measured, True, place.scales)


def _too_low(place: Place) -> Trial:
    words = f"accuracy at the scale of rho_P is more than {NEAR:g} below its peak"
    return _in_draws(place, np.array(_losses(place)) > NEAR, words, "in most draws")


def _elsewhere(place: Place) -> Trial:
    away = place.octaves(RHO_P)
    words = (
        f"every scale with the peak's accuracy is more than {STEP:g} octaves from that of rho_P; "
        f"the nearest is {away.mean():.2g} octaves away (mean)"
    )
    return _in_draws(place, away > STEP, words, "another scale")


def _in_draws(place: Place, true: np.ndarray, words: str, reading: str) -> Trial:
    return in_most_draws(place, true.tolist(), words, reading, unit=MOST)
