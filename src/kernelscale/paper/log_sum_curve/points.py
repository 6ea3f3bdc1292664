"""The data sets of this experiment, of known dimension: points from their number and a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...datasets.synthetic import make_gaussian_mixture, make_noisy_swiss_roll
from .findings import N_WHITE

__all__ = ["MANIFOLDS", "SETS", "Manifold"]

Make = Callable[[int, int], np.ndarray]


def _circle(n: int, seed: int) -> np.ndarray:
    angle = np.random.default_rng(seed).uniform(0, 2 * np.pi, n)
    return np.column_stack([np.cos(angle), np.sin(angle)])


SETS: dict[str, Make] = {
    "circle": _circle,
    "square": lambda n, seed: np.random.default_rng(seed).uniform(size=(n, 2)),
    "Swiss roll": lambda n, seed: make_noisy_swiss_roll(n, random_state=seed).clean,
    "noisy Swiss roll": lambda n, seed: (
        make_noisy_swiss_roll(n, noise_sd=20.0, random_state=seed).data
    ),
    "Gaussian mixture": lambda n, seed: (
        make_gaussian_mixture(n // 2, class_sd=0.3, random_state=seed).data
    ),
    "white noise": lambda n, seed: np.random.default_rng(seed).standard_normal((n, N_WHITE)),
}
"""The theta of both Swiss rolls is uniform, as in Section 4.1.1 of the paper. Their points are
therefore not uniformly distributed by area."""


def _even_roll(n: int, seed: int) -> np.ndarray:
    """A Swiss roll whose points are uniformly distributed by area."""
    random = np.random.default_rng(seed)
    theta = np.linspace(1.5 * np.pi, 4.5 * np.pi, 2000)
    length = theta * np.sqrt(1 + theta**2) + np.arcsinh(theta)  # of the spiral, up to a factor
    theta = np.interp(random.uniform(length[0], length[-1], n), length, theta)
    h = random.uniform(0, 100, n)
    return np.column_stack([6 * theta * np.cos(theta), h, 6 * theta * np.sin(theta)])


def _sphere(n: int, seed: int) -> np.ndarray:
    points = np.random.default_rng(seed).standard_normal((n, 4))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _torus(n: int, seed: int) -> np.ndarray:
    angles = np.random.default_rng(seed).uniform(0, 2 * np.pi, (n, 3))
    return np.concatenate([np.cos(angles), np.sin(angles)], axis=1)


class Manifold(NamedTuple):
    """A manifold, on which points are uniformly distributed, and its dimension."""

    make: Make
    dimension: int


MANIFOLDS = {
    "Swiss roll, uniform by area": Manifold(_even_roll, 2),
    "3-sphere": Manifold(_sphere, 3),
    "3-torus": Manifold(_torus, 3),
}
"""Manifolds of which only the slope is measured. The sphere and the torus have no boundary."""
