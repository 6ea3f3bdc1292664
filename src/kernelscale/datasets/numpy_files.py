"""Tables in files of NumPy: an array of features, and optionally labels and names."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.distance import squareform

from ..array_files import ArrayFileError, array_names, holds_one_array, read_array, read_arrays
from .column_entries import NUMERIC_KINDS
from .columns import Table, check_names
from .errors import ColumnError, DataError, listed
from .file_options import FileOptions

__all__ = ["from_arrays", "not_condensed", "read_numpy"]


def read_numpy(source: str, path: Path, options: FileOptions, *, condensed: bool = False) -> Table:
    """The table of the array in an .npy file, or of `X`, `y`, `feature_names` in an .npz file."""
    options.check_used(source)
    try:
        if holds_one_array(path):
            array = read_array(path)
            return from_arrays(source, _squared(source, array) if condensed else array)
        names = array_names(path)
        if "X" not in names:
            held = f"but has {listed(names)}" if names else "nor any other"
            raise DataError(
                f"{source} has no array 'X' {held}; X of shape (n_samples, n_features) is "
                f"needed, and y and feature_names are optional."
            )
        wanted = [name for name in ("X", "y", "feature_names") if name in names]
        arrays = read_arrays(path, wanted)
        arrays["X"] = _squared(source, arrays["X"]) if condensed else arrays["X"]
        return from_arrays(source, **arrays)
    except ArrayFileError as error:
        raise DataError(
            f"{source} is damaged, or not made of plain NumPy arrays; save arrays of numbers or "
            f"text with numpy.save or numpy.savez (pickled objects are never loaded: they can run "
            f"code): {error.reason}."
        ) from error


def _squared(source: str, distances: np.ndarray) -> np.ndarray:
    """Condensed distances as a square matrix; other arrays are returned unchanged."""
    if distances.ndim != 1 or not len(distances):
        return distances
    n_points = (1 + math.isqrt(1 + 8 * distances.size)) // 2
    if n_points * (n_points - 1) // 2 != distances.size:
        raise DataError(not_condensed(source, distances.size))
    square: np.ndarray = squareform(distances, checks=False)
    return square


def not_condensed(source: str, n_distances: int) -> str:
    """The error message for a number of distances that is not n (n - 1) / 2 for any n."""
    return (
        f"{source} has {n_distances} condensed distances, but n points have n (n - 1) / 2, such "
        f"as 3, 6 or 10."
    )


def from_arrays(
    source: str,
    X: np.ndarray,
    y: np.ndarray | None = None,
    feature_names: Any = None,
) -> Table:
    """The table of an array of features, with labels and names if they are given."""
    if X.ndim != 2:
        raise DataError(
            f"{source} holds an array of shape {X.shape}; two dimensions, rows by features, "
            f"are needed."
        )
    if len(X) == 0:
        raise DataError(f"{source} has no rows (its shape is {X.shape}); at least one is needed.")
    if X.shape[1] == 0:
        raise ColumnError(
            f"{source} has no columns (its shape is {X.shape}); at least one is needed."
        )
    if X.dtype.kind not in NUMERIC_KINDS:
        raise DataError(f"{source} holds an array of type {X.dtype}; real numbers are needed.")
    named = range(X.shape[1]) if feature_names is None else np.ravel(feature_names)
    names = [str(name) for name in named]
    if len(names) != X.shape[1]:
        raise DataError(
            f"{source} has {len(names)} feature_names for {X.shape[1]} columns of X; "
            f"one for each column is needed."
        )
    check_names(source, names)
    if y is not None:
        y = _one_a_row(source, y, len(X))
    return Table(source, dict(zip(names, X.T, strict=True)), y, feature_names is not None)


def _one_a_row(source: str, y: np.ndarray, n_rows: int) -> np.ndarray:
    if y.shape not in [(n_rows,), (n_rows, 1)]:
        raise DataError(
            f"{source} has an array y of shape {y.shape} for {n_rows} rows of X; "
            f"one label for each row is needed."
        )
    return y.reshape(n_rows)
