"""The dimension of the noisy Swiss roll and of the rotated digit, by each estimator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.decomposition import PCA

from ..._warnings import collected
from ...datasets.synthetic import make_noisy_swiss_roll
from ...engine.progress import Progress, ProgressEvent
from ...intrinsic_dimension.caveats import DimensionWarning
from ...intrinsic_dimension.methods import METHODS
from ...intrinsic_dimension.sample import Sample
from ..harness.tables import Row, Tables
from ..shared.circles import N_PRINCIPAL, with_noise
from ..shared.turned_digit import turned_digit
from .findings import means, summary

__all__ = ["run"]

NOISE_SDS = (0.0, 1.0, 5.0, 20.0)  # the standard deviation of an informative feature is about 70


DIGIT_SDS = (0.0, 0.2)  # brightness goes from 0 to 1
N_ANGLES = 320


def run(quick: bool, progress: Progress) -> Tables:
    """Run every method on rolls at four noise levels with several seeds, and on the digit."""
    n_samples, n_seeds, n_digits = (500, 2, 2) if quick else (2000, 20, 5)
    samples = [(noise_sd, seed) for noise_sd in NOISE_SDS for seed in range(n_seeds)]
    estimates: list[Row] = []
    for done, (noise_sd, seed) in enumerate(samples):
        progress(ProgressEvent("samples", done, len(samples)))
        roll = make_noisy_swiss_roll(n_samples, noise_sd=noise_sd, random_state=seed)
        estimates += _estimates(roll.data, {"noise_sd": noise_sd, "seed": seed})
    progress(ProgressEvent("samples", len(samples), len(samples)))
    return {
        "summary": summary(estimates),
        "means": means(estimates),
        "estimates": estimates,
        "digits": [row for sd in DIGIT_SDS for seed in range(n_digits) for row in _digit(sd, seed)],
    }


def _digit(noise_sd: float, seed: int) -> list[Row]:
    """The estimates for one draw of noise, from the images' principal components.

    Section 4.1.2 of the paper uses these components, too.
    """
    images = with_noise(turned_digit(N_ANGLES)[0], noise_sd, seed)
    principal = PCA(N_PRINCIPAL, svd_solver="full").fit_transform(images)
    return _estimates(principal, {"noise_sd": noise_sd, "seed": seed})


def _estimates(points: np.ndarray, place: Mapping[str, Any]) -> list[Row]:
    """The estimate of every method for one set of points."""
    sample = Sample(points)
    rows: list[Row] = []
    for method, estimator in METHODS.items():
        with collected(DimensionWarning):  # the column `flags` reports them instead
            found = estimator().estimate(sample)
        rows.append(
            {
                **place,
                "n_samples": len(points),
                "method": method,
                "dimension": found.dimension,
                "continuous": found.continuous,
                "flags": ", ".join(found.flags),
                "reason": found.reason,
            }
        )
    return rows
