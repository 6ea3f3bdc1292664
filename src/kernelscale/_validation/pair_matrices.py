"""Checks of the distances of all pairs and of kernel matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.spatial.distance import squareform

from ..stored_rows import StoredRows
from .limits import SMALLEST_SPREAD
from .numbers import as_numeric, check_finite, check_largest

__all__ = [
    "check_distances",
    "check_kernel",
    "check_rows_of_distances",
    "check_square",
    "look_like_distances",
]

ROWS_AT_ONCE = 64


def check_distances(
    X: Any, *, name: str = "X", distinct: bool = True, memory_limit: float = math.inf
) -> np.ndarray:
    """Return distances of all pairs as a symmetric float64 array, (n_samples, n_samples), C order.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_samples) or (n_samples * (n_samples - 1) / 2,)
        Distances, not squared; an array of one dimension holds condensed distances, as SciPy's
        pdist returns them.
    name : str
        Name of the array in messages.
    distinct : bool
        Whether at least two points have to differ.
    memory_limit : float
        Number of bytes that a square copy may take, if a copy is needed.

    Raises
    ------
    ValueError, TypeError
        If an entry is negative, too large or not a number, the array is neither square nor
        condensed, a square array is not symmetric or its diagonal is not zero, or all points are
        the same although `distinct` is True.
    MemoryError
        If a copy is needed and does not fit.
    """
    array = as_numeric(X, name)
    n_samples = _n_points(array, name)
    copied = array.ndim == 1 or array.dtype != np.float64
    _check_copy(n_samples if copied else 0, memory_limit, name)
    distances = array.astype(np.float64, copy=False)
    distances = squareform(distances, checks=False) if array.ndim == 1 else distances
    check_finite(distances, name)
    largest = max(float(distances.max()), -float(distances.min()))
    # Rounding errors are allowed, up to the precision of the given numbers.
    tolerance = (1e-5 if array.dtype == np.float32 else 1e-8) * largest
    exact = _check_metric(distances, tolerance, name)
    check_largest(largest, name)
    if distinct and largest < SMALLEST_SPREAD:
        raise ValueError(
            f"The largest distance in {name} is {largest:.3g}, so all points are the same or the "
            f"square underflows; at least two must be {SMALLEST_SPREAD:.0e} apart."
        )
    if exact and distances.flags.f_contiguous:
        return distances.T  # symmetric, so this is the same matrix in C order
    if exact and distances.flags.c_contiguous:
        return distances
    _check_copy(n_samples, memory_limit, name)
    return np.ascontiguousarray(distances) if exact else _mended(distances)


def _n_points(array: np.ndarray, name: str) -> int:
    if array.ndim == 1:
        n_samples = (1 + math.isqrt(1 + 8 * len(array))) // 2
        if n_samples * (n_samples - 1) // 2 != len(array) or n_samples < 2:
            raise ValueError(
                f"{name} has {len(array)} condensed distances, but n points have n (n - 1) / 2, "
                f"such as 1, 3, 6 or 10."
            )
        return n_samples
    if array.ndim != 2 or array.shape[0] != array.shape[1] or len(array) < 2:
        raise ValueError(
            f"{name} must hold the distances of all pairs, n_samples by n_samples (or condensed), "
            f"of at least 2 points, but its shape is {array.shape}."
        )
    return len(array)


def _check_copy(n_samples: int, memory_limit: float, name: str) -> None:
    if 8 * n_samples**2 > memory_limit:
        raise MemoryError(
            f"{name} has to be copied into a square float64 matrix, which takes "
            f"{8 * n_samples**2 / 2**20:.0f} MiB, but memory_limit is {memory_limit / 2**20:.0f} "
            f"MiB; raise it or pass an exactly symmetric, contiguous float64 matrix."
        )


def _check_metric(distances: np.ndarray, tolerance: float, name: str) -> bool:
    """Refuse an array that does not hold distances; return whether it has no rounding errors."""
    exact = True
    for start in range(0, len(distances), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        block, mirrored = distances[rows], distances[:, rows].T
        diagonal = np.arange(len(block)), np.arange(start, start + len(block))
        off = np.zeros(block.shape, dtype=bool)
        off[diagonal] = np.abs(block[diagonal]) > tolerance
        for wrong, what in (
            (block < -tolerance, "is negative"),
            (off, "is not zero on the diagonal"),
            (
                np.abs(block - mirrored) > tolerance,
                "is not the same as its mirror image (to use the mean of both, pass (D + D.T) / 2)",
            ),
        ):
            if wrong.any():
                row, column = np.argwhere(wrong)[0]
                raise ValueError(
                    f"{name} is not a matrix of distances: {block[row, column]:.6g} in row "
                    f"{start + row}, column {column} {what}; it must be symmetric, non-negative "
                    f"and zero on the diagonal."
                )
        exact = exact and not block[diagonal].any() and block.min() >= 0
        exact = exact and np.array_equal(block, mirrored)
    return exact


def look_like_distances(points: np.ndarray) -> bool:
    """Whether an array that was passed as points could be the distances of all pairs."""
    n_samples = len(points)
    # Two rows of two features often look like distances by chance.
    if points.shape != (n_samples, n_samples) or n_samples < 3:
        return False
    if isinstance(points, StoredRows):
        if not points.fits:
            return False
        points = np.asarray(points)
    if not points.any():
        return False
    # Rounding errors of single precision are allowed.
    tolerance = 1e-5 * max(float(points.max()), -float(points.min()))
    if (np.abs(points.diagonal()) > tolerance).any():
        return False
    try:
        _check_metric(points, tolerance, "X")
    except ValueError:
        return False
    return True


def _mended(distances: np.ndarray) -> np.ndarray:
    """A copy that is exactly symmetric, non-negative and zero on the diagonal."""
    mended = np.add(distances, distances.T, order="C")
    mended /= 2
    np.maximum(mended, 0.0, out=mended)
    np.fill_diagonal(mended, 0.0)
    return mended


def check_rows_of_distances(X: Any, n_samples: int | None = None, *, name: str = "X") -> np.ndarray:
    """Return distances of new rows to `n_samples` training rows, or to any number if it is None."""
    distances = as_numeric(X, name).astype(np.float64, order="C", copy=False)
    if distances.ndim != 2 or distances.size == 0 or n_samples not in (None, distances.shape[1]):
        of = "all training rows" if n_samples is None else f"all {n_samples} training rows"
        raise ValueError(
            f"{name} must hold the distances of new rows to {of}, in one row for each new row, but "
            f"its shape is {distances.shape}."
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


def check_square(K: Any, name: str = "K") -> np.ndarray:
    """Return a square matrix of numbers; its entries are not checked."""
    matrix = as_numeric(K, name)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(f"{name} must be a square matrix, but its shape is {matrix.shape}.")
    return matrix


def check_kernel(K: Any, *, name: str = "K") -> np.ndarray:
    """Return a kernel matrix as a float64 array of shape (n_samples, n_samples).

    Raises
    ------
    ValueError, TypeError
        If it is not square, symmetric and finite, or a row has no positive sum.
    """
    kernel = check_square(K, name).astype(np.float64, order="C", copy=False)
    check_finite(kernel, name)
    if not np.array_equal(kernel, kernel.T) and not np.allclose(kernel, kernel.T, atol=1e-12):
        raise ValueError(f"{name} is not symmetric, but a kernel must be.")
    sums = kernel.sum(axis=1)
    if sums.min() <= 0:
        raise ValueError(
            f"Row {np.argmin(sums)} of {name} sums to {sums.min():.3g}, but it must exceed 0."
        )
    return kernel
