"""Handwritten 6s in a full turn, with noise: radius variance by every way to scale features.

The radius variance measures how round an embedding is: it is 0 for a circle.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.progress import Progress
from ..harness.experiment import Measured
from ..harness.repeats import measure_repeats
from ..shared.circles import Scores, circle_scores
from ..shared.turned_digit import turned_digit
from .examples import PANELS, Example, digit_tables
from .plan import FULL, QUICK, Plan
from .tables import turned_tables
from .ways import PLAIN

__all__ = ["run"]


class Case(NamedTuple):
    """A noise level, and whether the angles are evenly spaced or random."""

    noise_sd: float
    even: bool = True


def run(quick: bool, progress: Progress) -> Measured:
    """Tables of the radius variance by every way at each noise level, and of examples."""
    plan = QUICK if quick else FULL
    noises, least = list(plan.draws), plan.smallest_noise
    cases = [*map(Case, noises), Case(least, even=False)]
    counts = [*map(max, plan.draws.values()), plan.at_random]
    *measured, at_random = measure_repeats(_Measurement(plan), cases, counts, progress, plan.n_jobs)
    data = f"{plan.n_images} sixes at {plan.n_angles} angles"
    found = turned_tables(data, noises, measured, plan.n_images, (least, at_random))
    panels = measure_repeats(Example(plan), list(PANELS), 1, progress, plan.n_jobs)
    examples = digit_tables([panel for [panel] in panels])
    return Measured({**found.tables, **examples}, found.evidence)


class _Measurement:
    """Computes the scores of ways on one draw of noise in one image."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, case: Case, seed: int) -> dict[str, Scores]:
        plan, noise = self.plan, case.noise_sd
        turned = turned_digit(plan.n_angles, seed % plan.n_images, None if case.even else seed)
        ways = plan.draws[noise].ways(seed) if case.even else (PLAIN,)
        return circle_scores(*turned, noise, seed, plan.n_principal, plan.n_tried, ways)
