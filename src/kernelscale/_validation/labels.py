"""Labels: one a row, of at least two classes."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

__all__ = ["check_groups", "check_labels"]


def check_labels(y: Any, n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    """Return labels as codes 0..n_classes-1 of shape (n_samples,), and the classes in order.

    Raises
    ------
    ValueError
        If the labels are missing, of another length, continuous, of one class, or all different.
    """
    labels = as_labels(y)
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


def as_labels(y: Any) -> np.ndarray:
    """Labels as an array of numbers or of strings, none of them missing."""
    if np.ma.is_masked(y):
        raise ValueError(
            f"y has {np.ma.count_masked(y)} masked label(s); every row needs one, so drop the rest."
        )
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
    try:
        return entries if whole else entries.astype(np.float64)
    except OverflowError:
        raise ValueError("y mixes fractions with integers too large for float64.") from None


def _is_missing(label: Any) -> bool:
    """Whether a label is None, NaN, or pandas' NA or NaT."""
    if isinstance(label, float):
        return bool(np.isnan(label))
    return label is None or type(label).__name__ in ("NAType", "NaTType")


def check_groups(groups: Any, n_samples: int, name: str) -> np.ndarray:
    """Return groups as integers from 0 on, one a row, or say what is wrong with them."""
    array = np.asarray(groups)
    if array.shape != (n_samples,) or array.dtype.kind not in "iu" or array.min() < 0:
        raise ValueError(
            f"{name} must be {n_samples} integers from 0 on, one a row, but an array of "
            f"{array.dtype} and shape {array.shape} was given."
        )
    return array
