"""The scale at which a criterion is largest: on a grid first, then between its scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

__all__ = ["Maximum", "climbed_maximum", "refined_maximum"]

_GOLDEN = (5**0.5 - 1) / 2


class Maximum(NamedTuple):
    """Where a criterion is largest, and whether that lies inside the range searched.

    `scales` and `scores` are all scales that were tried, ascending, and the criterion there.
    """

    scale: float
    score: float
    interior: bool
    scales: np.ndarray
    scores: np.ndarray


def refined_maximum(
    scales: np.ndarray,
    scores: np.ndarray,
    score_of: Callable[[np.ndarray], np.ndarray],
    *,
    winner: int | None = None,
    tolerance: float = 0.01,
    together: bool = False,
) -> Maximum:
    """Refine the best scale of a grid to a relative `tolerance`.

    Parameters
    ----------
    scales, scores : ndarray of shape (n_scales,)
        The grid, ascending.
    score_of : callable
        The criterion at an array of scales.
    winner : int, optional
        Index of the scale to refine around; by default the scale of the largest criterion.
    tolerance : float
        Relative width of the interval of epsilon at which to stop.
    together : bool
        Whether many scales take little longer than one. Then finer grids are searched; else a
        golden-section search is made, which needs the fewest scales.

    Returns
    -------
    Maximum
        The best scale tried; a winner at an end of the grid is returned as it is, not interior.
    """
    winner = int(np.nanargmax(scores)) if winner is None else winner
    interior = 0 < winner < len(scales) - 1
    seen = {}
    if interior:
        around = scales[winner - 1], scales[winner + 1]
        if together:
            seen = _finer_grids(scales[winner], scores[winner], around, score_of, tolerance)
        else:
            seen = _golden_section(*around, score_of, tolerance)
    all_scales = np.concatenate([scales, list(seen)])
    all_scores = np.concatenate([scores, list(seen.values())])
    candidates = [winner, *range(len(scales), len(all_scales))]
    best = max(candidates, key=lambda position: all_scores[position])
    order = np.argsort(all_scales, kind="stable")
    return Maximum(
        float(all_scales[best]),
        float(all_scores[best]),
        interior,
        all_scales[order],
        all_scores[order],
    )


def _golden_section(
    low: float, high: float, score_of: Callable[[np.ndarray], np.ndarray], tolerance: float
) -> dict[float, float]:
    """The criterion at the scales that a golden-section search visits, in log epsilon."""
    seen: dict[float, float] = {}

    def at(log_scale: float) -> float:
        scale = float(np.exp(log_scale))
        if scale not in seen:
            seen[scale] = float(score_of(np.array([scale]))[0])
        return seen[scale]

    a, b = np.log(low), np.log(high)
    c, d = b - _GOLDEN * (b - a), a + _GOLDEN * (b - a)
    while b - a > tolerance:
        if not at(c) < at(d):
            b, d, c = d, c, d - _GOLDEN * (d - a)
        else:
            a, c, d = c, d, c + _GOLDEN * (b - c)
    return seen


def _finer_grids(
    best: float,
    score: float,
    around: tuple[float, float],
    score_of: Callable[[np.ndarray], np.ndarray],
    tolerance: float,
) -> dict[float, float]:
    """The criterion on grids of 16 scales, each between the neighbours of the best so far."""
    seen: dict[float, float] = {}
    low, high = around
    while np.log(high / low) > tolerance:
        grid = np.r_[np.geomspace(low, best, 10)[1:-1], np.geomspace(best, high, 10)[1:-1]]
        seen.update(zip(grid.tolist(), score_of(grid).tolist(), strict=True))
        known = np.r_[low, grid[:8], best, grid[8:], high]
        scores = np.array([-np.inf, *map(seen.get, grid[:8]), score, *map(seen.get, grid[8:])])
        winner = int(scores.argmax())
        low, best, high = known[winner - 1 : winner + 2]
        score = scores[winner]
    return seen


def climbed_maximum(
    scales: np.ndarray,
    score_of: Callable[[float], float],
    *,
    margin: float,
    narrowest: float = 2 ** (1 / 2),
    announce: Callable[[list[float]], object] = lambda scales: None,
) -> Maximum:
    """The maximum of a smooth criterion that takes long to compute.

    Every peak whose criterion is within `margin` of the best is refined: the steps to the scales
    beside it are halved until their ratio is `narrowest` or less. The last scale tried is the
    vertex of the parabola through the best scale and the two beside it.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        The scales to begin with, ascending.
    score_of : callable
        The criterion at a scale; minus infinity where it has none.
    margin : float
        How far below the best criterion a peak may be and still be refined.
    narrowest : float
        Ratio of neighbouring scales at which to stop.
    announce : callable, optional
        Called with the scales that are tried next, so that a criterion may be computed for several
        of them at once.

    Examples
    --------
    A hill in log epsilon, whose top is at 3.

    >>> found = climbed_maximum(
    ...     2.0 ** np.arange(-4, 9, 2), lambda e: -(np.log(e / 3) ** 2), margin=0
    ... )
    >>> round(found.scale, 6), found.interior
    (3.0, True)
    """
    announce(scales.tolist())
    seen = {scale: score_of(scale) for scale in scales.tolist()}
    while new := [*_beside_peaks(seen, margin, narrowest)]:
        announce(new)
        seen.update((scale, score_of(scale)) for scale in new)
    found = sorted(seen)
    best = max(range(len(found)), key=lambda place: seen[found[place]])
    interior = 0 < best < len(found) - 1
    if interior and (top := _vertex(found[best - 1 : best + 2], seen)) is not None:
        seen[top] = score_of(top)
    scale = max(sorted(seen), key=seen.__getitem__)
    order = sorted(seen)
    scores = np.array([seen[each] for each in order])
    return Maximum(scale, seen[scale], interior, np.array(order), scores)


def _beside_peaks(seen: dict[float, float], margin: float, narrowest: float) -> Iterator[float]:
    """Middles of the wide steps beside peaks that are within `margin` of the best."""
    scales = np.array(sorted(seen))
    scores = np.array([seen[scale] for scale in scales.tolist()])
    padded = np.r_[-np.inf, scores, -np.inf]
    peaks = (scores >= padded[:-2]) & (scores >= padded[2:]) & (scores >= scores.max() - margin)
    beside = (peaks[:-1] | peaks[1:]) & (np.diff(np.log(scales)) > 1.01 * np.log(narrowest))
    for step in np.flatnonzero(beside).tolist():
        yield float(np.sqrt(scales[step]) * np.sqrt(scales[step + 1]))


def _vertex(scales: list[float], seen: dict[float, float]) -> float | None:
    """Top of the parabola in log epsilon through three scales, if it has one."""
    x, scores = np.log(scales), np.array([seen[scale] for scale in scales])
    if not np.isfinite(scores).all():
        return None
    left, right = np.diff(scores) / np.diff(x)
    if not left > right:
        return None
    # The slope falls linearly, and is that of a chord at the chord's middle.
    middle = (x[:-1] + x[1:]) / 2
    log_vertex = middle[0] + left / (left - right) * (middle[1] - middle[0])
    return float(np.exp(log_vertex))
