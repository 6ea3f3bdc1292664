"""What DANCo sees of a set of points: three numbers, all from the same nearest neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.statistics import Neighbors
from .nearest_ratios import most_likely_dimension, usable
from .von_mises import neighbor_angles

__all__ = ["Signature", "signature"]


class Signature(NamedTuple):
    """Three statistics of one set of points.

    Attributes
    ----------
    most_likely : float
        The dimension under which the ratios of nearest distances are most likely.
    angle : float
        Mean over the points of the mean angle between directions to neighbours, in radians.
    concentration : float
        Mean over the points of the concentration of those angles.
    """

    most_likely: float
    angle: float
    concentration: float


def signature(points: np.ndarray, neighbors: Neighbors) -> Signature:
    """The statistics of points from their k + 1 nearest others.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        The points.
    neighbors : Neighbors
        Their k + 1 nearest others: ratios need the (k+1)-th, angles are those of the k nearest.

    Returns
    -------
    Signature
        Over the points whose ratio is between 0 and 1; at least one must be.

    Examples
    --------
    Points of a square: two dimensions, and directions 90 degrees apart on average; both a little
    less because of the edge.

    >>> from kernelscale.engine import NearestOthers, reduce
    >>> square = np.random.default_rng(0).uniform(size=(1000, 2))
    >>> found = signature(square, reduce(square, NearestOthers(11)))
    >>> round(found.most_likely, 1), round(np.degrees(found.angle))
    (1.9, 88)
    """
    r = neighbors.squared_distances
    rows = np.flatnonzero(usable(r))
    log_ratios = np.log(r[rows, 0] / r[rows, -1]) / 2
    angles = neighbor_angles(points, rows, neighbors.indices[rows, :-1])
    return Signature(
        most_likely_dimension(log_ratios, r.shape[1] - 1),
        float(angles.mean.mean()),
        float(angles.concentration.mean()),
    )
