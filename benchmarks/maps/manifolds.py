"""Manifolds with known parameters, drawn at random.

Each function takes a random generator and a number of rows, and returns the points and their
targets: parameters in units that give them equal weight, or classes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

__all__ = ["MANIFOLDS", "Manifold"]

Drawn = tuple[np.ndarray, np.ndarray]


class Manifold(NamedTuple):
    """A function `draw` that returns points and targets.

    `dimension` is the dimension of the manifold, or None if the targets are classes. For
    the tree, whose dimension is 1, it is the number of targets.
    """

    draw: Callable[[np.random.Generator, int], Drawn]
    dimension: int | None


def _turned(random: np.random.Generator, X: np.ndarray, n_features: int) -> np.ndarray:
    """Points embedded in `n_features` features and rotated at random."""
    axes = np.linalg.qr(random.standard_normal((n_features, n_features)))[0]
    return X @ axes[: X.shape[1]]


def _noisy(random: np.random.Generator, X: np.ndarray, sd: float) -> np.ndarray:
    return X + sd * random.standard_normal(X.shape)


def _on_roll(random: np.random.Generator, n: int) -> Drawn:
    angle, height = 1.5 * np.pi * (1 + 2 * random.random(n)), 21 * random.random(n)
    targets = np.column_stack([angle / (3 * np.pi), height / 21])
    return np.column_stack([angle * np.cos(angle), height, angle * np.sin(angle)]), targets


def _roll(random: np.random.Generator, n: int) -> Drawn:
    X, targets = _on_roll(random, n)
    return _noisy(random, X, 0.3), targets


def _noisy_roll(random: np.random.Generator, n: int) -> Drawn:
    X, targets = _on_roll(random, n)
    return _noisy(random, _turned(random, X, 50), 0.5), targets


def _sphere(random: np.random.Generator, n: int) -> Drawn:
    targets = random.standard_normal((n, 3))
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    return _noisy(random, _turned(random, targets, 30), 0.1), targets


def _torus(random: np.random.Generator, n: int) -> Drawn:
    u, v = 2 * np.pi * random.random((2, n))
    away = 2 + np.cos(v)
    X = np.column_stack([away * np.cos(u), away * np.sin(u), np.sin(v)])
    return X, np.column_stack([np.cos(u), np.sin(u), np.cos(v), np.sin(v)])


def _trefoil(random: np.random.Generator, n: int) -> Drawn:
    a = 2 * np.pi * random.random(n)
    X = np.column_stack(
        [np.sin(a) + 2 * np.sin(2 * a), np.cos(a) - 2 * np.cos(2 * a), -np.sin(3 * a)]
    )
    return _noisy(random, X, 0.05), np.column_stack([np.cos(a), np.sin(a)])


def _spiral(random: np.random.Generator, n: int) -> Drawn:
    """The outer two and a half turns of a spiral; rows are nearly uniform along the curve."""
    angle = 6 * np.pi * np.sqrt(random.uniform(0.02, 1, n))
    X = angle[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _noisy(random, X, 0.3), angle[:, None]


def _tree(random: np.random.Generator, n: int) -> Drawn:
    """Six straight branches in 50 dimensions, each starting at a point of an earlier branch.

    The targets are the first four principal components.
    """
    places = np.zeros((1, 50))
    for size in (len(part) for part in np.array_split(np.arange(n), 6)):
        direction = random.standard_normal(50)
        direction /= np.linalg.norm(direction)
        # The length does not depend on the number of rows.
        steps = 12 * np.arange(1, size + 1)[:, None] / size
        places = np.vstack([places, places[random.integers(len(places))] + steps * direction])
    places = places[1:]
    axes = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)[2]
    return _noisy(random, places, 0.15), places @ axes[:4].T


def _gaussian(random: np.random.Generator, n: int) -> Drawn:
    X = random.standard_normal((n, 5))
    return X, X


def _uneven_clusters(random: np.random.Generator, n: int) -> Drawn:
    y = np.arange(n) % 10
    centres, width = 1.2 * random.standard_normal((10, 50)), random.uniform(0.4, 1.4, 10)
    return centres[y] + width[y, None] * random.standard_normal((n, 50)), y


MANIFOLDS = {
    "Gaussian in 5 dimensions": Manifold(_gaussian, 5),
    "branching tree": Manifold(_tree, 4),
    "noisy roll": Manifold(_noisy_roll, 2),
    "roll": Manifold(_roll, 2),
    "sphere": Manifold(_sphere, 2),
    "spiral": Manifold(_spiral, 1),
    "torus": Manifold(_torus, 2),
    "trefoil": Manifold(_trefoil, 1),
    "uneven clusters": Manifold(_uneven_clusters, None),
}
