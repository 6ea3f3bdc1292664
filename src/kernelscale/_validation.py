"""Every check of arrays, labels and options, each with its message.

A check returns the value in the one form the rest of the package works on, or raises before
any long work has begun. A message is one sentence: what is wrong, what was given, what is
allowed.
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy import sparse

# Squares of differences must neither overflow nor vanish in float64, with room for a sum
# over features and pairs.
LARGEST_MAGNITUDE = 1e140
SMALLEST_SPREAD = 1e-140
SMALLEST_SCALE, LARGEST_SCALE = 1e-290, 1e290

_UNITS = {"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
_UNITS |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}


def check_points(
    X: Any, *, name: str = "X", min_rows: int = 2, distinct: bool = True
) -> np.ndarray:
    """Return `X` as a float64 array of shape (n_samples, n_features) that is safe to measure.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Anything numeric and dense: array, nested list, data frame, memory map.
    name : str
        What to call the array in messages.
    min_rows : int
        Fewest rows allowed.
    distinct : bool
        Whether at least two rows have to differ.

    Raises
    ------
    ValueError, TypeError
        With a sentence that names the first offending entry.
    """
    array = _as_numeric(X, name)
    if array.ndim != 2:
        raise ValueError(
            f"{name} must have two dimensions, rows by features, but its shape is {array.shape}. "
            f"Reshape your data with X.reshape(-1, 1) if it has a single feature."
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
    points = array.astype(np.float64, copy=False)
    _check_finite(points, name)
    _check_magnitude(points, name, distinct)
    return points


def _as_numeric(X: Any, name: str) -> np.ndarray:
    if sparse.issparse(X):
        raise TypeError(
            f"{name} is a sparse {type(X).__name__}, but a dense array is needed; "
            f"pass {name}.toarray() if it fits in memory."
        )
    if np.ma.is_masked(X):
        raise ValueError(
            f"{name} has {np.ma.count_masked(X)} masked entries, but every value must be there; "
            f"fill them or drop their rows."
        )
    array = _as_array(X, name)
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


def _as_array(values: Any, name: str) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name} must be a table of numbers whose rows have one length, but they differ."
        ) from None


def _numbers_from_objects(array: np.ndarray, X: Any, name: str) -> np.ndarray:
    """Convert an object array whose entries are all numbers; name the first one that is not."""
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
            f"{name} holds {entry!r}{where}, which is not a number; the argument must be free of "
            f"strings and of objects other than numbers, so drop or encode such columns."
        )
        raise (ValueError if isinstance(entry, (str, bytes)) else TypeError)(message)
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise ValueError(
            f"{name} holds an integer too large for float64; rescale it below "
            f"{LARGEST_MAGNITUDE:.0e}."
        ) from None


def _check_finite(points: np.ndarray, name: str) -> None:
    # A sum is finite exactly when every entry is, unless it overflows: then look closely.
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(points.sum()):
            return
    finite = np.isfinite(points)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0]
    value = points[row, column]
    what = "NaN" if np.isnan(value) else "infinity"
    raise ValueError(
        f"{name} contains {what} in row {row}, column {column} ({np.count_nonzero(~finite)} such "
        f"entries in all), but every value must be finite; drop or impute them first."
    )


def _check_magnitude(points: np.ndarray, name: str, distinct: bool) -> None:
    low, high = points.min(axis=0), points.max(axis=0)
    largest = max(-low.min(), high.max())
    if largest > LARGEST_MAGNITUDE:
        raise ValueError(
            f"{name} reaches {largest:.3g} in magnitude, whose square overflows; "
            f"rescale it below {LARGEST_MAGNITUDE:.0e}."
        )
    if not distinct:
        return
    spread = (high - low).max()
    if spread == 0:
        raise ValueError(
            f"All {len(points)} rows of {name} are the same point, so there is no distance to set "
            f"a scale by; at least two rows must differ."
        )
    if spread < SMALLEST_SPREAD:
        raise ValueError(
            f"{name} spreads over {spread:.3g} only, whose square underflows; "
            f"rescale it above {SMALLEST_SPREAD:.0e}."
        )


def check_labels(y: Any, n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    """Return labels as codes 0..n_classes-1 of shape (n_samples,), and the classes in order.

    Raises
    ------
    ValueError
        If the labels are missing, of another length, continuous, of one class, or all different.
    """
    labels = _as_labels(y)
    if labels.ndim != 1:
        raise ValueError(f"y must have one label a row, but its shape is {labels.shape}.")
    if len(labels) != n_samples:
        raise ValueError(
            f"y has {len(labels)} labels for {n_samples} rows; one label a row is needed."
        )
    if any(isinstance(label, (complex, np.complexfloating)) for label in labels.tolist()):
        raise ValueError("y holds complex numbers, but classes are integers or strings.")
    if labels.dtype.kind == "f":
        _check_whole(labels)
    try:
        classes, codes = np.unique(labels, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise ValueError(f"y mixes labels of types {', '.join(kinds)}; use one type.") from None
    if len(classes) < 2:
        only = classes.tolist()[0]
        raise ValueError(f"y has one class only ({only!r}); at least two are needed.")
    if len(classes) == len(labels):
        raise ValueError(
            f"y has {len(labels)} different labels for {len(labels)} rows; "
            f"at least one class needs two rows."
        )
    return codes.astype(np.intp), classes


def _check_whole(labels: np.ndarray) -> None:
    bad = ~np.isfinite(labels) | (labels != np.floor(labels))
    if bad.any():
        first = labels[bad][0]
        what = f"fractions such as {first}" if np.isfinite(first) else first
        raise ValueError(
            f"Unknown label type: y holds {what}, but classes are integers or strings."
        )


def _as_labels(y: Any) -> np.ndarray:
    """Labels as an array of numbers or of strings, none of them missing."""
    # As objects first: NumPy would turn a NaN among strings into the label "nan".
    entries = np.asarray(y) if isinstance(y, np.ndarray) else np.asarray(y, dtype=object)
    if entries.ndim == 2 and entries.shape[1] == 1:
        entries = entries[:, 0]
    missing = np.array([_is_missing(label) for label in entries.ravel().tolist()], dtype=bool)
    if missing.any():
        raise ValueError(
            f"y has {missing.sum()} missing label(s), the first in row "
            f"{np.argmax(missing)}; every row needs one."
        )
    if entries.dtype != object or not all(isinstance(e, numbers.Real) for e in entries.flat):
        return entries
    # Whole numbers stay as they are: beyond 2^53 float64 would merge neighbours.
    whole = all(isinstance(entry, (numbers.Integral, np.bool_)) for entry in entries.flat)
    return entries if whole else entries.astype(np.float64)


def _is_missing(label: Any) -> bool:
    """Whether a label is None, NaN, or pandas' NA or NaT."""
    if isinstance(label, float):
        return bool(np.isnan(label))
    return label is None or type(label).__name__ in ("NAType", "NaTType")


