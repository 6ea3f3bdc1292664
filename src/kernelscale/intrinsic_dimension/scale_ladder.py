"""The dimension at several scales, and ranges of scales over which it stays the same.

As in GRIDE (`estimators.gride`), the dimension follows from the ratio of the distances to two
neighbours. At the first scale these are neighbours 1 and 2, at the second neighbours 2 and 4, ...
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from .caveats import log_ratios
from .sample import Sample

__all__ = [
    "Ladder",
    "SteadyRange",
    "ladder_of",
    "likeliest_dimension",
    "longest_steady_range",
    "scale_ladder",
    "steady_ranges",
]

FARTHEST_NEIGHBOR = 256


class Ladder(NamedTuple):
    """The dimension at several scales, each with twice as many neighbours as the previous scale.

    Attributes
    ----------
    n1 : ndarray of shape (n_scales,)
        Rank of the nearer neighbour, 1, 2, 4, ...; the farther neighbour has rank 2 n1.
    dimensions, errors : ndarray of shape (n_scales,)
        Most likely dimension, and the standard error that it would have if the ratios were
        independent. Points share neighbours, so the true error is larger at large n1.
    distances : ndarray of shape (n_scales,)
        Mean distance to the farther neighbour.
    """

    n1: np.ndarray
    dimensions: np.ndarray
    errors: np.ndarray
    distances: np.ndarray


def scale_ladder(r: np.ndarray) -> Ladder:
    """The dimension at n1 = 1, 2, 4, ..., as far as distances to 2 n1 neighbours are given.

    Parameters
    ----------
    r : ndarray of shape (n_samples, n_neighbors)
        Squared distances to at least two nearest neighbours, ascending.
    """
    n1 = 2 ** np.arange(int(np.log2(r.shape[1])))
    found = np.array([likeliest_dimension(log_ratios(r, n, 2 * n), n) for n in n1.tolist()])
    return Ladder(n1, found[:, 0], found[:, 1], np.sqrt(r[:, 2 * n1 - 1]).mean(axis=0))


def likeliest_dimension(ratios: np.ndarray, n1: int) -> tuple[float, float]:
    """The most likely dimension from distances to neighbours n1 and 2 n1, and its standard error.

    Let x_i be the logarithms of the N ratios. The dimension d is the root of
    ``(N - 1)/d + (n1 - 1) sum_i x_i / (1 - exp(-d x_i)) - (2 n1 - 1) sum_i x_i``.
    N - 1 instead of N makes the estimate unbiased for n1 = 1. Ties and rows without a ratio are not
    used. Because ``y / (1 - e^-y)`` lies between y and 1 + y, the root lies between
    ``(N - 1) / (n1 sum_i x_i)`` and ``(N - 1 + (n1 - 1) N) / (n1 sum_i x_i)``.
    """
    x = ratios[ratios > 0]
    total, N = x.sum(), len(x)
    if N < 2:
        return np.inf, np.inf

    def derivative(log_d: float) -> float:
        y = np.exp(log_d) * x
        return float(N - 1 + (n1 - 1) * (y / -np.expm1(-y)).sum() - (2 * n1 - 1) * y.sum())

    low, high = np.log((N - 1) / (n1 * total)), np.log((N - 1 + (n1 - 1) * N) / (n1 * total))
    d = float(np.exp(brentq(derivative, low - 1e-9, high + 1e-9, xtol=1e-13)))
    # sinh overflows for arguments of 711 and more, and the terms are then 0.
    with np.errstate(over="ignore"):
        information = N / d**2 + (n1 - 1) * np.sum((x / (2 * np.sinh(d * x / 2))) ** 2)
    return d, float(information**-0.5)


def ladder_of(sample: Sample) -> Ladder:
    """The dimension at all scales up to neighbour 256, or up to a nearer one for few points."""
    n_neighbors = 2 ** max(1, int(np.log2(sample.n_samples / 3)))
    return scale_ladder(sample.nearest(min(FARTHEST_NEIGHBOR, n_neighbors)).squared_distances)


class SteadyRange(NamedTuple):
    """A range of scales, from number `first` to `last` inclusive, and its median dimension."""

    first: int
    last: int
    dimension: float

    @property
    def n_scales(self) -> int:
        """Number of scales in the range."""
        return self.last - self.first + 1


def steady_ranges(dimensions: np.ndarray, tolerance: float) -> list[SteadyRange]:
    """All maximal ranges of two or more scales over which dimensions agree within a tolerance.

    Parameters
    ----------
    dimensions : ndarray of shape (n_scales,)
        A dimension for each scale, smallest scale first.
    tolerance : float
        The largest dimension may exceed the smallest by this share.

    Examples
    --------
    Four-dimensional noise at small scales, and a curved surface at larger scales.

    >>> import numpy as np
    >>> steady_ranges(np.array([4.0, 3.9, 2.8, 2.1, 2.0, 2.0, 2.6]), tolerance=0.15)
    [SteadyRange(first=0, last=1, dimension=3.95), SteadyRange(first=3, last=5, dimension=2.0)]
    """
    found: list[SteadyRange] = []
    for first in range(len(dimensions)):
        last = first
        while last + 1 < len(dimensions) and _agree(dimensions[first : last + 2], tolerance):
            last += 1
        if last > first and (not found or last > found[-1].last):
            found.append(SteadyRange(first, last, float(np.median(dimensions[first : last + 1]))))
    return found


def longest_steady_range(dimensions: np.ndarray, tolerance: float) -> SteadyRange | None:
    """The first of the ranges with the most scales; None if there is no range."""
    ranges = steady_ranges(dimensions, tolerance)
    return max(ranges, key=lambda steady: steady.n_scales) if ranges else None


def _agree(dimensions: np.ndarray, tolerance: float) -> bool:
    return bool(dimensions.max() <= (1 + tolerance) * dimensions.min())
