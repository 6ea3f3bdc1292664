"""Peaks of a criterion on a grid of scales, and steps of the grid that may hold a higher peak."""

from __future__ import annotations

import numpy as np

__all__ = ["NoOptimumError", "interior_maximum", "step_with_room"]

NARROWEST = 2 ** (1 / 8)  # a step is not halved if the ratio of its two scales is at most this


class NoOptimumError(ValueError):
    """Error if the criterion of a rule is the same, up to rounding, at every scale."""


def interior_maximum(
    values: np.ndarray, prominence: float = 0.0, among: np.ndarray | None = None
) -> int | None:
    """Index of the largest local maximum that is not at an end; None if there is none.

    Parameters
    ----------
    values : ndarray of shape (n_scales,)
        The criterion at each scale. NaN where it is not defined; such a scale counts as an end of
        the grid.
    prominence : float
        A share of the maximum. On each side the curve must fall by this share before it rises
        above the maximum, since on a flat part of the curve local maxima are rounding errors.
    among : ndarray of bool of shape (n_scales,), optional
        The scales at which the maximum may lie; all by default.
    """
    middle, before, after = values[1:-1], values[:-2], values[2:]
    local = 1 + np.flatnonzero(
        (middle >= before) & (middle > after) | (middle > before) & (middle >= after)
    )
    prominent = [
        peak
        for peak in (local if among is None else local[among[local]])
        if max(_foot(values[peak::-1]), _foot(values[peak:])) <= (1 - prominence) * values[peak]
    ]
    return int(max(prominent, key=lambda peak: values[peak])) if prominent else None


def _foot(values: np.ndarray) -> float:
    """The smallest value before the curve exceeds `values[0]`; of all values if it never does."""
    ends = np.flatnonzero(~(values <= values[0]))
    return float(values[: ends[0] if len(ends) else None].min())


def step_with_room(
    scales: np.ndarray, highs: np.ndarray, lows: np.ndarray, best: float
) -> float | None:
    """The middle of the step of the grid in which a criterion may be largest.

    The criterion is the difference of two numbers that both fall as the scale grows. So in a step
    between two scales the criterion is at most the larger number at the start minus the smaller
    number at the end. Of the steps wider than `NARROWEST`, the step with the largest bound is taken
    if that bound exceeds `best`.

    Parameters
    ----------
    scales, highs, lows : ndarray of shape (n_scales,)
        The scales tried, ascending, and the larger and the smaller number at each.
    best : float
        The number that the bound of the step must exceed.

    Returns
    -------
    float or None
        The middle of that step; None if no bound exceeds `best`.

    Examples
    --------
    Both numbers fall from nearly 1 to nearly 0 between 2 and 8, so the difference can be large only
    there.

    >>> highs, lows = np.array([0.99, 0.98, 0.1, 0.05]), np.array([0.97, 0.96, 0.02, 0.01])
    >>> step_with_room(np.array([1.0, 2.0, 8.0, 16.0]), highs, lows, best=0.1)
    4.0
    """
    bounds = highs[:-1] - lows[1:]
    bounds[np.diff(np.log(scales)) <= 1.01 * np.log(NARROWEST)] = -np.inf
    step = int(bounds.argmax())
    if bounds[step] <= best:
        return None
    return float(np.sqrt(scales[step]) * np.sqrt(scales[step + 1]))
