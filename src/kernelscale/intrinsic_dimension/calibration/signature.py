"""The signature of a set of points: three statistics of nearest neighbours, as in DANCo.

Two statistics describe angles (`von_mises`). The third is the most likely dimension from ratios of
distances (Lombardi et al. 2011). Let ``rho = r_1 / r_{k+1}`` be the ratio of the distances to the
nearest and the (k+1)-th neighbour. If the density of the points is nearly constant over k + 1
neighbours, rho has the density ``g(rho; k, d) = k d rho^(d-1) (1 - rho^d)^(k-1)``. Its likelihood
has one maximum in d.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from ...engine.statistics import Neighbors
from ..caveats import LARGEST_ESTIMATE, TIED
from .von_mises import neighbor_angles

__all__ = ["Signature", "most_likely_dimension", "signature", "usable"]

SMALLEST_ESTIMATE = 1e-3


class Signature(NamedTuple):
    """Three statistics of one set of points.

    Attributes
    ----------
    most_likely : float
        The dimension for which the ratios of distances are most likely.
    angle : float
        Mean over the points of the mean angle between directions to neighbours, in radians.
    concentration : float
        Mean over the points of the concentration of those angles.
    """

    most_likely: float
    angle: float
    concentration: float


def signature(points: np.ndarray, neighbors: Neighbors) -> Signature:
    """The statistics of points from their k + 1 nearest neighbours.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        The points.
    neighbors : Neighbors
        The k + 1 nearest neighbours of each point. The (k+1)-th neighbour is used for ratios only,
        not for angles.

    Returns
    -------
    Signature
        The statistics over the points whose ratio is between 0 and 1; there must be at least one.

    Examples
    --------
    Points of a square: two dimensions, and a mean angle of 90 degrees. The boundary makes both
    slightly smaller.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import NearestOthers
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


def usable(squared_distances: np.ndarray) -> np.ndarray:
    """For each point, whether its smallest and largest distance have a ratio between 0 and 1.

    The ratio is 1 if all neighbours are at the same distance, as on a lattice, and 0 if the nearest
    neighbour is a duplicate to within rounding. A ratio of 0 or 1 has no likelihood.
    """
    nearest, farthest = squared_distances[:, 0], squared_distances[:, -1]
    return (nearest > 0) & (nearest < (1 - TIED) * farthest)


def most_likely_dimension(log_ratios: np.ndarray, n_neighbors: int) -> float:
    """The dimension for which the observed ratios are most likely.

    Parameters
    ----------
    log_ratios : ndarray of shape (n_samples,)
        ``log(r_1 / r_{k+1})``, all negative.
    n_neighbors : int
        The number k of neighbours.

    Returns
    -------
    float
        The root in d of ``N / d + sum log rho - (k-1) sum log rho / (rho^-d - 1)``; 1e-3 if the
        root is below 1e-3, and infinite if it exceeds 1e4.

    Examples
    --------
    Ratios drawn from the density for seven dimensions.

    >>> u = np.random.default_rng(0).beta(1, 10, size=20_000)
    >>> round(most_likely_dimension(np.log(u) / 7, n_neighbors=10), 1)
    7.0
    """
    total = log_ratios.sum()

    def derivative(log_d: float) -> float:
        d = np.exp(log_d)
        with np.errstate(over="ignore"):  # a term with an infinite denominator is 0
            crowding = np.sum(log_ratios / np.expm1(-d * log_ratios))
        return float(len(log_ratios) / d + total - (n_neighbors - 1) * crowding)

    # As a function of log d the root is as well conditioned at d = 0.1 as at d = 1000.
    ends = np.log(SMALLEST_ESTIMATE), np.log(LARGEST_ESTIMATE)
    if derivative(ends[0]) <= 0:
        return SMALLEST_ESTIMATE
    if derivative(ends[1]) >= 0:
        return np.inf
    return float(np.exp(brentq(derivative, *ends, xtol=1e-13)))
