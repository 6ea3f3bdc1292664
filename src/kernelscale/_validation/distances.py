"""Distances of all pairs: symmetric, non-negative, zero on the diagonal."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.spatial.distance import squareform

from .limits import SMALLEST_SPREAD
from .numbers import as_numeric, check_finite, check_largest

__all__ = ["check_distances", "check_rows_of_distances"]


def check_distances(X: Any, *, name: str = "X", distinct: bool = True) -> np.ndarray:
    """Return distances of all pairs as a symmetric float64 array of shape (n_samples, n_samples).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_samples) or (n_samples * (n_samples - 1) / 2,)
        Distances, not squared; condensed (SciPy's pdist) if it has one dimension.
    name : str
        What to call the array in messages.
    distinct : bool
        Whether at least two points have to be apart.

    Raises
    ------
    ValueError, TypeError
        If an entry is not a number, negative or too large, the array is not square or not
        symmetric, or its diagonal is not zero.
    """
    array = as_numeric(X, name)
    distances = array.astype(np.float64, copy=False)
    if distances.ndim == 1:
        distances = _square_of_condensed(distances, name)
    if distances.ndim != 2 or distances.shape[0] != distances.shape[1] or len(distances) < 2:
        raise ValueError(
            f"{name} must hold the distances of all pairs, n_samples by n_samples (or condensed), "
            f"of at least 2 points, but its shape is {array.shape}."
        )
    check_finite(distances, name)
    largest = float(np.abs(distances).max())
    # What rounding leaves, in the precision in which the distances came.
    _check_metric(distances, (1e-5 if array.dtype == np.float32 else 1e-8) * largest, name)
    check_largest(largest, name)
    if distinct and largest < SMALLEST_SPREAD:
        raise ValueError(
            f"The largest distance in {name} is {largest:.3g}, so all points are the same or the "
            f"square underflows; at least two must be {SMALLEST_SPREAD:.0e} apart."
        )
    return _exactly_symmetric(distances)


def check_rows_of_distances(X: Any, n_samples: int, *, name: str = "X") -> np.ndarray:
    """Return distances of new points to `n_samples` others as an array (n_new, n_samples)."""
    distances = as_numeric(X, name).astype(np.float64, copy=False)
    if distances.ndim != 2 or distances.shape[1] != n_samples or len(distances) == 0:
        raise ValueError(
            f"{name} must hold the distances of new rows to all {n_samples} training rows, one "
            f"row each, but its shape is {distances.shape}."
        )
    check_finite(distances, name)
    if distances.min() < 0:
        row, column = np.argwhere(distances < 0)[0]
        raise ValueError(
            f"{name} is not a matrix of distances: {distances[row, column]:.6g} in row {row}, "
            f"column {column} is negative."
        )
    check_largest(float(distances.max()), name)
    return distances


def _square_of_condensed(distances: np.ndarray, name: str) -> np.ndarray:
    n_samples = (1 + math.isqrt(1 + 8 * len(distances))) // 2
    if n_samples * (n_samples - 1) // 2 != len(distances) or n_samples < 2:
        raise ValueError(
            f"{name} has {len(distances)} condensed distances, but n points have n (n - 1) / 2, "
            f"such as 1, 3, 6 or 10."
        )
    return squareform(distances, checks=False)


def _check_metric(distances: np.ndarray, tolerance: float, name: str) -> None:
    for wrong, what in (
        (distances < -tolerance, "is negative"),
        (np.diag(np.abs(np.diag(distances)) > tolerance), "is not zero on the diagonal"),
        (np.abs(distances - distances.T) > tolerance, "is not the same as its mirror image"),
    ):
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise ValueError(
                f"{name} is not a matrix of distances: {distances[row, column]:.6g} in row {row}, "
                f"column {column} {what}; it must be symmetric, non-negative and zero on the "
                f"diagonal."
            )


def _exactly_symmetric(distances: np.ndarray) -> np.ndarray:
    """The same distances where there is nothing to mend, else a mended copy."""
    exact = not np.diag(distances).any() and distances.min() >= 0
    if exact and np.array_equal(distances, distances.T):
        return distances
    mended = np.maximum((distances + distances.T) / 2, 0.0)
    np.fill_diagonal(mended, 0.0)
    return mended
