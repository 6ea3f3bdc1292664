"""The dimension of the noisy Swiss roll and of the rotated digit, by each estimator."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.decomposition import PCA

from ..._warnings import collected
from ...datasets.synthetic import make_noisy_swiss_roll
from ...engine.progress import Progress
from ...engine.resources import Resources
from ...intrinsic_dimension.caveats import DimensionWarning
from ...intrinsic_dimension.methods import METHODS
from ...intrinsic_dimension.sample import Sample
from ..harness.repeats import measure_repeats
from ..harness.tables import Row, Tables
from ..shared.circles import N_PRINCIPAL, with_noise
from ..shared.turned_digit import turned_digit
from .findings import means, summary

__all__ = ["run"]

NOISE_SDS = (0.0, 1.0, 5.0, 20.0)  # the standard deviation of an informative feature is about 70
DIGIT_SDS = (0.0, 0.2)  # brightness goes from 0 to 1
N_ANGLES = 320


class Plan(NamedTuple):
    """Sizes of the experiment.

    A roll has `n_samples` rows. At each noise level `n_rolls` rolls and `n_digits` draws of the
    digit's noise are measured; `n_jobs` processes measure the rolls.
    """

    n_samples: int
    n_rolls: int
    n_digits: int
    n_jobs: int | None


FULL = Plan(2000, 20, 5, None)
QUICK = Plan(500, 2, 2, 1)


def run(quick: bool, progress: Progress) -> Tables:
    """Run every method on rolls at four noise levels with several seeds, and on the digit."""
    plan = QUICK if quick else FULL
    of_rolls = measure_repeats(
        _Roll(plan.n_samples), NOISE_SDS, plan.n_rolls, progress, n_jobs=plan.n_jobs
    )
    of_digits = measure_repeats(_digit, DIGIT_SDS, plan.n_digits, progress, n_jobs=1)
    estimates, digits = (
        [row for of_noise in found for rows in of_noise for row in rows]
        for found in (of_rolls, of_digits)
    )
    return {
        "summary": summary(estimates),
        "means": means(estimates),
        "estimates": estimates,
        "digits": digits,
    }


class _Roll:
    """Estimates the dimension of one draw of the noisy Swiss roll."""

    def __init__(self, n_samples: int) -> None:
        self.n_samples = n_samples

    def __call__(self, noise_sd: float, seed: int) -> list[Row]:
        roll = make_noisy_swiss_roll(self.n_samples, noise_sd=noise_sd, random_state=seed)
        return _estimates(roll.data, noise_sd, seed)


def _digit(noise_sd: float, seed: int) -> list[Row]:
    """The estimates for one draw of noise, from the images' principal components.

    Section 4.1.2 of the paper uses these components, too.
    """
    images = with_noise(turned_digit(N_ANGLES)[0], noise_sd, seed)
    principal = PCA(N_PRINCIPAL, svd_solver="full").fit_transform(images)
    return _estimates(principal, noise_sd, seed)


def _estimates(points: np.ndarray, noise_sd: float, seed: int) -> list[Row]:
    """The estimate of every method for one set of points."""
    sample = Sample(points, Resources(n_threads=1))
    rows: list[Row] = []
    for method, estimator in METHODS.items():
        with collected(DimensionWarning):  # the column `flags` reports them instead
            found = estimator().estimate(sample)
        rows.append(
            {
                "noise_sd": noise_sd,
                "seed": seed,
                "n_samples": len(points),
                "method": method,
                "dimension": found.dimension,
                "continuous": found.continuous,
                "flags": ", ".join(found.flags),
                "reason": found.reason,
            }
        )
    return rows
