"""Checks of the targets of a regression: one number or several for each row."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from .arrays import as_array
from .labels import check_length
from .limits import SMALLEST_SPREAD
from .numbers import as_numeric, check_finite, check_largest

__all__ = ["are_numbers", "check_targets"]


def are_numbers(y: Any) -> bool:
    """Whether labels are targets of a regression: fractions, or several numbers for each row.

    All other labels are classes: whole numbers, and labels that are not numbers. NaN is not a
    fraction.

    Examples
    --------
    A fraction is not a class, and a pair of numbers is not a class.

    >>> are_numbers([1.0, 2.5]), are_numbers([1.0, 2.0]), are_numbers([[1, 2], [3, 4]])
    (True, False, True)
    """
    if y is None:
        return False
    entries = as_array(y, "y", None if isinstance(y, np.ndarray) else object)
    real = entries.dtype.kind in "fiu"
    if not real and not all(isinstance(entry, numbers.Real) for entry in entries.flat):
        return False
    several = entries.ndim == 2 and min(entries.shape) > 1
    with np.errstate(invalid="ignore"):  # infinity % 1 is invalid
        return bool(several or np.any(entries % 1 > 0))


def check_targets(y: Any, n_samples: int) -> np.ndarray:
    """Return targets as a float64 array of shape (n_samples, n_targets).

    Raises
    ------
    ValueError, TypeError
        If targets are not finite numbers, if there are not `n_samples` of them, if they are too
        large, or if they are the same, or nearly the same, in all rows.
    """
    check_length(y, n_samples)
    targets = as_numeric(y, "y").astype(np.float64).reshape(n_samples, -1)
    check_finite(targets, "y")
    check_largest(float(np.abs(targets).max()), "y")
    spread = float(np.ptp(targets, axis=0).max())
    if spread == 0:
        raise ValueError("y is the same in all rows, so there is nothing to predict.")
    if spread < SMALLEST_SPREAD:
        raise ValueError(
            f"y has a spread of only {spread:.3g}, too small for sums of squares; rescale it above "
            f"{SMALLEST_SPREAD:.0e}."
        )
    return targets
