"""The range of scales around the best in which none is clearly worse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["as_good_around"]

WIDEST = 2.0  # ratio of scales between which the end of the range is interpolated


def as_good_around(
    scales: np.ndarray, best: float, excess_of: Callable[[float], float], limit: float = 1.0
) -> tuple[float, float]:
    """The ends of the range around the best scale in which none is worse by more than `limit`.

    It ends at the first scale that is worse, or with the scales that were tried.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        Those tried, ascending.
    best : float
        The best of them.
    excess_of : callable
        By how much a scale is worse; called for further scales where two that were tried are more
        than a factor of 2 apart.
    limit : float
        By how much a scale may be worse.

    Examples
    --------
    Where a scale is worse by the square of its distance in octaves, the range is a factor of 2 wide
    on either side.

    >>> tried = 2.0 ** np.arange(-4, 5, 4)
    >>> low, high = as_good_around(tried, 1.0, lambda scale: np.log2(scale) ** 2)
    >>> round(low, 3), round(high, 3)
    (0.5, 2.0)
    """
    start = int(np.searchsorted(scales, best))
    down, up = scales[start::-1].tolist(), scales[start:].tolist()
    return _end(down, excess_of, limit), _end(up, excess_of, limit)


def _end(outwards: list[float], excess_of: Callable[[float], float], limit: float) -> float:
    """Where the excess rises over the limit, on a line through the two scales beside it."""
    inside = outwards[0]
    for outside in outwards[1:]:
        if excess_of(outside) > limit:
            return _between(inside, outside, excess_of, limit)
        inside = outside
    return inside


def _between(
    inside: float, outside: float, excess_of: Callable[[float], float], limit: float
) -> float:
    while abs(np.log(outside / inside)) > 1.01 * np.log(WIDEST):
        middle = float(np.sqrt(inside) * np.sqrt(outside))
        if excess_of(middle) > limit:
            outside = middle
        else:
            inside = middle
    low, high = excess_of(inside), excess_of(outside)
    share = (limit - low) / (high - low)  # 0 where the excess is infinite outside
    return float(inside * (outside / inside) ** share)
