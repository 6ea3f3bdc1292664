"""Angles between the directions from a point to its neighbours, described by von Mises fits.

The higher the dimension, the closer the angles between random directions are to 90 degrees. A von
Mises distribution is fitted to the angles of all pairs of the k nearest neighbours of a point. Its
parameters are the mean angle and the concentration tau.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import i0e, i1e

from ...engine.machine.blas import one_blas_thread

__all__ = ["Angles", "concentration", "neighbor_angles"]

# The largest mean resultant length, with a tau of about 500. Without this limit tau is infinite if
# all angles are equal.
LARGEST_RESULTANT = 0.999
_BLOCK_ENTRIES = 2**21  # number of differences in memory at a time: 16 MiB


class Angles(NamedTuple):
    """The `mean` angle, 0 to pi, and the `concentration` at each point, both of shape (n_rows,)."""

    mean: np.ndarray
    concentration: np.ndarray


def neighbor_angles(points: np.ndarray, rows: np.ndarray, neighbors: np.ndarray) -> Angles:
    """Mean angle and concentration at some of the points.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        All points.
    rows : ndarray of shape (n_rows,)
        Indices of the points at which the angles are computed.
    neighbors : ndarray of shape (n_rows, k)
        Indices of the k nearest neighbours of these points, all at a distance above 0.

    Returns
    -------
    Angles
        ``atan2(S, C)`` and the tau whose mean resultant length is ``hypot(C, S)``, where C and S
        are the mean cosine and sine of the angles of all pairs of neighbours.

    Examples
    --------
    Two neighbours in perpendicular directions.

    >>> corner = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
    >>> angles = neighbor_angles(corner, np.array([0]), np.array([[1, 2]]))
    >>> np.degrees(angles.mean).round(6)
    array([90.])
    """
    size = max(1, _BLOCK_ENTRIES // (neighbors.shape[1] * points.shape[1]))
    with one_blas_thread():
        blocks = [
            _mean_cosine_and_sine(
                points, rows[start : start + size], neighbors[start : start + size]
            )
            for start in range(0, len(rows), size)
        ]
    cosine, sine = np.concatenate(blocks, axis=1)
    return Angles(np.arctan2(sine, cosine), concentration(np.hypot(cosine, sine)))


def _mean_cosine_and_sine(
    points: np.ndarray, rows: np.ndarray, neighbors: np.ndarray
) -> np.ndarray:
    """Mean cosine and sine over all pairs of neighbours, of shape (2, n_rows)."""
    towards = points[neighbors] - points[rows, None]
    towards /= np.linalg.norm(towards, axis=2, keepdims=True)
    first, second = np.triu_indices(neighbors.shape[1], 1)
    cosines = np.matmul(towards, towards.transpose(0, 2, 1))[:, first, second]
    np.clip(cosines, -1, 1, out=cosines)
    return np.array([cosines.mean(axis=1), np.sqrt(1 - cosines**2).mean(axis=1)])


def concentration(resultant: np.ndarray) -> np.ndarray:
    """The tau for which ``I_1(tau) / I_0(tau)`` is the mean resultant length, limited to 0.999.

    Examples
    --------
    Evenly spread angles have a resultant length of 0, and so a concentration of 0.

    >>> concentration(np.array([0.0, 0.9])).round(4)
    array([0.    , 5.3047])
    """
    eta = np.clip(resultant, 1e-9, LARGEST_RESULTANT)
    tau = _approximate_concentration(eta)
    for _ in range(4):  # Newton steps reduce an error of 0.4 % to rounding
        ratio = i1e(tau) / i0e(tau)
        tau = tau - (ratio - eta) / (1 - ratio**2 - ratio / tau)
    return tau


def _approximate_concentration(eta: np.ndarray) -> np.ndarray:
    """Fisher's approximation on three intervals (Statistical Analysis of Circular Data, 1993)."""
    low = 2 * eta + eta**3 + 5 * eta**5 / 6
    middle = -0.4 + 1.39 * eta + 0.43 / (1 - eta)
    high = 1 / (eta**3 - 4 * eta**2 + 3 * eta)
    return np.where(eta < 0.53, low, np.where(eta < 0.85, middle, high))
