"""Checks of points: rows by features, finite, and not all the same."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
from scipy import sparse

from ..stored_rows import StoredRows
from .arrays import as_array
from .limits import SMALLEST_SPREAD
from .numbers import as_numeric, check_finite, check_largest, refuse_not_finite
from .shown import shown

__all__ = [
    "check_feature_scale",
    "check_points",
    "check_rows",
    "check_shape_of_points",
    "check_spread",
    "check_vectors",
]


def check_points(
    X: Any, *, name: str = "X", min_rows: int = 2, distinct: bool = True
) -> np.ndarray:
    """Return `X` as a finite float64 array of shape (n_samples, n_features), in C order.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Dense numbers: an array, nested list, data frame or memory map; or `StoredRows`, which are
        checked block by block and returned as they are.
    name : str
        Name of the array in messages.
    min_rows : int
        Fewest rows allowed.
    distinct : bool
        Whether at least two rows have to differ.

    Raises
    ------
    ValueError, TypeError
        If the shape or an entry is not valid, or all rows are the same although `distinct` is True.
    """
    if sparse.issparse(X):
        raise TypeError(
            f"{name} is a sparse {type(X).__name__}, but a dense array is needed; pass "
            f"{name}.toarray() if it fits in memory, or a few components of it, such as "
            f"those of sklearn.decomposition.TruncatedSVD(50); DiffusionMap(), the map of nearest "
            f"neighbours, takes sparse rows."
        )
    if isinstance(X, StoredRows):
        _check_blocks(X, name, min_rows, distinct)
        return cast("np.ndarray", X)  # callers index it like an array
    array = as_numeric(X, name)
    check_shape_of_points(array, name, min_rows)
    points = array.astype(np.float64, order="C", copy=False)  # so that sums have a fixed order
    check_finite(points, name)
    _check_magnitude(points, name, distinct)
    return points


def check_shape_of_points(array: Any, name: str, min_rows: int) -> None:
    """Refuse dense or sparse arrays that lack two dimensions, a feature or `min_rows` rows."""
    if array.ndim != 2:
        raise ValueError(
            f"{name} must have two dimensions, rows by features, but its shape is {array.shape}. "
            f"Reshape your data with X.reshape(-1, 1) if it has a single feature"
            f"{_or_condensed(array)}."
        )
    n_rows, n_features = array.shape
    if n_features == 0:
        raise ValueError(
            f"{name} has 0 feature(s) (shape={array.shape}) while a minimum of 1 is required."
        )
    if n_rows < min_rows:
        raise ValueError(
            f"{name} has too few rows: n_samples = {n_rows}, but at least {min_rows} are needed."
        )


def _or_condensed(array: Any) -> str:
    """A hint to pass metric="precomputed" if the numbers could be condensed distances."""
    n_samples = (1 + math.isqrt(1 + 8 * array.size)) // 2
    fits = array.ndim == 1 and 2 < array.size == n_samples * (n_samples - 1) // 2
    if not fits or sparse.issparse(array) or not (array >= 0).all():
        return ""
    return f", or pass metric='precomputed' if it holds the distances of {n_samples} rows"


def _check_magnitude(points: np.ndarray, name: str, distinct: bool) -> None:
    _check_extent(points.min(axis=0), points.max(axis=0), len(points), name, distinct)


def _check_blocks(blocks: StoredRows, name: str, min_rows: int, distinct: bool) -> None:
    """Apply the checks of `check_points` to `StoredRows`; each block is read once."""
    check_shape_of_points(blocks, name, min_rows)
    found = blocks.moments
    if found.not_finite is not None:
        refuse_not_finite(*found.not_finite, name)
    _check_extent(found.low, found.high, len(blocks), name, distinct)


def _check_extent(
    low: np.ndarray, high: np.ndarray, n_rows: int, name: str, distinct: bool
) -> None:
    check_largest(max(-low.min(), high.max()), name)
    if not distinct:
        return
    check_spread((high - low).max(), n_rows, name)


def check_spread(spread: float, n_rows: int, name: str) -> None:
    """Refuse rows that differ by less than `SMALLEST_SPREAD` in every feature."""
    if spread == 0:
        raise ValueError(
            f"All {n_rows} rows of {name} are the same point, so no scale can be "
            f"chosen; at least two rows must differ."
        )
    if spread < SMALLEST_SPREAD:
        raise ValueError(
            f"{name} has a spread of only {spread:.3g}, too small for sums of squares; "
            f"rescale it above {SMALLEST_SPREAD:.0e}."
        )


def check_feature_scale(scale: Any, n_features: int) -> np.ndarray:
    """Return one non-negative factor for each feature as a float64 array of shape (n_features,)."""
    factors = as_numeric(scale, "scale").astype(np.float64)
    if factors.shape != (n_features,):
        raise ValueError(
            f"scale must have one factor for each of the {n_features} feature(s), but its shape "
            f"is {factors.shape}."
        )
    bad = ~((factors >= 0) & (factors < np.inf))
    if bad.any():
        raise ValueError(
            f"scale must be finite and not negative, but its entry {np.argmax(bad)} is "
            f"{factors[bad][0]}."
        )
    return factors


def check_vectors(vectors: Any, name: str) -> np.ndarray:
    """Return finite numbers as a float64 array."""
    array = as_numeric(vectors, name).astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, but holds NaN or infinity.")
    return array


def check_rows(rows: Any, n_samples: int) -> np.ndarray:
    """Return indices of some of `n_samples` rows, each once, as an integer array."""
    indices = as_array(rows, "rows")
    if indices.ndim != 1 or len(indices) == 0 or indices.dtype.kind not in "iu":
        raise ValueError(
            f"rows must be a list of at least one row index, but {shown(rows)} was given."
        )
    if indices.min() < 0 or indices.max() >= n_samples:
        worst = indices.min() if indices.min() < 0 else indices.max()
        raise ValueError(f"rows must be indices from 0 to {n_samples - 1}, but {worst} was given.")
    if len(np.unique(indices)) < len(indices):
        raise ValueError("rows must name each row once, but one is named twice.")
    return indices.astype(np.int64)
