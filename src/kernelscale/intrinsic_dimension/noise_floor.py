"""Noise of one size in many directions, told from the spread of the data by random matrix theory.

Independent noise of one standard deviation gives the smallest principal variances all the same
size: for q directions and n points they lie, up to rounding of the edges, between
``v (1 - sqrt(q/n))^2`` and ``v (1 + sqrt(q/n))^2`` (Marchenko and Pastur 1967). Curvature does not:
its variances fall off. So a flat tail well below the rest is noise, and taking its directions away
leaves the manifold, whatever its shape, with no more noise than lies along it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..distances import centred_points
from ..engine.machine.blas import one_blas_thread

__all__ = ["NoiseFloor", "find_noise_floor", "without_noise"]

FEWEST_DIRECTIONS = 3  # two variances are of one size by chance
SMALLEST_GAP = 4.0  # the rest has at least twice the noise's standard deviation
EDGE_WIDTH = 8.0  # of the edges' fluctuation, n^(-2/3), beyond which a tail is not flat


class NoiseFloor(NamedTuple):
    """What was taken for noise.

    Attributes
    ----------
    n_kept : int
        Leading principal directions that stand above it.
    sd : float
        Its standard deviation along one direction, in units of the data; 0 if none was found.
    n_directions : int
        Directions it fills beside those kept.
    """

    n_kept: int
    sd: float
    n_directions: int

    @property
    def distance(self) -> float:
        """Root mean squared distance of two points that differ by the noise taken away alone."""
        return float(self.sd * np.sqrt(2 * self.n_directions))


def find_noise_floor(points: np.ndarray) -> NoiseFloor:
    """The longest flat tail of the principal variances that lies well below the rest.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        The points.

    Examples
    --------
    A line in ten features, each with a little noise of its own.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> line = random.uniform(-1, 1, (500, 1)) @ random.normal(size=(1, 10))
    >>> floor = find_noise_floor(line + 0.05 * random.normal(size=(500, 10)))
    >>> floor.n_kept, floor.n_directions, round(floor.sd, 2)
    (1, 9, 0.05)
    """
    variances = _principal_axes(points)[0]
    n_kept = _first_of_flat_tail(variances, len(points))
    n_directions = len(variances) - n_kept
    floor = float(variances[n_kept:].mean()) if n_directions else 0.0
    if n_kept == 0 or n_directions == 0 or variances[n_kept - 1] < SMALLEST_GAP * floor:
        return NoiseFloor(len(variances), 0.0, 0)
    return NoiseFloor(n_kept, float(np.sqrt(floor)), n_directions)


def without_noise(points: np.ndarray, floor: NoiseFloor) -> np.ndarray:
    """The points in the directions that stand above the noise, of shape (n_samples, n_kept)."""
    if not floor.n_directions:
        return points
    axes = _principal_axes(points)[1][: floor.n_kept]
    with one_blas_thread():
        return np.ascontiguousarray(centred_points(points) @ axes.T)


def _principal_axes(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Variances along the principal axes, descending, and the axes as rows; idle ones left out."""
    with one_blas_thread():
        _, values, axes = np.linalg.svd(centred_points(points), full_matrices=False)
    used = values > 1e-6 * values[0]
    return values[used] ** 2 / len(points), axes[used]


def _first_of_flat_tail(variances: np.ndarray, n_samples: int) -> int:
    """Where the longest tail begins that could be noise of one size; past the end if none does."""
    slack = EDGE_WIDTH * n_samples ** (-2 / 3)
    for first in range(len(variances) - FEWEST_DIRECTIONS + 1):
        tail = variances[first:]
        edge = np.sqrt(len(tail) / n_samples)
        high, low = (1 + edge) ** 2 * (1 + slack), max(0.0, 1 - edge) ** 2 * (1 - slack)
        if low * tail.mean() <= tail[-1] and tail[0] <= high * tail.mean():
            return first
    return len(variances)
