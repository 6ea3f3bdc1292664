"""One tile in NumPy: the plain formula of every statistic, and the oracle of faster twins."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..histogram import BINS_PER_OCTAVE

__all__ = [
    "class_row_sums",
    "distance_bins",
    "distance_histogram",
    "kernel_sums",
    "row_sums",
    "smallest",
]

# exp(-700) = 1e-304 is still a normal number; beyond it processors slow down twentyfold
# and no sum that holds the diagonal can tell the difference.
LARGEST_EXPONENT = 700.0
_MANTISSA_SHIFT = 52 - (BINS_PER_OCTAVE.bit_length() - 1)


def _kernels(r: np.ndarray, scales: np.ndarray) -> Iterator[np.ndarray]:
    """exp(-r / 2 eps) for each scale in turn; the array is reused."""
    K = np.empty_like(r)
    for scale in scales:
        with np.errstate(over="ignore"):  # minus infinity is cut off like the rest
            np.multiply(r, -0.5 / scale, out=K)
        np.maximum(K, -LARGEST_EXPONENT, out=K)
        yield np.exp(K, out=K)


def kernel_sums(r: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Sums of K and of r K over a tile, of shape (2, n_scales)."""
    flat = r.ravel()
    return np.array([(K.sum(), flat @ K.ravel()) for K in _kernels(r, scales)]).T


def row_sums(r: np.ndarray, scales: np.ndarray, on_diagonal: bool) -> tuple[np.ndarray, np.ndarray]:
    """Sums along rows and along columns, of shapes (n_rows, n_scales), (n_columns, n_scales)."""
    by_row = np.empty((r.shape[0], len(scales)))
    by_column = np.empty((r.shape[1], len(scales)))
    for position, K in enumerate(_kernels(r, scales)):
        if on_diagonal:
            np.fill_diagonal(K, 0.0)
        by_row[:, position] = K.sum(axis=1)
        by_column[:, position] = K.sum(axis=0)
    return by_row, by_column


def class_row_sums(
    r: np.ndarray, scales: np.ndarray, on_diagonal: bool, same: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Like `row_sums`, for all points and for those of the same class: (2, n, n_scales) each."""
    by_row = np.empty((2, r.shape[0], len(scales)))
    by_column = np.empty((2, r.shape[1], len(scales)))
    for position, K in enumerate(_kernels(r, scales)):
        if on_diagonal:
            np.fill_diagonal(K, 0.0)
        for which in (0, 1):
            if which == 1:
                K *= same
            by_row[which, :, position] = K.sum(axis=1)
            by_column[which, :, position] = K.sum(axis=0)
    return by_row, by_column


def _bins(quotients: np.ndarray) -> np.ndarray:
    """Leading bits of each number, which are its logarithmic bin."""
    return quotients.view(np.int64) >> _MANTISSA_SHIFT


def distance_bins(r: np.ndarray, unit: float) -> np.ndarray:
    """Logarithmic bin of each squared distance, that of r / unit; same shape."""
    return _bins(r / unit)


def distance_histogram(
    r: np.ndarray, unit: float
) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """Counts and sums of q and of q^2, q = r / unit, in logarithmic bins from a first one on."""
    q = (r / unit).ravel()
    bins = _bins(q)
    first = int(bins.min())
    bins -= first
    return first, np.bincount(bins), np.bincount(bins, weights=q), np.bincount(bins, weights=q * q)


def smallest(r: np.ndarray, n_smallest: int) -> tuple[np.ndarray, np.ndarray]:
    """The `n_smallest` entries of each row, ascending, and their columns; fewer if r is narrow."""
    n_kept = min(n_smallest, r.shape[1])
    positions = np.argpartition(r, n_kept - 1, axis=1)[:, :n_kept]
    values = np.take_along_axis(r, positions, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    return np.take_along_axis(values, order, axis=1), np.take_along_axis(positions, order, axis=1)
