"""Conversion of arguments to arrays of numbers, and checks of every number."""

from __future__ import annotations

import numbers
from typing import Any, NoReturn

import numpy as np
from scipy import sparse

from .arrays import as_array
from .limits import LARGEST_MAGNITUDE
from .shown import shown

__all__ = ["as_numeric", "check_finite", "check_largest", "refuse_not_finite"]


def as_numeric(X: Any, name: str) -> np.ndarray:
    """`X` as a dense array of real numbers; raises an error for text, dates or masked entries."""
    if sparse.issparse(X):
        raise TypeError(
            f"{name} is a sparse {type(X).__name__}, but a dense array is needed; "
            f"pass {name}.toarray() if it fits in memory."
        )
    if isinstance(X, (str, bytes)):
        raise ValueError(
            f"{name} holds {shown(X)}, which is not a number; if it names a file, read the file "
            f"first, for example with numpy.load or pandas.read_csv."
        )
    if np.ma.is_masked(X):
        raise ValueError(
            f"{name} has {np.ma.count_masked(X)} masked entries, but no value may be missing; "
            f"fill them or drop their rows."
        )
    array = as_array(X, name)
    if array.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} has dtype {array.dtype}; pass real numbers."
        )
    if array.dtype.kind in "mM":
        raise ValueError(
            f"{name} has dtype {array.dtype}, but numbers are needed; convert times to float."
        )
    if array.dtype.kind in "OSUV":
        array = _numbers_from_objects(array, X, name)
    return array


def _numbers_from_objects(array: np.ndarray, X: Any, name: str) -> np.ndarray:
    """Convert an array of objects to numbers; an error names the first that is not a number."""
    columns = getattr(X, "columns", None)
    flat = array.reshape(-1)
    for position, entry in enumerate(flat):
        if isinstance(entry, (np.bool_, numbers.Real)) or entry is None:
            continue
        where = ""
        if array.ndim == 2:
            row, column = divmod(position, array.shape[1])
            label = f"'{columns[column]}'" if columns is not None else column
            where = f" in row {row}, column {label}"
        message = (
            f"{name} holds {shown(entry)}{where}, which is not a number; the argument must be free "
            f"of strings and of objects other than numbers, so drop or encode such columns."
        )
        raise (ValueError if isinstance(entry, (str, bytes)) else TypeError)(message)
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise ValueError(
            f"{name} holds an integer too large for float64; rescale it below "
            f"{LARGEST_MAGNITUDE:.0e}."
        ) from None


def check_finite(points: np.ndarray, name: str) -> None:
    """Refuse NaN and infinity; the error names the first such entry."""
    # If the sum is finite, every entry is. Otherwise the sum may have overflowed, so every entry is
    # checked.
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(points.sum()):
            return
    finite = np.isfinite(points)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0].tolist()
    refuse_not_finite(row, column, points[row, column], int(np.count_nonzero(~finite)), name)


def refuse_not_finite(row: int, column: int, value: float, n_entries: int, name: str) -> NoReturn:
    """Raise the error for `n_entries` entries that are NaN or infinite; it names the first one."""
    what = "NaN" if np.isnan(value) else "infinity"
    raise ValueError(
        f"{name} contains {what} in row {row}, column {column} ({n_entries} such "
        f"entries in all), but every value must be finite; drop or impute them first."
    )


def check_largest(magnitude: float, name: str) -> None:
    """Refuse magnitudes above `LARGEST_MAGNITUDE`; sums of their squares could overflow."""
    if magnitude > LARGEST_MAGNITUDE:
        raise ValueError(
            f"{name} reaches {magnitude:.3g} in magnitude, too large for sums of squares; "
            f"rescale it below {LARGEST_MAGNITUDE:.0e}."
        )
