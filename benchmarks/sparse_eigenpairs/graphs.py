"""Graphs of nearest neighbours with self-tuned weights; many eigenvalues are close to 1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, eye
from sklearn.neighbors import NearestNeighbors


def roll(n_samples: int) -> np.ndarray:
    """A Swiss roll in three features, so long that the leading coordinates are waves along it."""
    random = np.random.default_rng(0)
    angle = 1.5 * np.pi * (1 + 2 * random.uniform(size=n_samples))
    height = 21 * random.uniform(size=n_samples)
    return np.c_[angle * np.cos(angle), height, angle * np.sin(angle)]


def mixture(n_samples: int) -> np.ndarray:
    """Twenty weakly linked classes in 50 features: 19 eigenvalues near 1, then a gap."""
    random = np.random.default_rng(0)
    centres = random.normal(size=(20, 50))
    return centres[random.integers(20, size=n_samples)] + random.normal(size=(n_samples, 50))


SETS: dict[str, Callable[[int], np.ndarray]] = {"roll": roll, "mixture": mixture}


def kernel(X: np.ndarray, n_neighbors: int) -> csr_array:
    """Kernel values between rows if one is among the nearest neighbours of the other, else 0.

    The diagonal is 1.
    """
    distances, others = NearestNeighbors(n_neighbors=n_neighbors).fit(X).kneighbors()
    widths = distances[:, -1]
    rows = np.repeat(np.arange(len(X)), n_neighbors)
    weights = np.exp(-(distances.ravel() ** 2) / (widths[rows] * widths[others.ravel()]))
    K = csr_array((weights, (rows, others.ravel())), shape=(len(X), len(X)))
    return csr_array(K.maximum(K.T) + eye(len(X), format="csr"))
