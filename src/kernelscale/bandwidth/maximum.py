"""Search for the scale at which a criterion is largest, on a grid and then between its scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

__all__ = ["Maximum", "climbed_maximum", "refined_maximum"]

_GOLDEN = (5**0.5 - 1) / 2


class Maximum(NamedTuple):
    """The scale at which a criterion is largest.

    Attributes
    ----------
    scale : float
        The scale.
    value : float
        The criterion at this scale.
    interior : bool
        Whether the scale lies inside the range searched, not at an end of it.
    scales : ndarray of shape (n_scales,)
        All scales that were tried, ascending.
    values : ndarray of shape (n_scales,)
        The criterion at each of them.
    """

    scale: float
    value: float
    interior: bool
    scales: np.ndarray
    values: np.ndarray


def refined_maximum(
    scales: np.ndarray,
    values: np.ndarray,
    criterion: Callable[[np.ndarray], np.ndarray],
    *,
    winner: int | None = None,
    tolerance: float = 0.01,
    together: bool = False,
) -> Maximum:
    """Refine the best scale of a grid to a relative `tolerance`.

    Parameters
    ----------
    scales, values : ndarray of shape (n_scales,)
        The scales of the grid, ascending, and the criterion at each.
    criterion : callable
        Computes the criterion at an array of scales.
    winner : int, optional
        Index of the scale to refine; by default the scale at which the criterion is largest.
    tolerance : float
        The search stops when the interval of epsilon has this relative width.
    together : bool
        Whether computing the criterion at many scales takes little longer than at one. If so,
        finer and finer grids are searched; if not, a golden-section search is used, which needs the
        fewest scales.

    Returns
    -------
    Maximum
        The best scale tried. A winner at an end of the grid is not refined, and its `interior` is
        False.
    """
    winner = int(np.nanargmax(values)) if winner is None else winner
    interior = 0 < winner < len(scales) - 1
    finer = {}
    if interior:
        around = scales[winner - 1], scales[winner + 1]
        if together:
            finer = _finer_grids(scales[winner], values[winner], around, criterion, tolerance)
        else:
            finer = _golden_section(*around, criterion, tolerance)
    all_scales = np.concatenate([scales, list(finer)])
    all_values = np.concatenate([values, list(finer.values())])
    candidates = [winner, *range(len(scales), len(all_scales))]
    best = max(candidates, key=lambda position: all_values[position])
    order = np.argsort(all_scales, kind="stable")
    return Maximum(
        float(all_scales[best]),
        float(all_values[best]),
        interior,
        all_scales[order],
        all_values[order],
    )


def _golden_section(
    low: float, high: float, criterion: Callable[[np.ndarray], np.ndarray], tolerance: float
) -> dict[float, float]:
    """The scales of a golden-section search over log epsilon, and the criterion at each."""
    values: dict[float, float] = {}

    def at(log_scale: float) -> float:
        scale = float(np.exp(log_scale))
        if scale not in values:
            values[scale] = float(criterion(np.array([scale]))[0])
        return values[scale]

    a, b = np.log(low), np.log(high)
    c, d = b - _GOLDEN * (b - a), a + _GOLDEN * (b - a)
    while b - a > tolerance:
        if not at(c) < at(d):
            b, d, c = d, c, d - _GOLDEN * (d - a)
        else:
            a, c, d = c, d, c + _GOLDEN * (b - c)
    return values


def _finer_grids(
    best: float,
    largest: float,
    around: tuple[float, float],
    criterion: Callable[[np.ndarray], np.ndarray],
    tolerance: float,
) -> dict[float, float]:
    """The scales of grids between the neighbours of the best scale, and the criterion at each.

    Each grid has 16 scales.
    """
    found: dict[float, float] = {}
    low, high = around
    while np.log(high / low) > tolerance:
        grid = np.r_[np.geomspace(low, best, 10)[1:-1], np.geomspace(best, high, 10)[1:-1]]
        found.update(zip(grid.tolist(), criterion(grid).tolist(), strict=True))
        known = np.r_[low, grid[:8], best, grid[8:], high]
        values = np.array([-np.inf, *map(found.get, grid[:8]), largest, *map(found.get, grid[8:])])
        winner = int(values.argmax())
        low, best, high = known[winner - 1 : winner + 2]
        largest = values[winner]
    return found


def climbed_maximum(
    scales: np.ndarray,
    criterion: Callable[[float], float],
    *,
    margin: float,
    narrowest: float = 2 ** (1 / 2),
    announce: Callable[[list[float]], object] = lambda scales: None,
) -> Maximum:
    """The maximum of a smooth criterion that is slow to compute.

    Every peak whose value is within `margin` of the largest is refined: the steps to its two
    neighbouring scales are halved until neighbouring scales have a ratio of `narrowest` or less.
    The last scale tried is the vertex of the parabola through the best scale and its two
    neighbours.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        The scales to begin with, ascending.
    criterion : callable
        Computes the criterion at a scale; minus infinity where it is not defined.
    margin : float
        A peak is refined if its value is at most this much below the largest.
    narrowest : float
        Steps are halved until neighbouring scales have this ratio or less.
    announce : callable, optional
        Called with the scales that are tried next, so that the criterion can be computed at several
        of them at once.

    Examples
    --------
    A parabola in log epsilon with its maximum at epsilon = 3.

    >>> found = climbed_maximum(
    ...     2.0 ** np.arange(-4, 9, 2), lambda e: -(np.log(e / 3) ** 2), margin=0
    ... )
    >>> round(found.scale, 6), found.interior
    (3.0, True)
    """
    announce(scales.tolist())
    value_at = {scale: criterion(scale) for scale in scales.tolist()}
    while new := [*_next_to_peaks(value_at, margin, narrowest)]:
        announce(new)
        value_at.update((scale, criterion(scale)) for scale in new)
    tried = sorted(value_at)
    best = max(range(len(tried)), key=lambda position: value_at[tried[position]])
    interior = 0 < best < len(tried) - 1
    if interior and (vertex := _vertex(tried[best - 1 : best + 2], value_at)) is not None:
        value_at[vertex] = criterion(vertex)
        tried = sorted(value_at)
    scale = max(tried, key=value_at.__getitem__)
    values = np.array([value_at[each] for each in tried])
    return Maximum(scale, value_at[scale], interior, np.array(tried), values)


def _next_to_peaks(
    value_at: dict[float, float], margin: float, narrowest: float
) -> Iterator[float]:
    """The middles of wide steps next to peaks that are within `margin` of the largest value."""
    scales = np.array(sorted(value_at))
    values = np.array([value_at[scale] for scale in scales.tolist()])
    padded = np.r_[-np.inf, values, -np.inf]
    peaks = (values >= padded[:-2]) & (values >= padded[2:]) & (values >= values.max() - margin)
    next_to_peak = (peaks[:-1] | peaks[1:]) & (np.diff(np.log(scales)) > 1.01 * np.log(narrowest))
    for step in np.flatnonzero(next_to_peak).tolist():
        yield float(np.sqrt(scales[step]) * np.sqrt(scales[step + 1]))


def _vertex(scales: list[float], value_at: dict[float, float]) -> float | None:
    """Vertex of the parabola in log epsilon through three scales; None if it has no maximum."""
    x, values = np.log(scales), np.array([value_at[scale] for scale in scales])
    if not np.isfinite(values).all():
        return None
    left, right = np.diff(values) / np.diff(x)
    if not left > right:
        return None
    # The slope of a parabola is linear, and at the middle of a chord it equals the chord's slope.
    middle = (x[:-1] + x[1:]) / 2
    log_vertex = middle[0] + left / (left - right) * (middle[1] - middle[0])
    return float(np.exp(log_vertex))
