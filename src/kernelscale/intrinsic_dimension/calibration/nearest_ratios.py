"""The most likely dimension from ratios of nearest distances (Lombardi et al. 2011).

In d dimensions, where the density hardly changes over k + 1 neighbours, the ratio
``rho = r_1 / r_{k+1}`` of the distances to the nearest and the (k+1)-th neighbour has the density
``g(rho; k, d) = k d rho^(d-1) (1 - rho^d)^(k-1)``; its likelihood has one maximum in d.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from ..caveats import LARGEST_ESTIMATE, TIED

__all__ = ["most_likely_dimension", "usable"]

SMALLEST_ESTIMATE = 1e-3


def usable(squared_distances: np.ndarray) -> np.ndarray:
    """Which points have a ratio between 0 and 1, from ascending squared distances.

    A ratio of 1 says that all neighbours are equally far, as on a lattice; one of 0, that the
    nearest is a duplicate to rounding. Neither has a likelihood.
    """
    nearest, farthest = squared_distances[:, 0], squared_distances[:, -1]
    return (nearest > 0) & (nearest < (1 - TIED) * farthest)


def most_likely_dimension(log_ratios: np.ndarray, n_neighbors: int) -> float:
    """The dimension under which the observed ratios are most likely.

    Parameters
    ----------
    log_ratios : ndarray of shape (n_samples,)
        ``log(r_1 / r_{k+1})``, all negative.
    n_neighbors : int
        k.

    Returns
    -------
    float
        The root in d of ``N / d + sum log rho - (k-1) sum log rho / (rho^-d - 1)``; infinite if
        it is above 1e4.

    Examples
    --------
    Ratios drawn from the density of seven dimensions give seven.

    >>> u = np.random.default_rng(0).beta(1, 10, size=20_000)
    >>> round(most_likely_dimension(np.log(u) / 7, n_neighbors=10), 1)
    7.0
    """
    total = log_ratios.sum()

    def score(log_d: float) -> float:
        d = np.exp(log_d)
        with np.errstate(over="ignore"):  # an infinite denominator is a term of 0
            crowding = np.sum(log_ratios / np.expm1(-d * log_ratios))
        return float(len(log_ratios) / d + total - (n_neighbors - 1) * crowding)

    # The score falls, and in log d the root is as well conditioned at d = 0.1 as at d = 1000.
    ends = np.log(SMALLEST_ESTIMATE), np.log(LARGEST_ESTIMATE)
    if score(ends[0]) <= 0:
        return SMALLEST_ESTIMATE
    if score(ends[1]) >= 0:
        return np.inf
    return float(np.exp(brentq(score, *ends, xtol=1e-13)))
