"""Searching a score over scales: a grid first, then golden sections around the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from .._validation import check_scales

__all__ = [
    "Maximum",
    "NoOptimumError",
    "climbed_maximum",
    "grid_option",
    "hopeful_step",
    "interior_maximum",
    "refined_maximum",
]

_GOLDEN = (5**0.5 - 1) / 2
NARROWEST = 2 ** (1 / 8)  # steps that are not halved any more


class NoOptimumError(ValueError):
    """The score of a rule is the same, to rounding, at every scale."""


class Maximum(NamedTuple):
    """Where a score is largest, and whether that lies inside the range searched.

    `scales` and `scores` are those of the grid with those of the refinement merged in.
    """

    scale: float
    score: float
    interior: bool
    scales: np.ndarray
    scores: np.ndarray


def grid_option(scales: Any) -> tuple[float, ...] | None:
    """A grid given as an option: checked, ascending, none twice, and unchangeable."""
    return None if scales is None else tuple(np.unique(check_scales(scales)).tolist())


def interior_maximum(
    scores: np.ndarray, prominence: float = 0.0, among: np.ndarray | None = None
) -> int | None:
    """Index of the largest local maximum that is not at an end; None if there is none.

    With `among`, bools of shape (n_scales,), it has to be one of those scales.

    NaN, a scale at which the score has no meaning, acts as an end. To either side scores must
    fall by `prominence`, a share of the maximum, before they rise above it: a curve that levels
    off, known to a few digits, has local maxima that are rounding.
    """
    middle, before, after = scores[1:-1], scores[:-2], scores[2:]
    local = 1 + np.flatnonzero(
        (middle >= before) & (middle > after) | (middle > before) & (middle >= after)
    )
    standing = [
        peak
        for peak in (local if among is None else local[among[local]])
        if max(_foot(scores[peak::-1]), _foot(scores[peak:])) <= (1 - prominence) * scores[peak]
    ]
    return int(max(standing, key=lambda peak: scores[peak])) if standing else None


def _foot(scores: np.ndarray) -> float:
    """The lowest of scores before they rise above the first of them, or end."""
    ends = np.flatnonzero(~(scores <= scores[0]))
    return float(scores[: ends[0] if len(ends) else None].min())


def hopeful_step(
    scales: np.ndarray, highs: np.ndarray, lows: np.ndarray, best: float
) -> float | None:
    """Where a difference may yet exceed the best one seen: the middle of a step between two scales.

    Both figures fall as the scale grows, so within a step the difference is at most that of the
    larger figure at its start and the smaller one at its end. Of the steps where that is more than
    `best`, and that are wider than `NARROWEST`, the one where it is most.

    Parameters
    ----------
    scales, highs, lows : ndarray of shape (n_scales,)
        What was seen: scales, ascending, and both figures.
    best : float
        The largest difference seen.

    Returns
    -------
    float or None
        A scale to look at; None where no step leaves room.

    Examples
    --------
    Both figures fall from nearly 1 to nearly 0 between 2 and 8, and nowhere else is there room.

    >>> highs, lows = np.array([0.99, 0.98, 0.1, 0.05]), np.array([0.97, 0.96, 0.02, 0.01])
    >>> hopeful_step(np.array([1.0, 2.0, 8.0, 16.0]), highs, lows, best=0.1)
    4.0
    """
    hopes = highs[:-1] - lows[1:]
    hopes[np.diff(np.log(scales)) <= 1.01 * np.log(NARROWEST)] = -np.inf
    step = int(hopes.argmax())
    if hopes[step] <= best:
        return None
    return float(np.sqrt(scales[step]) * np.sqrt(scales[step + 1]))


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
        Scores at an array of scales.
    winner : int, optional
        Index to refine around; the largest score by default.
    tolerance : float
        Relative width in epsilon at which to stop.
    together : bool
        Whether many scales cost little more than one. Then a few finer grids are searched, else
        golden sections, which need the fewest scales.

    Returns
    -------
    Maximum
        The best scale seen; a winner at an end of the grid is returned as it is, not interior.
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
    """Scores at the scales a golden-section search visits, in log epsilon."""
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
    """Scores on grids of 16 scales, each between the neighbours of the best so far."""
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
    """The maximum of a smooth score of which each value is dear.

    Beside every peak among the scales seen that comes within `margin` of the best, the steps to
    its neighbours are halved, until they are no wider than `narrowest`, a ratio. The vertex of the
    parabola through the best and its neighbours is the last scale seen.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
        Where to begin, ascending.
    score_of : callable
        The score at a scale; minus infinity where it has none.
    margin : float
        How far from the best a peak may be and still be climbed.
    narrowest : float
        Ratio of neighbouring scales at which to stop.
    announce : callable, optional
        Told which scales will be asked for next, where several at once cost less than one by one.

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
    """Middles of the wide steps beside peaks that come near the best."""
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
