"""Flags and warnings for doubtful estimates: equal distances, ties, near-duplicates, few rows."""

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
    "discrete_data",
    "duplicates_counted_once",
    "duplicates_suspected",
    "few_rows",
    "log_ratios",
    "moves",
]

LARGEST_ESTIMATE = 1e4  # a larger estimate means that distances are equal to within rounding
TIED = 1e-9  # largest relative difference of squared distances that count as equal
MANY = 0.25  # above this share of possible near-duplicates, the estimate without them is not made
MOVED = 0.1  # relative change of an estimate above which a warning is given
DISCRETE_SHARE = 0.05  # share of rows with ties above which the data are discrete


class DimensionWarning(UserWarning):
    """A warning about an estimated dimension: rows dropped, discrete data, too few rows."""


class Bounded(NamedTuple):
    """An estimate, rounded (`dimension`) and not rounded (`continuous`), and its `flags`."""

    dimension: int
    continuous: float
    flags: tuple[str, ...]


def bounded(continuous: float, rank: int) -> Bounded:
    """The estimate, also rounded to a whole number from 1 to the rank of the points.

    Distances that are all equal allow any dimension. Then the estimate is the rank, with the flag
    "saturated".
    """
    if not continuous <= LARGEST_ESTIMATE:
        return Bounded(rank, float(rank), ("saturated",))
    return Bounded(min(max(1, round(continuous)), rank), float(continuous), ())


def log_ratios(r: np.ndarray, near: int, far: int) -> np.ndarray:
    """``log(r_far / r_near)`` of each row, of shape (n_samples,); NaN where r_near is 0.

    For distinct points, r_near is 0 if the square of their difference underflows.

    Parameters
    ----------
    r : ndarray of shape (n_samples, n_neighbors)
        Squared distances to the nearest neighbours, ascending.
    near, far : int
        Ranks of the two neighbours; 1 is the nearest.
    """
    nearer = np.where(r[:, near - 1] > 0, r[:, near - 1], np.nan)
    return np.log(r[:, far - 1] / nearer) / 2


def discrete_data(r: np.ndarray) -> tuple[str, ...]:
    """The flag "discrete data" and a warning, if the first two neighbours are often equally far.

    Parameters
    ----------
    r : ndarray of shape (n_samples, 2)
        Squared distances to the two nearest neighbours, ascending.
    """
    share = float(np.mean(r[:, 1] <= r[:, 0] * (1 + TIED)))
    if share <= DISCRETE_SHARE:
        return ()
    warn_caller(
        f"For {share:.0%} of the rows the two nearest neighbours are at the same distance, as in "
        f"data on a lattice; estimates from distances to neighbours are unreliable there.",
        DimensionWarning,
    )
    return ("discrete data",)


NEAR_DUPLICATES = ("near duplicates",)


def duplicates_counted_once(n_omitted: int, n_samples: int) -> tuple[str, ...]:
    """The flag "near duplicates" and a warning, if near-duplicates were counted once."""
    if not n_omitted:
        return ()
    warn_caller(
        f"{n_omitted} of {n_samples} distinct rows are near-duplicates: they form groups whose "
        f"rows are at least ten times nearer to each other than to all others, and there are more "
        f"such groups than chance explains; each group was counted once.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def duplicates_suspected(n_rows: int, n_samples: int) -> tuple[str, ...]:
    """The flag "near duplicates" and a warning that each row was counted."""
    warn_caller(
        f"Up to {n_rows} of {n_samples} distinct rows may be near-duplicates of others: they form "
        f"more tight groups than chance explains, and counting each group once may change the "
        f"dimension; if they are duplicates with noise, keep one of each group.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def moves(found: float, otherwise: float) -> bool:
    """Whether two estimates differ by more than `MOVED`."""
    return not abs(otherwise - found) <= MOVED * found


def few_rows(n_samples: int, enough: int) -> tuple[str, ...]:
    """The flag "few rows" and a warning, if there are fewer distinct rows than `enough`."""
    if n_samples >= enough:
        return ()
    warn_caller(
        f"There are only {n_samples} distinct rows; with fewer than {enough} the estimate "
        f"is rough.",
        DimensionWarning,
    )
    return ("few rows",)