def check_scales(scales: Any, *, name: str = "scales") -> np.ndarray:
    """Return `scales` as a sorted float64 array of shape (n_scales,), in squared data units."""
    try:
        array = np.atleast_1d(np.asarray(scales))
    except ValueError:
        raise ValueError(f"{name} must be a flat list of numbers, but got {scales!r}.") from None
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} must be numbers, but {array.dtype} was given.")
    array = array.astype(np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"{name} must be a non-empty list of numbers, but its shape is {array.shape}."
        )
    bad = ~((array >= SMALLEST_SCALE) & (array <= LARGEST_SCALE))
    if bad.any():
        raise ValueError(
            f"{name} must be positive and finite, from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}, "
            f"but {array[bad][0]} was given."
        )
    return np.sort(array)


def check_positive(value: Any, name: str) -> float:
    """Return a positive finite number, or say what was given instead."""
    number = _as_float(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{name} must be a positive finite number, but {value!r} was given.")
    return number


def check_scale(value: Any, name: str) -> float:
    """Return a scale whose reciprocal is finite too, or say what was given instead."""
    number = check_positive(value, name)
    if not SMALLEST_SCALE <= number <= LARGEST_SCALE:
        raise ValueError(
            f"{name} must be a positive finite number from {SMALLEST_SCALE:g} to "
            f"{LARGEST_SCALE:g}, but {value!r} was given; rescale the data."
        )
    return number


def check_count(value: Any, name: str, *, smallest: int = 1, largest: int | None = None) -> int:
    """Return an integer between `smallest` and `largest`, or say what was given instead."""
    whole = isinstance(value, numbers.Integral) and value is not True and value is not False
    number = int(value) if whole else smallest - 1
    if number < smallest or (largest is not None and number > largest):
        allowed = f"of at least {smallest}" if largest is None else f"from {smallest} to {largest}"
        raise ValueError(f"{name} must be an integer {allowed}, but {value!r} was given.")
    return number


def check_name(name: Any, allowed: Iterable[str], what: str) -> str:
    """Return a name out of those allowed, or say which they are."""
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(f"{what} must be one of {', '.join(allowed)}, but {name!r} was given.")
    return name


def check_switch(value: Any, name: str) -> bool:
    """Return a truth value, or say what was given instead."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, but {value!r} was given.")
    return bool(value)


def check_memory(limit: Any) -> int:
    """Return a byte count from a number of bytes or a text such as "512 MiB"."""
    number = _as_float(limit)
    if isinstance(limit, str):
        match = re.fullmatch(r"\s*(\d+\.?\d*)\s*([a-z]*)\s*", limit.lower())
        if match and match[2] in _UNITS:
            number = float(match[1]) * _UNITS[match[2]]
    if not 0 < number < np.inf:
        raise ValueError(
            f"memory_limit must be a number of bytes or a text such as '512 MiB', "
            f"but {limit!r} was given."
        )
    return int(number)


def _as_float(value: Any) -> float:
    """The value of a real number that is not a truth value; NaN for anything else."""
    if isinstance(value, numbers.Real) and value is not True and value is not False:
        return float(value)
    return float("nan")
