"""A handwritten 6 in a full turn, with noise: radius variance by every way to scale features."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import numpy as np
from scipy.ndimage import rotate

from ...array_files import read_arrays
from ...engine.progress import Progress
from ..harness.experiment import Measured
from ..harness.repeats import measure_repeats
from ..shared.circles import N_PRINCIPAL, Scores, circle_scores, circle_tables
from .examples import digit_tables

__all__ = ["run", "turned_digit"]


class Plan(NamedTuple):
    """Number of angles, noise levels, number of draws of noise, number of principal components."""

    n_angles: int
    noises: tuple[float, ...]
    n_repeats: int
    n_principal: int
    n_jobs: int | None


FULL = Plan(320, (0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0), 8, N_PRINCIPAL, None)
QUICK = Plan(60, (0.1, 1.0), 2, 8, 1)


def run(quick: bool, progress: Progress) -> Measured:
    """The radius variance by every way at each noise level."""
    plan = QUICK if quick else FULL
    measured = measure_repeats(
        _Measurement(plan), plan.noises, plan.n_repeats, progress, plan.n_jobs
    )
    found = circle_tables(f"a digit at {plan.n_angles} angles", plan.noises, measured)
    examples = digit_tables(*turned_digit(plan.n_angles), plan.n_principal)
    return Measured({**found.tables, **examples}, found.evidence)


def turned_digit(n_angles: int) -> tuple[np.ndarray, np.ndarray]:
    """A 6 of MNIST turned by evenly spaced angles.

    Parameters
    ----------
    n_angles : int
        Number of angles.

    Returns
    -------
    images : ndarray of shape (n_angles, 784)
        Brightness of the pixels, from 0 to 1.
    angles : ndarray of shape (n_angles,)
        In radians.

    Examples
    --------
    Half a turn is the picture upside down.

    >>> images, angles = turned_digit(2)
    >>> bool(np.allclose(images[1], images[0][::-1], atol=1e-6))
    True
    """
    image = read_arrays(files(__package__) / "data" / "mnist_six.npz")["image"] / 255.0
    angles = 2 * np.pi * np.arange(n_angles) / n_angles
    turned = [rotate(image, angle, reshape=False, order=1) for angle in np.rad2deg(angles)]
    return np.reshape(turned, (n_angles, -1)), angles


class _Measurement:
    """Scores of all ways on one draw of noise."""

    def __init__(self, plan: Plan) -> None:
        self.images, self.angles = turned_digit(plan.n_angles)
        self.n_principal = plan.n_principal

    def __call__(self, noise_sd: float, seed: int) -> dict[str, Scores]:
        return circle_scores(self.images, self.angles, noise_sd, seed, self.n_principal)
