"""What makes an estimate from distances to neighbours doubtful: no bound, ties, near copies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._warnings import warn_caller

__all__ = [
    "MANY",
    "NEAR_DUPLICATES",
    "Bounded",
    "DimensionWarning",
    "bounded",
    "copies_counted_once",
    "copies_suspected",
    "discrete_data",
    "few_rows",
    "log_ratios",
    "moves",
]

LARGEST_ESTIMATE = 1e4  # a larger one means that the distances are equal to rounding
TIED = 1e-9  # relative difference of squared distances up to which they are ties
MANY = 0.25  # of the rows: if more may be copies, the estimate without them is not computed
MOVED = 0.1  # relative change of an estimate that is worth a warning
DISCRETE_SHARE = 0.05  # of the rows: more ties than that are not chance


class DimensionWarning(UserWarning):
    """A remark on an estimated dimension: rows dropped, discrete data, too few rows."""


class Bounded(NamedTuple):
    """An estimate, its whole number, and a flag if the distances allow any dimension."""

    dimension: int
    continuous: float
    flags: tuple[str, ...]


def bounded(continuous: float, rank: int) -> Bounded:
    """The estimate with its whole number, from 1 to the rank of the points.

    Distances that are all equal allow any dimension: then it is the rank, with the flag
    "saturated".
    """
    if not continuous <= LARGEST_ESTIMATE:
        return Bounded(rank, float(rank), ("saturated",))
    return Bounded(min(max(1, round(continuous)), rank), float(continuous), ())


def log_ratios(r: np.ndarray, near: int, far: int) -> np.ndarray:
    """``log(r_far / r_near)`` of each row, of shape (n_samples,); NaN where r_near is 0.

    r_near of distinct points is 0 where the square of their difference underflows.

    Parameters
    ----------
    r : ndarray of shape (n_samples, n_neighbors)
        Squared distances to the nearest others, ascending.
    near, far : int
        Which neighbours, counted from 1.
    """
    nearer = np.where(r[:, near - 1] > 0, r[:, near - 1], np.nan)
    return np.log(r[:, far - 1] / nearer) / 2


def discrete_data(r: np.ndarray) -> tuple[str, ...]:
    """The flag "discrete data", with a warning, where many first two neighbours are equally far.

    Parameters
    ----------
    r : ndarray of shape (n_samples, 2)
        Squared distances to the two nearest others, ascending.
    """
    share = float(np.mean(r[:, 1] <= r[:, 0] * (1 + TIED)))
    if share <= DISCRETE_SHARE:
        return ()
    warn_caller(
        f"{share:.0%} of the rows have two nearest others at the same distance, as data on a "
        f"lattice do; estimates from distances to neighbours mean little there.",
        DimensionWarning,
    )
    return ("discrete data",)


NEAR_DUPLICATES = ("near duplicates",)


def copies_counted_once(n_left_out: int, n_samples: int) -> tuple[str, ...]:
    """The flag "near duplicates", with a warning, where near copies were counted once."""
    if not n_left_out:
        return ()
    warn_caller(
        f"{n_left_out} of {n_samples} distinct rows are near-duplicates of another, nearer to it "
        f"than to any other row by a factor of ten at least, and more of them than by chance; each "
        f"group of such rows was counted once.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def copies_suspected(n_rows: int, n_samples: int) -> tuple[str, ...]:
    """The flag "near duplicates", with a warning that each row was counted."""
    warn_caller(
        f"Up to {n_rows} of {n_samples} distinct rows may be copies of another one with noise: "
        f"they are in tight groups apart from all others, more than by chance, and with each group "
        f"counted once the dimension would be another; if they are copies, keep one of each.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def moves(found: float, otherwise: float) -> bool:
    """Whether two estimates differ by so much that a warning is due."""
    return not abs(otherwise - found) <= MOVED * found


def few_rows(n_samples: int, enough: int) -> tuple[str, ...]:
    """The flag "few rows", with a warning, where there are fewer distinct rows than enough."""
    if n_samples >= enough:
        return ()
    warn_caller(
        f"There are only {n_samples} distinct rows; with fewer than {enough} the estimate "
        f"is rough.",
        DimensionWarning,
    )
    return ("few rows",)
