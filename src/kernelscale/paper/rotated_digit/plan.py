"""Sizes of the experiment: noise levels, and the number of draws of each way at each level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..shared.circles import N_PRINCIPAL
from ..shared.scaling_ways import AT_PEAK
from ..shared.turned_digit import N_SIXES
from .ways import AT_FEW_LEVELS, FAST, OWN, PLAIN, STANDARDISED

__all__ = ["FULL", "QUICK", "Draws", "Plan"]


class Draws(NamedTuple):
    """Numbers of draws at one noise level: each way is measured in the first draws.

    `fast` is the number of the ways with which the paper compares its own, `plain` that of
    Algorithm 2 in its plain reading, `standardised` that of its weights of standardised principal
    components, `peak` that of its largest d_eps, `few` that of its readings that are measured at
    two levels, and `own` that of ways that no claim is about.
    """

    fast: int
    plain: int
    standardised: int
    peak: int
    few: int
    own: int

    def ways(self, draw: int) -> tuple[str, ...]:
        """The ways that are measured in a draw."""
        groups = (FAST, (PLAIN,), STANDARDISED, (AT_PEAK,), AT_FEW_LEVELS, OWN)
        return tuple(w for n, ways in zip(self, groups, strict=True) if draw < n for w in ways)


class Plan(NamedTuple):
    """Sizes of the experiment.

    Each of `n_images` images is turned to `n_angles` angles; they take turns in the draws of noise.
    `draws` has the numbers of draws at each noise level. `at_random` draws have random angles and
    the smallest noise. `n_principal` is the number of principal components. Algorithm 2 tries
    `n_tried` weights and as many scales for each component; None is its default. `n_jobs` is the
    number of processes.
    """

    n_angles: int
    n_images: int
    draws: Mapping[float, Draws]
    at_random: int
    n_principal: int
    n_tried: int | None
    n_jobs: int | None

    @property
    def smallest_noise(self) -> float:
        """The smallest noise level above 0."""
        return min(noise for noise in self.draws if noise > 0)


FULL = Plan(
    320,
    N_SIXES,
    {
        0.0: Draws(*[N_SIXES] * 6),
        0.01: Draws(40, 40, 20, 10, 10, 3),
        0.02: Draws(20, 20, 10, 0, 0, 3),
        0.05: Draws(20, 20, 10, 10, 10, 3),
        **dict.fromkeys((0.1, 0.14, 0.27), Draws(40, 20, 0, 0, 0, 3)),
        0.2: Draws(40, 20, 10, 10, 0, 3),
        **dict.fromkeys((0.35, 0.5), Draws(40, 10, 10, 10, 0, 3)),
        **dict.fromkeys((0.7, 1.0), Draws(10, 10, 0, 0, 0, 3)),  # nothing is round there
    },
    10,
    N_PRINCIPAL,
    None,
    None,
)
QUICK = Plan(60, 2, dict.fromkeys((0.0, 0.1, 1.0), Draws(*[2] * 6)), 2, 4, 5, 1)
