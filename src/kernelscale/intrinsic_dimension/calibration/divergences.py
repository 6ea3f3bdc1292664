"""Kullback-Leibler divergences of the statistics of the data from those of a ball.

The first arguments are the statistics of the data, the others those of balls. The order matters, as
neither divergence is symmetric.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.special import i0e, i1e, roots_legendre

__all__ = ["angle_divergence", "ratio_divergence"]

_N_NODES = 120


def ratio_divergence(d_seen: float, d_expected: np.ndarray, n_neighbors: int) -> np.ndarray:
    """Divergence of the densities ``g(.; k, d)`` of ratios of nearest distances (F7).

    Parameters
    ----------
    d_seen : float
        Most likely dimension of the data.
    d_expected : ndarray
        Most likely dimensions of balls, of any shape.
    n_neighbors : int
        k.

    Returns
    -------
    ndarray
        ``(q - 1) H_k - log q - (k - 1) E[log((1 - u^q) / (1 - u))]`` with q = d_expected / d_seen,
        H_k the harmonic number and u distributed as Beta(1, k).

    Notes
    -----
    The usual closed form is a sum of alternating signs whose terms grow like 2^k: at k = 50 it has
    no correct digit left. The expectation is smooth in ``s = u^(1/5)``, and 120 nodes of
    Gauss and Legendre give it to the last digit.

    Examples
    --------
    Ten dimensions are farther from five than six are, and five from ten is another number.

    >>> ratio_divergence(5.0, np.array([6.0, 10.0]), 10).round(3)
    array([0.098, 1.477])
    >>> ratio_divergence(10.0, np.array([5.0]), 10).round(3)
    array([1.333])
    """
    log_u, log_rest, weights, harmonic = _nodes(n_neighbors)
    q = d_expected / d_seen
    # log((1 - u^q) / (1 - u)) is smooth at both ends, its two terms are not: add them first.
    expected = (np.log(-np.expm1(q[..., None] * log_u)) - log_rest) @ weights
    return (q - 1) * harmonic - np.log(q) - (n_neighbors - 1) * expected


@cache
def _nodes(n_neighbors: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Logarithms of u and 1 - u, weights of a mean under Beta(1, k), the harmonic number H_k."""
    x, w = roots_legendre(_N_NODES)
    s = (x + 1) / 2
    u = s**5
    log_rest = np.log1p(-u)
    weights = w / 2 * 5 * s**4 * n_neighbors * np.exp((n_neighbors - 1) * log_rest)
    return np.log(u), log_rest, weights, float(np.sum(1 / np.arange(1, n_neighbors + 1)))


def angle_divergence(
    angle_seen: float,
    concentration_seen: float,
    angle_expected: np.ndarray,
    concentration_expected: np.ndarray,
) -> np.ndarray:
    """Divergence of two von Mises distributions (F8).

    Parameters
    ----------
    angle_seen, concentration_seen : float
        Mean angle nu_1 and concentration tau_1 of the data.
    angle_expected, concentration_expected : ndarray
        nu_2 and tau_2 of balls, of any shape.

    Returns
    -------
    ndarray
        ``log(I_0(tau_2) / I_0(tau_1)) + A(tau_1) (tau_1 - tau_2 cos(nu_1 - nu_2))`` with
        A = I_1 / I_0, from scaled Bessel functions, which do not overflow.

    Examples
    --------
    Angles about 90 degrees are near to those about 85, and far from those about 45.

    >>> angle_divergence(np.pi / 2, 20.0, np.radians([90, 85, 45]), np.full(3, 20.0)).round(2)
    array([0.  , 0.07, 5.71])
    """
    ratio = i1e(concentration_seen) / i0e(concentration_seen)
    # i0e has a factor exp(-tau); the terms for it are small, so no large numbers are subtracted.
    apart = 2 * np.sin((angle_seen - angle_expected) / 2) ** 2
    return (
        np.log(i0e(concentration_expected) / i0e(concentration_seen))
        + (concentration_expected - concentration_seen) * (1 - ratio)
        + ratio * concentration_expected * apart
    )
