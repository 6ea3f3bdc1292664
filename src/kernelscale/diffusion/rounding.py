"""Coordinates that are nothing but rounding, named: the other end of a graph in pieces.

A kernel far wider than the data is nearly all ones, and its eigenvalues fall off to zero. The walk
has norm 1, so a solver's eigenvalues are those of a walk that differs by up to about n times the
precision of float64, and a vector is known to that over the distance to the next eigenvalue. Below
that size nothing of the data is left in eigenvalue or vector; another order of the rows gives
others.
"""

from __future__ import annotations

import numpy as np

from .._warnings import warn_caller

__all__ = [
    "RoundingWarning",
    "rounding_level",
    "warn_of_rounding",
    "warn_of_scales_at_rounding",
]


class RoundingWarning(UserWarning):
    """Some coordinates are rounding noise and say nothing of the data."""


def rounding_level(n_samples: int) -> float:
    """Eigenvalues of the walk on so many rows that are not larger are rounding."""
    return n_samples * float(np.finfo(np.float64).eps)


def warn_of_rounding(values: np.ndarray, n_samples: int) -> None:
    """Name the coordinates, counted from 0, whose eigenvalues are rounding."""
    level = rounding_level(n_samples)
    noise = np.flatnonzero(np.abs(values) <= level)
    if not len(noise):
        return
    named = ", ".join(map(str, noise[:5])) + (", ..." if len(noise) > 5 else "")
    warn_caller(
        f"{len(noise)} of {len(values)} coordinate(s) ({named}, counted from 0) are rounding "
        f"noise and say nothing of the data: their eigenvalues are at most {level:.2g}, what "
        f"float64 leaves of zero with {n_samples} rows; take a smaller bandwidth or fewer "
        f"components.",
        RoundingWarning,
    )


def warn_of_scales_at_rounding(epsilon: np.ndarray, smallest: np.ndarray, n_samples: int) -> None:
    """Say at which scales, ascending, the smallest eigenvalue in use is rounding."""
    level = rounding_level(n_samples)
    noise = epsilon[smallest <= level]
    if len(noise):
        warn_caller(
            f"At {len(noise)} of {len(epsilon)} scale(s), the smallest epsilon = {noise[0]:.3g}, a "
            f"coordinate is rounding noise: its eigenvalue is at most {level:.2g}, what float64 "
            f"leaves of zero with {n_samples} rows.",
            RoundingWarning,
        )
