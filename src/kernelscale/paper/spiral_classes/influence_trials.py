"""Trials of how much the accuracy depends on the scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..shared.misses import below
from ..shared.resolved_scales import ALL_SCALES
from ..shared.spirals import AS_PRINTED
from .draws import Draws
from .places import PLAIN, Place, places

__all__ = ["SPREAD", "at_resolved", "influenced"]

SPREAD = 0.1  # the influence is high if accuracies over the scales differ by at least this


def influenced(measured: Draws) -> Sequence[Trial]:
    """Trials of how much the highest and lowest accuracies differ.

    All scales count. As another reading, in one and two coordinates, resolved scales count alone.
    """
    of_all = [place for place in places(measured) if place.scales == ALL_SCALES]
    return [
        Trial(
            f"{place.where}, {place.scales}",
            below(SPREAD, spread),
            f"the highest accuracy is {shown(spread)} above the lowest",
            place.favourable or place.scales != ALL_SCALES,
        )
        for place in (*of_all, *_at_resolved(measured))
        for spread in [mean_interval([draw.spread(place.share) for draw in place.draws])]
    ]


def _at_resolved(measured: Draws) -> list[Place]:
    """The settings with few coordinates and the noise as printed, by the first rule on scales."""
    resolved = [place for place in places(measured) if place.scales != ALL_SCALES]
    return [
        place
        for place in resolved
        if place.scales == resolved[0].scales
        and place.setting.noise_sd == AS_PRINTED
        and place.setting.coordinates <= PLAIN
    ]


def at_resolved(measured: Draws) -> str:
    """How much accuracy differs over resolved scales alone, in two coordinates and in one."""
    resolved = _at_resolved(measured)
    differences = []
    for n_coordinates, words in ((PLAIN, "two coordinates"), (1, "one coordinate")):
        spreads = [
            np.mean([draw.spread(place.share) for draw in place.draws])
            for place in resolved
            if place.setting.coordinates == n_coordinates
        ]
        if spreads:
            differences.append(f"{min(spreads):.2g} to {max(spreads):.2g} in {words}")
    return (
        f"At scales {resolved[0].scales} alone the highest accuracy is above the lowest by "
        f"{' and by '.join(differences)}"
    )
