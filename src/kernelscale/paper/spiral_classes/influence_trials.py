"""Trials of how much the accuracy depends on the scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..harness.claim import Trial
from ..harness.repeats import mean_interval, shown
from ..shared.misses import below
from ..shared.resolved_scales import ALL_SCALES, SHARE
from ..shared.spirals import AS_PRINTED
from .draws import Draws
from .places import PLAIN, Place, places

__all__ = ["SPREAD", "at_resolved", "influenced"]

SPREAD = 0.1  # the influence is high if accuracies over the scales differ by at least this


def influenced(measured: Draws) -> Sequence[Trial]:
    """Trials of how much the highest and lowest accuracies differ.

    All scales count. As another reading, in one and two coordinates, resolved scales count alone.
    """
    return [
        Trial(
            f"{place.where}, {place.scales}",
            below(SPREAD, spread),
            f"the highest accuracy is {shown(spread)} above the lowest",
            place.favourable or place.share is not None,
        )
        for place in places(measured)
        if place.scales == ALL_SCALES or _at_resolved(place)
        for spread in [mean_interval([draw.spread(place.share) for draw in place.draws])]
    ]


def _at_resolved(place: Place) -> bool:
    n_coordinates, noise_sd, _ = place.setting
    return place.share == SHARE and noise_sd == AS_PRINTED and n_coordinates <= PLAIN


def at_resolved(measured: Draws) -> str:
    """How much accuracy differs over resolved scales alone, in two coordinates and in one."""
    return (
        f"At scales resolved at {SHARE:.0%} alone the highest accuracy is above the lowest by "
        f"{' and by '.join(_differences(measured))}"
    )


def _differences(measured: Draws) -> Iterator[str]:
    resolved = [place for place in places(measured) if _at_resolved(place)]
    for n_coordinates, words in ((PLAIN, "two coordinates"), (1, "one coordinate")):
        spreads = [
            np.mean([draw.spread(SHARE) for draw in place.draws])
            for place in resolved
            if place.setting.coordinates == n_coordinates
        ]
        if spreads:
            yield f"{min(spreads):.2g} to {max(spreads):.2g} in {words}"
