"""Rows of which the kernel sees hardly any training row, named."""

from __future__ import annotations

import numpy as np

from .._warnings import warn_caller
from ..out_of_sample import SMALLEST_MASS

__all__ = ["FarRowsWarning", "warn_of_far_rows"]


class FarRowsWarning(UserWarning):
    """New rows lie so far from the training rows that the kernel hardly sees any."""


def warn_of_far_rows(mass: np.ndarray, of: str = "training rows") -> None:
    """Name the rows, counted from 0, whose kernel mass among rows `of` a kind is too small."""
    far = np.flatnonzero(mass < SMALLEST_MASS)
    if len(far):
        named = ", ".join(map(str, far[:5])) + (", ..." if len(far) > 5 else "")
        warn_caller(
            f"{len(far)} of {len(mass)} row(s) ({named}) have kernel mass below "
            f"{SMALLEST_MASS:g}: they are too far from the {of} for this bandwidth, and "
            f"are placed like the nearest of those.",
            FarRowsWarning,
        )
