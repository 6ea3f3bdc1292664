"""The plane in which rows spread most, to draw them in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..distances import centred_points
from ..engine.machine.blas import one_blas_thread

__all__ = ["Plane", "first_components"]


class Plane(NamedTuple):
    """Rows in their first two principal components.

    Attributes
    ----------
    places : ndarray of shape (n_samples, 2)
        Coordinates of the rows.
    shares : ndarray of shape (2,)
        What share of the variance each component has.
    """

    places: np.ndarray
    shares: np.ndarray


def first_components(points: np.ndarray) -> Plane:
    """The first two principal components of points of two features or more.

    Examples
    --------
    A line in three features has one.

    >>> places, shares = first_components(np.outer(np.arange(5.0), [3, 0, 4]))
    >>> shares.round(9)
    array([1., 0.])
    >>> np.abs(places[:, 0])
    array([10.,  5.,  0.,  5., 10.])
    """
    centred = centred_points(points)
    with one_blas_thread():
        _, values, axes = np.linalg.svd(centred, full_matrices=False)
        places = np.zeros((len(points), 2))
        places[:, : len(axes[:2])] = centred @ axes[:2].T
    total = np.sum(values**2)
    return Plane(places, np.append(values, 0.0)[:2] ** 2 / (total if total else 1.0))
