"""Checks of the labels and groups of rows."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from .arrays import as_array

__all__ = [
    "as_labels",
    "check_classes",
    "check_groups",
    "check_labels",
    "check_length",
    "group_codes",
]


def check_labels(y: Any, n_samples: int) -> tuple[np.ndarray, np.ndarray]:
    """Return labels as codes 0..n_classes-1 of shape (n_samples,), and the sorted classes.

    Raises
    ------
    ValueError
        If labels are missing, continuous, complex or of mixed types, if there is not one label for
        each row, or if labels are all equal or all different.
    """
    labels = as_labels(y)
    _check_length(labels, n_samples)
    if any(isinstance(label, (complex, np.complexfloating)) for label in labels.tolist()):
        raise ValueError("y holds complex numbers, but classes are integers or strings.")
    if labels.dtype.kind == "f":
        _check_whole(labels)
    classes, codes = _classes(labels, "y")
    if len(classes) < 2:
        only = classes.tolist()[0]
        raise ValueError(f"y has one class only ({only!r}); at least two are needed.")
    if len(classes) == len(labels):
        raise ValueError(
            f"y has {len(labels)} different labels for {len(labels)} rows; "
            f"at least one class needs two rows."
        )
    return codes.astype(np.intp), classes


def check_length(y: Any, n_samples: int) -> None:
    """Raise an error unless there are as many labels or targets as rows."""
    _check_length(as_array(y, "y", None if isinstance(y, np.ndarray) else object), n_samples, 2)


def _check_length(
    labels: np.ndarray, n_samples: int, most_dimensions: int = 1, name: str = "y"
) -> None:
    entry, entries = ("group", "entries") if name == "groups" else ("label", "labels")
    if not 1 <= labels.ndim <= most_dimensions:
        raise ValueError(
            f"{name} must have one {entry} for each row, but its shape is {labels.shape}."
        )
    if len(labels) != n_samples:
        raise ValueError(
            f"{name} has {len(labels)} {entries} for {n_samples} rows; one {entry} for each row is "
            f"needed."
        )


def check_classes(labels: Any, name: str) -> np.ndarray:
    """Return the different labels of a list, sorted; numbers may have fractions.

    Raises
    ------
    ValueError
        If a label is missing, or labels cannot be sorted.
    """
    return _classes(as_labels(labels, name), name)[0]


def _classes(labels: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
    try:
        return np.unique(labels, return_inverse=True)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise ValueError(
            f"{name} mixes labels of types {', '.join(kinds)}; use one type."
        ) from None


def _check_whole(labels: np.ndarray) -> None:
    bad = ~np.isfinite(labels) | (labels != np.floor(labels))
    if bad.any():
        first = labels[bad][0]
        what = f"fractions such as {first}" if np.isfinite(first) else first
        raise ValueError(
            f"Unknown label type: y holds {what}, but classes are integers or strings."
        )


def as_labels(y: Any, name: str = "y") -> np.ndarray:
    """Labels as an array; an error is raised if a label is missing."""
    if np.ma.is_masked(y):
        raise ValueError(
            f"{name} has {np.ma.count_masked(y)} masked label(s), but every row needs a label; "
            f"drop the masked rows."
        )
    # Labels are first read as objects: NumPy would turn a NaN among strings into the label "nan".
    entries = as_array(y, name, None if isinstance(y, np.ndarray) else object)
    if entries.ndim == 2 and entries.shape[1] == 1:
        entries = entries[:, 0]
    missing = np.array([_is_missing(label) for label in entries.ravel().tolist()], dtype=bool)
    if missing.any():
        raise ValueError(
            f"{name} has {missing.sum()} missing label(s), the first in row "
            f"{np.argmax(missing)}; every row needs a label."
        )
    if entries.dtype != object or not all(isinstance(e, numbers.Real) for e in entries.flat):
        return entries
    # Integers stay integers: float64 does not distinguish adjacent integers above 2^53.
    whole = all(isinstance(entry, (numbers.Integral, np.bool_)) for entry in entries.flat)
    try:
        return entries if whole else entries.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} mixes fractions with integers too large for float64.") from None


def _is_missing(label: Any) -> bool:
    """Whether a label is None, NaN, or pandas' NA or NaT."""
    if isinstance(label, float):
        return bool(np.isnan(label))
    return label is None or type(label).__name__ in ("NAType", "NaTType")


def check_groups(groups: Any, n_samples: int, name: str) -> np.ndarray:
    """Return the group of each row, an integer of at least 0; raise an error otherwise."""
    array = as_array(groups, name)
    if array.shape != (n_samples,) or array.dtype.kind not in "iu" or array.min() < 0:
        raise ValueError(
            f"{name} must be {n_samples} integers of at least 0, one for each row, but an array of "
            f"{array.dtype} and shape {array.shape} was given."
        )
    return array


def group_codes(groups: Any, n_samples: int) -> np.ndarray:
    """Return the group of each row as a code 0..n_groups-1; groups may have labels of any kind.

    Raises
    ------
    ValueError
        If a group is missing, if there is not one group for each row, or if all rows are in one
        group.
    """
    labels = as_labels(groups, "groups")
    _check_length(labels, n_samples, name="groups")
    different, codes = _classes(labels, "groups")
    if len(different) < 2:
        raise ValueError(
            f"groups has one group only ({different.tolist()[0]!r}), and leaving it out leaves no "
            f"row; at least two are needed."
        )
    return codes.astype(np.intp)
