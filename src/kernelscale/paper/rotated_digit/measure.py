"""A handwritten 6 in a full turn, with noise: radius variance by every way to scale features.

The radius variance measures how round an embedding is: it is 0 for a circle.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.progress import Progress
from ..harness.experiment import Measured
from ..harness.repeats import measure_repeats
from ..shared.circles import N_PRINCIPAL, Scores, circle_scores, circle_tables
from ..shared.turned_digit import turned_digit
from .examples import digit_tables

__all__ = ["DECIDING", "DECISIVE", "FULL", "OTHER", "run"]


class Plan(NamedTuple):
    """Sizes of the experiment.

    The digit is turned to `n_angles` angles. `draws` has the number of draws of noise at each noise
    level; the images without noise are measured once. `n_principal` is the number of principal
    components. Algorithm 2 tries `n_tried` weights and as many scales for each component; None is
    its default. `n_jobs` is the number of processes.
    """

    n_angles: int
    draws: dict[float, int]
    n_principal: int
    n_tried: int | None
    n_jobs: int | None


DECIDING = (0.05, 0.1, 0.14, 0.2)
"""The noise levels that decide the claims: most ways lose the circle at one of them."""
DECISIVE, OTHER = 12, 6
"""Numbers of draws at these levels and at larger noise. At larger noise 6 draws suffice: a share of
0 or 1 has an interval on one side of one half."""
FULL = Plan(
    320,
    {0.0: 1}
    | dict.fromkeys(DECIDING, DECISIVE)
    | dict.fromkeys((0.27, 0.35, 0.5, 0.7, 1.0), OTHER),
    N_PRINCIPAL,
    None,
    None,
)
QUICK = Plan(60, {0.0: 1, 0.1: 2, 1.0: 2}, 4, 5, 1)


def run(quick: bool, progress: Progress) -> Measured:
    """Tables of the radius variance by every way at each noise level, and of examples."""
    plan = QUICK if quick else FULL
    noises, counts = list(plan.draws), list(plan.draws.values())
    measured = measure_repeats(_Measurement(plan), noises, counts, progress, plan.n_jobs)
    found = circle_tables(f"a digit at {plan.n_angles} angles", noises, measured)
    examples = digit_tables(*turned_digit(plan.n_angles), plan.n_principal, plan.n_tried)
    return Measured({**found.tables, **examples}, found.evidence)


class _Measurement:
    """Computes the scores of all ways on one draw of noise."""

    def __init__(self, plan: Plan) -> None:
        self.images, self.angles = turned_digit(plan.n_angles)
        self.plan = plan

    def __call__(self, noise_sd: float, seed: int) -> dict[str, Scores]:
        sizes = self.plan.n_principal, self.plan.n_tried
        return circle_scores(self.images, self.angles, noise_sd, seed, *sizes)
