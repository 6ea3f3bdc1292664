"""Estimates of the dimension of the noisy Swiss roll, which is two, by each method."""

from __future__ import annotations

from ..._warnings import collected
from ...datasets.synthetic import make_noisy_swiss_roll
from ...engine.progress import Progress, ProgressEvent
from ...intrinsic_dimension.caveats import DimensionWarning
from ...intrinsic_dimension.methods import METHODS
from ...intrinsic_dimension.sample import Sample
from ..harness.tables import Row, Tables
from .findings import means, summary

__all__ = ["run"]

NOISE_SDS = (0.0, 1.0, 5.0, 20.0)  # the standard deviation of an informative feature is about 70


def run(quick: bool, progress: Progress) -> Tables:
    """Apply every method to rolls of four noise levels and several seeds."""
    n_samples, n_seeds = (500, 2) if quick else (2000, 20)
    samples = [(noise_sd, seed) for noise_sd in NOISE_SDS for seed in range(n_seeds)]
    estimates: list[Row] = []
    for done, (noise_sd, seed) in enumerate(samples):
        progress(ProgressEvent("samples", done, len(samples)))
        estimates += _estimates(n_samples, noise_sd, seed)
    progress(ProgressEvent("samples", len(samples), len(samples)))
    return {
        "summary": summary(estimates),
        "means": means(estimates),
        "estimates": estimates,
    }


def _estimates(n_samples: int, noise_sd: float, seed: int) -> list[Row]:
    """The estimate of every method for one roll."""
    roll = make_noisy_swiss_roll(n_samples, noise_sd=noise_sd, random_state=seed)
    sample = Sample(roll.data)
    rows: list[Row] = []
    for method, estimator in METHODS.items():
        with collected(DimensionWarning):  # the column `flags` has these warnings
            found = estimator().estimate(sample)
        rows.append(
            {
                "noise_sd": noise_sd,
                "seed": seed,
                "n_samples": n_samples,
                "method": method,
                "dimension": found.dimension,
                "continuous": found.continuous,
                "flags": ", ".join(found.flags),
                "reason": found.reason,
            }
        )
    return rows
