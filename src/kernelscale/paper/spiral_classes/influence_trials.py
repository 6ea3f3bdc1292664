"""Trials of how much the accuracy depends on the scale."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..harness.tables import Interval
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import below
from ..shared.resolved_scales import ALL_SCALES
from ..shared.spirals import AS_PRINTED
from .draws import Draws
from .places import PLAIN, Place, n_true, places, plain_places

__all__ = ["SPREAD", "at_resolved", "influenced"]

_COORDINATES = {
    "two coordinates": (PLAIN,),
    "three and four": (3, 4),
    "one": (1,),
}
"""Numbers of coordinates in the headline, in words."""
SPREAD = 0.1  # the influence is high if accuracies over the scales differ by at least this


def influenced(measured: Draws) -> Sequence[Trial]:
    """Trials of how much the highest and lowest accuracies differ.

    All scales count. As another reading, resolved scales count alone.
    """
    of_all = [place for place in places(measured) if place.scales == ALL_SCALES]
    return [_trial(place) for place in (*of_all, *_at_resolved(measured))]


def _trial(place: Place) -> Trial:
    spread = _spread(place)
    return Trial(
        f"{place.where}, {place.scales}",
        below(SPREAD, spread),
        f"the highest accuracy is {shown(spread)} above the lowest",
        place.favourable or place.scales != ALL_SCALES,
    )


def _spread(place: Place) -> Interval:
    return mean_interval([draw.spread(place.share) for draw in place.draws])


def _at_resolved(measured: Draws) -> list[Place]:
    """The settings with the noise as printed, by the first rule on scales."""
    resolved = [place for place in places(measured) if place.scales != ALL_SCALES]
    return [
        place
        for place in resolved
        if place.scales == resolved[0].scales and place.setting.noise_sd == AS_PRINTED
    ]


def at_resolved(measured: Draws) -> str:
    """Why all scales pass easily, and how much accuracy differs over resolved scales alone."""
    far = [1 - place.share_near for place in plain_places(measured) if place.scales == ALL_SCALES]
    resolved = _at_resolved(measured)
    differences = [
        f"by {_range(of_count)} in {words} (true in {n_true(of_count, _trial)})"
        for words, counted in _COORDINATES.items()
        for of_count in [[each for each in resolved if each.setting.coordinates in counted]]
        if of_count
    ]
    return (
        f"At all scales nearly every data set passes, because a few rows carry each coordinate at "
        f"the smallest scales: {min(far):.0%} to {max(far):.0%} of the scales are more than "
        f"{NEAR:g} below the peak. At scales {resolved[0].scales} alone the highest accuracy is "
        f"above the lowest {', '.join(differences)}"
    )


def _range(of_places: Sequence[Place]) -> str:
    differences = [_spread(place).mean for place in of_places]
    return f"{min(differences):.2g} to {max(differences):.2g}"
