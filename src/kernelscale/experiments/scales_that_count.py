"""Which scales count: those at which a figure says something of the data.

It does not where more parts of the graph have fallen off than there are coordinates: these are then
an arbitrary choice. Where a few rows carry a coordinate, all others lie at nearly one point of it,
and a figure may hang on the last digits of their coordinates, which no picture shows. Rounding
tells: it changes such a figure and leaves others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..bandwidth.class_criteria import class_separation
from ..markov import Eigenpairs

__all__ = ["WHAT_COUNTS", "rounded", "scale_counts"]

STEP = 1e-4  # of the range of a coordinate
SAME = 0.02  # of itself by which a figure may change: one row of the smallest sets, and not two
WHAT_COUNTS = (
    "a scale does not count where the coordinates are an arbitrary choice, or where a few rows "
    "carry one of them and rounding changes the figure"
)
"""In words, for claims."""


def scale_counts(
    pairs: Eigenpairs,
    codes: np.ndarray,
    n_components: int,
    figure: Callable[[Eigenpairs], float],
) -> bool:
    """Whether a figure says something of the data at one scale.

    Parameters
    ----------
    pairs : Eigenpairs
        At that scale, one more beside the trivial one than coordinates are used.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1: a coordinate that a whole class carries is not
        localized, however few rows that are.
    n_components : int
        Leading coordinates that the figure looks at.
    figure : callable
        What is measured in these coordinates, such as an accuracy.

    Examples
    --------
    A row far from all others has the first coordinate to itself. Where the others are, next to one
    another, is in its last digits.

    >>> from kernelscale.experiments.accuracy_at_scale import nearest_is_right
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
    """The same with the leading coordinates rounded to 1e-4 of the range of each.

    Coordinates are vectors times a number each, so either may be rounded.
    """
    vectors = pairs.vectors.copy()
    leading = vectors[:, 1 : n_components + 1]
    steps = STEP * np.ptp(leading, axis=0)
    leading[:] = np.round(leading / steps) * steps
    return replace(pairs, vectors=vectors)
