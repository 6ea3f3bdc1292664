"""The dimension of the balls from which data differ least: a whole number and a real number.

A divergence measures how much the statistics of the data differ from those of balls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

__all__ = ["Closest", "closest_dimension"]

_STEPS = 4  # number of steps of the grid between two whole numbers


class Closest(NamedTuple):
    """The dimension at which the divergence is smallest.

    Attributes
    ----------
    dimension : int
        The whole number with the smallest divergence, at most the largest dimension allowed.
    continuous : float
        The real number with the smallest divergence, at most the largest dimension allowed.
    unbounded : float
        The real number with the smallest divergence within the range of the grid, even if it
        exceeds the largest dimension allowed. Standard deviations of estimates are computed from
        this number.
    saturated : bool
        Whether `unbounded` exceeds the largest dimension allowed by more than 0.5.
    dimensions, divergence : ndarray of shape (n_grid,)
        The dimensions of the grid, some of which exceed the largest dimension allowed, and the
        divergence at each of them.
    """

    dimension: int
    continuous: float
    unbounded: float
    saturated: bool
    dimensions: np.ndarray
    divergence: np.ndarray


def closest_dimension(
    divergence: Callable[[np.ndarray], np.ndarray], largest: int, *, gap: bool
) -> Closest:
    """Minimise the divergence, first on a grid and then between the points of the grid.

    Parameters
    ----------
    divergence : callable
        Computes divergences at an array of dimensions.
    largest : int
        The largest dimension allowed. The grid ends a tenth above this dimension, and at least 1
        above it, so that a minimum at the largest dimension is inside the grid.
    gap : bool
        Whether the divergence is undefined between 1 and 2.

    Returns
    -------
    Closest
        The minimum, and the divergence on the grid.

    Examples
    --------
    The minimum is at 4.7, and among whole numbers at 5.

    >>> closest_dimension(lambda d: (d - 4.7) ** 2, largest=8, gap=False)[:2]
    (5, 4.7)
    """
    dimensions = _grid(largest, gap)
    curve = divergence(dimensions)
    found = _refined(divergence, dimensions, int(np.argmin(curve)), gap)
    whole = (dimensions % 1 == 0) & (dimensions <= largest)
    return Closest(
        int(dimensions[whole][np.argmin(curve[whole])]),
        min(found, float(largest)),
        found,
        found > largest + 0.5,
        dimensions,
        curve,
    )


def _grid(largest: int, gap: bool) -> np.ndarray:
    end = largest + max(1, largest // 10)
    grid = np.arange(_STEPS, _STEPS * end + 1) / _STEPS
    return grid[(grid == 1) | (grid >= 2)] if gap else grid


def _refined(
    divergence: Callable[[np.ndarray], np.ndarray], grid: np.ndarray, best: int, gap: bool
) -> float:
    """The minimum between the neighbours of the best point of the grid."""
    alone = gap and best == 0
    below = best - (best > gap)  # if there is a gap, the second point has no lower neighbour
    above = best + (best < len(grid) - 1)
    if alone or below == above:
        return float(grid[best])
    ends = float(grid[below]), float(grid[above])
    found = minimize_scalar(
        lambda d: float(divergence(np.array([d]))[0]),
        bounds=ends,
        method="bounded",
        options={"xatol": 1e-5},
    )
    return round(float(found.x), 4)
