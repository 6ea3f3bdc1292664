"""Scales that are about as good as the best: their range, and the choice of one of them.

If labels cannot be predicted, the best prediction is their mean. At a scale near 0 the regression
predicts the mean, so such a scale would be the best. Therefore, if no scale predicts clearly better
than the mean, a search with a tolerance takes a scale that is typical of the data: half the mean
squared deviation.
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

WIDEST = 2.0  # largest ratio of the two scales between which an end is interpolated
NARROW = 2**0.5  # `nearest_within` stops if the ratio of the two ends of its search is at most this
# A scale is as good as the best if its error is larger by at most a number of standard errors. If
# numbers are predicted, this number is 1. For classes it is 3 or, with n < 400 rows, 60 / sqrt(n).
# It is larger for classes because the accuracy of a classifier is not the squared error. It is
# larger for few rows because their best scale depends on single rows (docs/measured.md).
AS_GOOD_NUMBERS, AS_GOOD_CLASSES, AS_GOOD_OF_FEW = 1.0, 3.0, 60.0


def as_good_around(
    scales: np.ndarray, best: float, excess_of: Callable[[float], float], limit: float = 1.0
) -> tuple[float, float]:
    """The ends of the range around the best scale in which the excess is at most `limit`.

    The range ends where the excess first exceeds the limit, or at the last scale tried.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        The scales tried, ascending.
    best : float
        The best of the scales tried.
    excess_of : callable
        Computes the excess of a scale: a number that is larger for worse scales. Further scales
        are tried between two scales whose ratio exceeds 2.
    limit : float
        The largest excess allowed.

    Examples
    --------
    The excess is the square of the number of octaves from the best scale, so the range extends by
    one octave, a factor of 2, on either side.

    >>> tried = 2.0 ** np.arange(-4, 5, 4)
    >>> low, high = as_good_around(tried, 1.0, lambda scale: np.log2(scale) ** 2)
    >>> round(low, 3), round(high, 3)
    (0.5, 2.0)
    """
    start = int(np.searchsorted(scales, best))
    down, up = scales[start::-1].tolist(), scales[start:].tolist()
    return _end(down, excess_of, limit), _end(up, excess_of, limit)


def _end(outwards: list[float], excess_of: Callable[[float], float], limit: float) -> float:
    """The scale at which the excess exceeds the limit, interpolated between two scales."""
    inside = outwards[0]
    for outside in outwards[1:]:
        if excess_of(outside) > limit:
            return _between(inside, outside, excess_of, limit)
        inside = outside
    return inside


def _between(
    inside: float, outside: float, excess_of: Callable[[float], float], limit: float
) -> float:
    """The scale between `inside` and `outside` at which the excess reaches the limit."""
    while abs(np.log(outside / inside)) > 1.01 * np.log(WIDEST):
        middle = float(np.sqrt(inside) * np.sqrt(outside))
        if excess_of(middle) > limit:
            outside = middle
        else:
            inside = middle
    low, high = excess_of(inside), excess_of(outside)
    share = (limit - low) / (high - low)  # 0 if the excess is infinite outside
    return float(inside * (outside / inside) ** share)


def nearest_within(regression: Regression, best: float, typical: float, tolerance: float) -> float:
    """The scale nearest to `typical` that is not worse than `best` by more than `tolerance`.

    The tolerance is a number of standard errors of the difference. With a tolerance, `typical`
    itself is returned if no scale predicts clearly better than the mean.
    """
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
    """The choice of `nearest_within`, but only from the scales tried and the typical scale."""
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
    """The range of scales as good as the best; all scales if classes cannot be predicted."""
    if of_classes and regression.is_chance(best):
        return float(scales[0]), float(scales[-1])
    n_errors = errors_of_classes(regression.n_left_out) if of_classes else AS_GOOD_NUMBERS
    limit = regression.mean_loss(best) + n_errors * regression.error(best)
    return as_good_around(scales, best, regression.mean_loss, limit)


def errors_of_classes(n_rows: int) -> float:
    """The number of standard errors by which a scale for classes may be worse than the best."""
    return max(AS_GOOD_CLASSES, AS_GOOD_OF_FEW / n_rows**0.5)
