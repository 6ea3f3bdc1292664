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

__all__ = ["run"]


class Plan(NamedTuple):
    """Sizes of the experiment.

    The digit is turned to `n_angles` angles. The images without noise are measured once; at each
    level in `noises`, `n_repeats` draws of noise are measured. `n_principal` is the number of
    principal components, `n_tried` the number of weights and scales that Algorithm 2 tries for each
    (None is its default), and `n_jobs` the number of processes.
    """

    n_angles: int
    noises: tuple[float, ...]
    n_repeats: int
    n_principal: int
    n_tried: int | None
    n_jobs: int | None


FULL = Plan(320, (0.05, 0.1, 0.14, 0.2, 0.27, 0.35, 0.5, 0.7, 1.0), 6, N_PRINCIPAL, None, None)
QUICK = Plan(60, (0.1, 1.0), 2, 4, 5, 1)


def run(quick: bool, progress: Progress) -> Measured:
    """Tables of the radius variance by every way at each noise level, and of examples."""
    plan = QUICK if quick else FULL
    measure = _Measurement(plan)
    [clean] = measure_repeats(measure, [0.0], 1, progress, 1)
    noisy = measure_repeats(measure, plan.noises, plan.n_repeats, progress, plan.n_jobs)
    data, noises = f"a digit at {plan.n_angles} angles", (0.0, *plan.noises)
    found = circle_tables(data, noises, [clean * plan.n_repeats, *noisy])
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
