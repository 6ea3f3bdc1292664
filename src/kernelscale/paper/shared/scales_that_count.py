"""Resolved scales: the scales at which an accuracy, or another figure of coordinates, counts.

A figure counts at no scale at which the graph has more components than there are coordinates, which
are then an arbitrary choice. Where a few rows carry a coordinate, all others lie at nearly one
point of it, and a figure may rest on the last digits of their coordinates, which no picture shows.
Such a figure changes when coordinates are rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from ...bandwidth.eigen.class_criteria import class_separation
from ...markov.eigenpairs import Eigenpairs

__all__ = [
    "DO_NOT_COUNT",
    "WHAT_COUNTS",
    "WHY_NOT",
    "ranges_that_do_not_count",
    "rounded",
    "scale_counts",
]

STEP = 1e-4  # step to which a coordinate is rounded, as a share of its range
SAME = 0.02  # largest relative change that counts as none: one row of the smallest sets, not two
WHAT_COUNTS = (
    "a scale does not count where the coordinates are an arbitrary choice, or where a few rows "
    "carry one of them and rounding changes the figure"
)
"""In words, for claims."""
DO_NOT_COUNT = (
    "does not count: arbitrary,\nor a few rows carry a\n"
    "coordinate and rounding\nchanges the accuracy"
)
WHY_NOT = (
    "more eigenvalues are nearly 1 than there are coordinates and the trivial one, so the "
    "coordinates, and the accuracy in them, are an arbitrary choice; or a few rows carry one of "
    "them, and the accuracy changes when coordinates are rounded to 1e-4 of their range. These "
    "scales do not count."
)
"""In words, for the legend of a figure and for the page."""


def scale_counts(
    pairs: Eigenpairs,
    codes: np.ndarray,
    n_components: int,
    figure: Callable[[Eigenpairs], float],
) -> bool:
    """Whether a figure counts at one scale.

    Parameters
    ----------
    pairs : Eigenpairs
        At that scale: the trivial pair, and one more than `n_components`.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1: a coordinate that a whole class carries is not
        localized, however few rows that are.
    n_components : int
        Number of leading coordinates that the figure is measured in.
    figure : callable
        Called as ``figure(pairs)`` it measures, for instance, an accuracy.

    Examples
    --------
    One row far from all others carries the first coordinate. The others differ in its last digits
    alone.

    >>> from kernelscale.paper.shared.accuracy_at_scale import nearest_is_right
    >>> from kernelscale.data import PointCloud
    >>> x, codes = np.r_[np.linspace(0, 1, 60), 9.0], np.repeat([0, 1], [30, 31])
    >>> pairs = PointCloud(x[:, None], codes).eigenpairs(5.0, 2)
    >>> def accuracy(pairs):
    ...     return float(nearest_is_right(pairs.embedding(1), codes, np.arange(61)).mean())
    >>> round(accuracy(pairs), 2), round(accuracy(rounded(pairs, 1)), 2)
    (0.98, 0.49)
    >>> scale_counts(pairs, codes, 1, accuracy)
    False
    """
    seen = class_separation(pairs, codes, n_components)
    if seen.arbitrary or not seen.localized:
        return not seen.arbitrary
    figures = figure(rounded(pairs, n_components)), figure(pairs)
    return bool(np.isclose(*figures, rtol=SAME, atol=0))


def rounded(pairs: Eigenpairs, n_components: int) -> Eigenpairs:
    """The same pairs with the leading vectors rounded to 1e-4 of the range of each.

    A coordinate is a vector times a number, so the coordinates are rounded too.
    """
    vectors = pairs.vectors.copy()
    leading = vectors[:, 1 : n_components + 1]
    steps = STEP * np.ptp(leading, axis=0)
    leading[:] = np.round(leading / steps) * steps
    return replace(pairs, vectors=vectors)


def ranges_that_do_not_count(
    rows: Sequence[Mapping[str, Any]], scale: str = "scale"
) -> list[tuple[float, float]]:
    """The first and the last scale of each run of scales that do not count.

    Parameters
    ----------
    rows : sequence of mapping
        Rows with a scale, ascending, and `counts`: whether it counts, or in which share of repeats.
    scale : str
        Name of the column of scales.

    Examples
    --------
    >>> rows = [{"scale": k, "counts": k in (3, 4)} for k in (1, 2, 3, 4, 5)]
    >>> ranges_that_do_not_count(rows)
    [(1, 2), (5, 5)]
    """
    runs = [list(run) for grey, run in groupby(rows, lambda row: row["counts"] < 0.5) if grey]
    return [(run[0][scale], run[-1][scale]) for run in runs]
