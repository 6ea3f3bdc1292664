"""Manifolds of known dimension, with noise and without."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball

__all__ = ["SETS"]

Points = Callable[[int, int], np.ndarray]


def _papers_roll(noise_sd: float) -> Points:
    return lambda n, seed: make_noisy_swiss_roll(n, noise_sd=noise_sd, random_state=seed).data


def _in_noise(manifold: Points, n_features: int, noise_sd: float) -> Points:
    """A manifold rotated into `n_features` features, with noise in each feature."""

    def points(n: int, seed: int) -> np.ndarray:
        clean = manifold(n, seed)
        random = np.random.default_rng([seed, 1])
        axes = np.linalg.qr(random.normal(size=(n_features, clean.shape[1])))[0]
        return clean @ axes.T + noise_sd * random.normal(size=(n, n_features))

    return points


def _roll(n: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    angle = random.uniform(1.5 * np.pi, 4.5 * np.pi, n)
    return np.c_[angle * np.cos(angle), random.uniform(0, 21, n), angle * np.sin(angle)]


def _sphere(n_dims: int) -> Points:
    def points(n: int, seed: int) -> np.ndarray:
        z = np.random.default_rng(seed).normal(size=(n, n_dims + 1))
        return z / np.linalg.norm(z, axis=1)[:, None]

    return points


def _cube(n_dims: int) -> Points:
    return lambda n, seed: np.random.default_rng(seed).uniform(-1, 1, (n, n_dims))


def _gaussian(scales: np.ndarray) -> Points:
    return lambda n, seed: np.random.default_rng(seed).normal(size=(n, len(scales))) * scales


def _ball(n_dims: int) -> Points:
    return lambda n, seed: solid_ball(n, n_dims, np.random.default_rng(seed))


SETS: dict[str, tuple[int, Points]] = {
    "paper's roll, noise 0": (2, _papers_roll(0.0)),
    "paper's roll, noise 1": (2, _papers_roll(1.0)),
    "paper's roll, noise 5": (2, _papers_roll(5.0)),
    "paper's roll, noise 20": (2, _papers_roll(20.0)),
    "roll in 20 features, noise 0.3": (2, _in_noise(_roll, 20, 0.3)),
    "roll in 20 features, noise 1": (2, _in_noise(_roll, 20, 1.0)),
    "roll in 3 features, noise 0.3": (2, _in_noise(_roll, 3, 0.3)),
    "sphere in 10 features, noise 0.05": (2, _in_noise(_sphere(2), 10, 0.05)),
    "sphere in 10 features, noise 0.15": (2, _in_noise(_sphere(2), 10, 0.15)),
    "circle in 10 features, noise 0.03": (1, _in_noise(_sphere(1), 10, 0.03)),
    "circle in 10 features, noise 0.1": (1, _in_noise(_sphere(1), 10, 0.1)),
    "square in 20 features, noise 0.2": (2, _in_noise(_cube(2), 20, 0.2)),
    "5-cube in 30 features, noise 0.2": (5, _in_noise(_cube(5), 30, 0.2)),
    "3-ball": (3, _ball(3)),
    "10-ball": (10, _ball(10)),
    "10-sphere": (10, _sphere(10)),
    "Gaussian in 20": (20, _gaussian(np.ones(20))),
    "Gaussian, sd 1 to 10 in 8": (8, _gaussian(np.array([10, 10, 5, 5, 1, 1, 1, 1.0]))),
}
"""For each set its dimension, and a function of a number of rows and a seed that returns points."""
