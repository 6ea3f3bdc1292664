"""Points for all jobs, from fixed seeds, centred and of unit root mean square radius."""

from __future__ import annotations

import numpy as np

from kernelscale.datasets import make_gaussian_mixture, make_noisy_swiss_roll, make_spiral_classes

N_CLASSES = 9


def roll(n_samples: int) -> np.ndarray:
    """The Swiss roll in 3 dimensions."""
    return _unit(make_noisy_swiss_roll(n_samples, random_state=0).clean)


def noisy_roll(n_samples: int) -> np.ndarray:
    """The Swiss roll projected to 25 features, and 25 features of noise."""
    return _unit(make_noisy_swiss_roll(n_samples, 25, 25, random_state=0).data)


def gaussian(n_samples: int) -> np.ndarray:
    """An isotropic Gaussian in 784 dimensions, like pictures of 28 x 28 pixels."""
    return _unit(np.random.default_rng(0).normal(size=(n_samples, 784)))


POINTS = {3: roll, 50: noisy_roll, 784: gaussian}
"""Functions that return points, by number of features."""


def gaussians(n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    """Nine overlapping Gaussians in 10 dimensions, and the class of each point."""
    made = make_gaussian_mixture(
        -(-n_samples // N_CLASSES), N_CLASSES, 10, center_sd=1.3, class_sd=1.0, random_state=7
    )
    return _some(made.data, made.target, n_samples)


def spiral(n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    """The spiral of the paper with nine classes, and the class of each point."""
    made = make_spiral_classes(
        N_CLASSES, -(-n_samples // N_CLASSES), gap=0.1 / N_CLASSES, random_state=7
    )
    return _some(made.data, made.target, n_samples)


def _some(X: np.ndarray, y: np.ndarray, n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    rows = np.linspace(0, len(X) - 1, n_samples).astype(int)
    return _unit(X[rows]), y[rows]


def _unit(X: np.ndarray) -> np.ndarray:
    X = X - X.mean(axis=0)
    return X / np.sqrt((X**2).sum(axis=1).mean())
