"""Points whose neighbours are searched: a Swiss roll, and a mixture of Gaussians."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["SETS"]

N_FEATURES = 50


def roll(n_samples: int) -> np.ndarray:
    """A Swiss roll rotated into 50 dimensions, with noise of standard deviation 0.1."""
    random = np.random.default_rng(0)
    t = 1.5 * np.pi * (1 + 2 * random.random(n_samples))
    sheet = np.c_[t * np.cos(t), 21 * random.random(n_samples), t * np.sin(t)]
    turn = np.linalg.qr(random.standard_normal((N_FEATURES, N_FEATURES)))[0][:3]
    return sheet @ turn + 0.1 * random.standard_normal((n_samples, N_FEATURES))


def mixture(n_samples: int) -> np.ndarray:
    """Twenty Gaussians of standard deviation 1; the means are drawn with standard deviation 3."""
    random = np.random.default_rng(0)
    means = 3 * random.standard_normal((20, N_FEATURES))
    group = random.integers(20, size=n_samples)
    return means[group] + random.standard_normal((n_samples, N_FEATURES))


SETS: dict[str, Callable[[int], np.ndarray]] = {"roll": roll, "mixture": mixture}
"""Functions of a number of rows that return points of shape (n_samples, 50), by name."""
