"""Photographs of turning objects (COIL-20) with noise.

An object that looks alike from several sides has no embedding as a circle, even without noise. So
an object counts only if at least one way of scaling embeds it, without noise, as a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...engine.progress import Progress, ProgressEvent
from ..harness import data_folder
from ..harness.experiment import Measured
from ..harness.repeats import measure_repeats
from ..harness.tables import Tables
from ..shared.circle_findings import FILLED_DISC
from ..shared.circle_tables import circle_tables
from ..shared.circles import N_PRINCIPAL, Scores, circle_scores
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS, WAYS

__all__ = ["FILE", "MEASURED", "run"]

FILE = "coil20_first15.npz"
MEASURED = tuple(way for way in WAYS if way == ALGORITHM_2 or way not in ALGORITHMS)
"""The ways that are measured. Algorithm 2, which takes long, is in its plain reading alone."""


class Plan(NamedTuple):
    """Sizes of the experiment.

    `n_objects` objects are measured at each of the noise levels in `noises`; the first level is 0.
    At each level there are `n_draws` draws of noise. Scaling uses `n_principal` principal
    components; for each Algorithm 2 tries `n_tried` weights and as many scales (None: its default).
    `n_jobs` is the number of processes.
    """

    n_objects: int
    noises: tuple[float, ...]
    n_draws: int
    n_principal: int
    n_tried: int | None
    n_jobs: int | None


FULL = Plan(15, (0.0, 0.1, 0.2, 0.5), 1, N_PRINCIPAL, None, None)
QUICK = Plan(2, (0.0, 0.1), 1, 4, 5, 1)


def run(quick: bool, progress: Progress) -> Tables | Measured:
    """Radius variance by these ways at each noise level; objects are the independent repeats."""
    plan = QUICK if quick else FULL
    path = data_folder.find(FILE)
    if path is None:
        progress(ProgressEvent("cases", 0, 1))
        progress(ProgressEvent("cases", 1, 1))
        return data_folder.skipped(FILE)
    arrays = data_folder.load(path)
    measure = _Measurement(arrays["X"], arrays["y"], plan)
    measured = measure_repeats(measure, plan.noises, plan.n_objects, progress, plan.n_jobs)
    chosen = _round_objects(measured[0])
    kept = [[of_noise[number] for number in chosen] for of_noise in measured]
    data = f"{len(chosen)} of {plan.n_objects} turning objects"
    return circle_tables(data, plan.noises, kept)


def _round_objects(clean: Sequence[Mapping[str, Sequence[float]]]) -> list[int]:
    """Objects that some way embeds as a circle without noise; all if there are fewer than two."""
    variances = [min(Scores(*s).radius_variance for s in scores.values()) for scores in clean]
    chosen = [number for number, variance in enumerate(variances) if variance < FILLED_DISC]
    return chosen if len(chosen) > 1 else list(range(len(clean)))


class _Measurement:
    """Measures these ways on the photographs of one object.

    The scores are means over draws of noise.
    """

    def __init__(self, X: np.ndarray, y: np.ndarray, plan: Plan) -> None:
        self.images, self.objects, self.plan = X / 255.0, y, plan

    def __call__(self, noise_sd: float, number: int) -> dict[str, Scores]:
        images = self.images[self.objects == np.unique(self.objects)[number]]
        angles = 2 * np.pi * np.arange(len(images)) / len(images)
        n_draws, sizes = self.plan.n_draws, (self.plan.n_principal, self.plan.n_tried)
        draws = [
            circle_scores(images, angles, noise_sd, n_draws * number + draw, *sizes, MEASURED)
            for draw in range(n_draws)
        ]
        return {
            way: Scores(*np.mean([scores[way] for scores in draws], axis=0).tolist())
            for way in draws[0]
        }
