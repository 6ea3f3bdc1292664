"""What stands against an estimate from distances to neighbours: no bound, ties, near copies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._warnings import warn_caller
from .sample import Sample

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

LARGEST_ESTIMATE = 1e4  # distances this nearly equal hold no estimate
TIED = 1e-9  # relative difference of squared distances that is rounding
MANY = 0.25  # of the rows: where more may be copies, those that are not told from others count too
MOVED = 0.1  # of an estimate: more than a change of this share has to be said
DISCRETE_SHARE = 0.05  # ties beyond this share of the rows are not by chance


class DimensionWarning(UserWarning):
    """What a reader of a dimension should know: rows left out, discrete data, too few rows."""


class Bounded(NamedTuple):
    """An estimate, the whole number it stands for, and the flag if it had no bound."""

    dimension: int
    continuous: float
    flags: tuple[str, ...]


def bounded(continuous: float, rank: int) -> Bounded:
    """The estimate with its whole number from 1 to the rank of the points.

    Where the distances are all equal they allow any dimension: the answer is then the rank, and
    flagged as saturated.
    """
    if not continuous <= LARGEST_ESTIMATE:
        return Bounded(rank, float(rank), ("saturated",))
    return Bounded(min(max(1, round(continuous)), rank), float(continuous), ())


def log_ratios(r: np.ndarray, near: int, far: int) -> np.ndarray:
    """``log(r_far / r_near)`` of each row, of shape (n_samples,); NaN where r_near is 0.

    Distinct points come to lie at distance 0 where the square of their difference underflows.

    Parameters
    ----------
    r : ndarray of shape (n_samples, n_neighbors)
        Squared distances to the nearest others, ascending.
    near, far : int
        Which neighbours, counted from 1.
    """
    nearer = np.where(r[:, near - 1] > 0, r[:, near - 1], np.nan)
    return np.log(r[:, far - 1] / nearer) / 2


def discrete_data(sample: Sample) -> tuple[str, ...]:
    """The flag "discrete data", with a warning, where many first two neighbours are equally far."""
    r = sample.nearest(2).squared_distances
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
    """The flag "near duplicates", with a warning, where near copies of rows were left out."""
    if not n_left_out:
        return ()
    warn_caller(
        f"{n_left_out} of {n_samples} distinct rows have a twin all but equal, nearer than any "
        f"other row by a factor of ten at least, and more of them than by chance; each group of "
        f"such rows was counted once.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def copies_suspected(n_rows: int, n_samples: int) -> tuple[str, ...]:
    """The flag "near duplicates", with a warning that the rows are looked at as they are."""
    warn_caller(
        f"Up to {n_rows} of {n_samples} distinct rows may repeat another one but for noise: they "
        f"stand in tight groups apart from all others, more than by chance, and counted once a "
        f"group they would give another dimension; if they are copies, keep one of each.",
        DimensionWarning,
    )
    return NEAR_DUPLICATES


def moves(found: float, otherwise: float) -> bool:
    """Whether two estimates differ by more than is left unsaid."""
    return not abs(otherwise - found) <= MOVED * found


def few_rows(sample: Sample, enough: int) -> tuple[str, ...]:
    """The flag "few rows", with a warning, where there are fewer distinct rows than enough."""
    if sample.n_samples >= enough:
        return ()
    warn_caller(
        f"There are {sample.n_samples} distinct rows only; with fewer than {enough} the estimate "
        f"is rough.",
        DimensionWarning,
    )
    return ("few rows",)
