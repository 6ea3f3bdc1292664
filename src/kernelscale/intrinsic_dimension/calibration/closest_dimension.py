"""The dimension at which a divergence is smallest, as a whole number and as any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

__all__ = ["Closest", "closest_dimension"]

_STEPS = 4  # of the grid between two whole numbers


class Closest(NamedTuple):
    """Where the divergence is smallest.

    Attributes
    ----------
    dimension : int
        The whole number at which it is smallest, up to the largest allowed.
    continuous : float
        The number at which it is smallest, up to the largest allowed.
    unbounded : float
        The number at which it is smallest on the whole grid; standard deviations are of this one.
    saturated : bool
        Whether it is smaller beyond the largest dimension allowed.
    dimensions, divergence : ndarray of shape (n_grid,)
        The grid, which goes a little beyond the largest dimension allowed, and the divergence.
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
    """The smallest divergence, first on a grid and then between its points.

    Parameters
    ----------
    divergence : callable
        Divergences at an array of dimensions.
    largest : int
        The largest dimension allowed. The grid goes beyond by a tenth, and by 1 at least, so that
        a minimum there has two sides.
    gap : bool
        Whether there is no divergence between 1 and 2.

    Returns
    -------
    Closest
        The minimum with the curve it was found on.

    Examples
    --------
    A minimum between 4 and 5, nearer to 5.

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
    below = best - (best > gap)  # with a gap the second point has no neighbour below
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
