"""Two data sets with nine classes: Gaussians in ten dimensions, and the spiral of the paper."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

N_CLASSES = 9
SEED = 7


def gaussians(n_samples: int) -> np.ndarray:
    """Nine unit Gaussians; their centres are drawn with a standard deviation of 1.3."""
    random = np.random.default_rng(SEED)
    centres = 1.3 * random.normal(size=(N_CLASSES, 10))
    return _normalised(centres[_classes(n_samples)] + random.normal(size=(n_samples, 10)))


def spiral(n_samples: int) -> np.ndarray:
    """The spiral of the paper, three turns in space, divided into nine classes."""
    random = np.random.default_rng(SEED)
    along = (_classes(n_samples) + 0.9 * random.uniform(0, 1, n_samples)) / N_CLASSES
    angle = 6 * np.pi * along
    curve = np.c_[angle * np.cos(angle), angle * np.sin(angle), along**3 - along**2]
    return _normalised(curve + 0.4 * random.normal(size=(n_samples, 3)))


def _classes(n_samples: int) -> np.ndarray:
    return np.sort(np.arange(n_samples) % N_CLASSES)


def _normalised(X: np.ndarray) -> np.ndarray:
    """Points centred and scaled to unit root mean square radius, so that the same scales
    suit both sets.
    """
    X = X - X.mean(axis=0)
    return X / np.sqrt((X**2).sum(axis=1).mean())


SETS: dict[str, Callable[[int], np.ndarray]] = {"9 Gaussians": gaussians, "spiral": spiral}
