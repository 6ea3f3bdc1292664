"""What stands against an estimate that looks at distances to neighbours: no bound, and ties."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._warnings import warn_caller
from .estimator import DimensionWarning
from .sample import Sample

__all__ = [
    "Bounded",
    "bounded",
    "discrete_data",
    "few_rows",
    "flags_of_neighbors",
    "log_ratios",
    "near_duplicates",
]

LARGEST_ESTIMATE = 1e4  # distances this nearly equal hold no estimate
TIED = 1e-9  # relative difference of squared distances that is rounding
TWIN = 1e8  # ratio of squared distances to the second and the first neighbour
DISCRETE_SHARE = 0.05  # ties beyond this share of the rows are not by chance


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


def near_duplicates(sample: Sample) -> tuple[str, ...]:
    """The flag "near duplicates", with a warning, where many rows have a twin all but equal.

    In d dimensions a second neighbour is more than 10^4 times as far as the first in a share of
    10^(-4 d) of the rows: by chance in none.
    """
    r = sample.nearest(2).squared_distances
    share = float(np.mean(r[:, 1] > TWIN * r[:, 0]))
    if share <= DISCRETE_SHARE:
        return ()
    warn_caller(
        f"{share:.0%} of the rows have a twin all but equal, nearer than any other row by a factor "
        f"of ten thousand; such pairs read as no dimension, so drop one of each.",
        DimensionWarning,
    )
    return ("near duplicates",)


def flags_of_neighbors(sample: Sample) -> tuple[str, ...]:
    """What stands against estimates from distances to neighbours, each with a warning."""
    return (*discrete_data(sample), *near_duplicates(sample))


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
