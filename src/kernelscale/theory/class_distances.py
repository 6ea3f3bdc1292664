"""The distance between classes and the width of a class, in the data or in an embedding."""

from __future__ import annotations

from typing import Any

from ..data import PointCloud
from ..engine.statistics import ClassExtremes

__all__ = ["D_class", "D_gap"]


def D_gap(X: Any, y: Any, **engine_options: Any) -> float:  # noqa: N802 - the paper's name
    """Squared distance between the two nearest points of different classes (paper's eq. Dgap).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or their coordinates in an embedding.
    y : array-like of shape (n_samples,)
        Class of each point.
    **engine_options
        `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in
        `select_bandwidth`.

    Returns
    -------
    float
        ``min |x_i - x_j|^2`` over pairs of different classes, from one pass over all pairs.

    Raises
    ------
    ValueError, TypeError
        If the points, the labels or an option are not valid.

    Examples
    --------
    Two classes on a line, at a distance of 3.

    >>> D_gap([[0.0], [1.0], [4.0], [9.0]], ["left", "left", "right", "right"])
    9.0
    """
    cloud = PointCloud(X, y, **engine_options)
    return float(cloud.reduce(ClassExtremes(cloud.codes)).smallest_between)


def D_class(X: Any, y: Any, **engine_options: Any) -> float:  # noqa: N802 - the paper's name
    """Squared distance between the two farthest points of one class (paper's eq. Dclass).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or their coordinates in an embedding.
    y : array-like of shape (n_samples,)
        Class of each point.
    **engine_options
        `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in
        `select_bandwidth`.

    Returns
    -------
    float
        ``max |x_i - x_j|^2`` over pairs of the same class, from one pass over all pairs.

    Raises
    ------
    ValueError, TypeError
        If the points, the labels or an option are not valid.

    Examples
    --------
    Two classes on a line, of widths 1 and 5.

    >>> D_class([[0.0], [1.0], [4.0], [9.0]], ["left", "left", "right", "right"])
    25.0
    """
    cloud = PointCloud(X, y, **engine_options)
    return float(cloud.reduce(ClassExtremes(cloud.codes)).largest_within)
