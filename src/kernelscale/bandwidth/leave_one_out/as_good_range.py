"""Scales that are about as good as the best: their range, and the one of them that is chosen.

If labels cannot be predicted the mean predicts them best, which is the prediction at scales near 0;
so where predictions are no better than by chance the typical scale is chosen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .regression import Regression

__all__ = [
    "as_good_around",
    "as_good_range",
    "errors_of_classes",
    "nearest_of_tried",
    "nearest_within",
]

WIDEST = 2.0  # ratio of the two scales between which an end is interpolated
NARROW = 2**0.5  # ratio of scales to which a scale that is not clearly worse is found
# Standard errors by which scales that are as good may be worse than the best. For classes this is
# not the machine's error, and among few rows single ones decide which scale is best. So classes
# have three and, below 400 rows, 60 over the root of the number of rows (docs/measured.md).
AS_GOOD_NUMBERS, AS_GOOD_CLASSES, AS_GOOD_OF_FEW = 1.0, 3.0, 60.0


def as_good_around(
    scales: np.ndarray, best: float, excess_of: Callable[[float], float], limit: float = 1.0
) -> tuple[float, float]:
    """The ends of the range around the best scale in which none is worse by more than `limit`.

    It ends at the first scale that is worse, or with the scales that were tried.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        The scales tried, ascending.
    best : float
        The best of the scales tried.
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


def nearest_within(regression: Regression, best: float, typical: float, tolerance: float) -> float:
    """The scale nearest to a typical one that is at most `tolerance` standard errors worse."""
    near, far = best, typical
    if not tolerance:
        return best
    if regression.is_chance(best) or regression.excess(far, best) <= tolerance:
        return typical
    while abs(np.log(far / near)) > np.log(NARROW):
        middle = float(np.sqrt(near) * np.sqrt(far))
        if regression.excess(middle, best) <= tolerance:
            near = middle
        else:
            far = middle
    return near


def nearest_of_tried(regression: Regression, tried: list[float], tolerance: float) -> float:
    """The same choice among the scales tried, with the typical scale of the regression's rows."""
    best = min(tried, key=regression.mean_loss)
    typical = regression.family.cloud.mean_squared_deviation / 2
    if not tolerance or regression.losses(best) is None:
        return best
    if regression.is_chance(best):
        return typical
    near = [scale for scale in tried if regression.excess(scale, best) <= tolerance]
    return min(near, key=lambda scale: abs(np.log(scale / typical)))


def as_good_range(
    regression: Regression, best: float, scales: np.ndarray, of_classes: bool
) -> tuple[float, float]:
    """The range around the best scale; all scales where classes are predicted by chance only."""
    if of_classes and regression.is_chance(best):
        return float(scales[0]), float(scales[-1])
    n_errors = errors_of_classes(regression.n_left_out) if of_classes else AS_GOOD_NUMBERS
    limit = regression.mean_loss(best) + n_errors * regression.error(best)
    return as_good_around(scales, best, regression.mean_loss, limit)


def errors_of_classes(n_rows: int) -> float:
    """Standard errors by which scales that are as good for classes may be worse than the best."""
    return max(AS_GOOD_CLASSES, AS_GOOD_OF_FEW / n_rows**0.5)
