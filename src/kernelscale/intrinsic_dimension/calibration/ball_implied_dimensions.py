"""The largest implied dimension d_eps of n points spread evenly in a solid ball of d dimensions.

The largest d_eps is below d, because the boundary cuts off part of the kernel at any scale, and
because the kernel's sum includes pairs of a point with itself. No simulation is needed, because the
density of the distance s of two random points of a unit ball is known (Hammersley 1950). It is
``d s^(d-1) I_(1 - s^2/4)((d + 1)/2, 1/2)`` on [0, 2], with I the regularised incomplete beta
function. So d_eps follows from two integrals,

    d_eps = 2 E[x e^-x] / (1/(n - 1) + E[e^-x]),    x = s^2 / (2 eps),

and is maximised over eps. Simulated values for random balls agree with this maximum to within their
fluctuations.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.special import betainc

from ..._validation import check_count, check_positive
from ...engine.arithmetic.exponential import exponential

__all__ = ["LARGEST_BALL", "SMALLEST_BALL", "ball_dimension", "dimension_of_ball"]

SMALLEST_BALL, LARGEST_BALL = 0.25, 100.0
_N_NODES = 300
_LOG_SCALES = np.linspace(-34, 4, 77)  # log eps for a ball of radius 1, in steps of 1/2


def ball_dimension(n_dims: float, n_samples: int) -> float:
    """The largest d_eps over all eps, as expected for points spread evenly in a solid ball.

    Parameters
    ----------
    n_dims : float
        Dimension d of the ball, from 0.25 to 100; it may be fractional.
    n_samples : int
        Number of points, at least 2.

    Returns
    -------
    float
        The expected maximum, which grows with both parameters and is below d.

    Raises
    ------
    ValueError
        If the dimension or the number of points is out of range.

    Examples
    --------
    For a thousand points in a ball of ten dimensions d_eps is 5.83.

    >>> round(ball_dimension(10, 1000), 2)
    5.83
    """
    d, n = check_positive(n_dims, "n_dims"), check_count(n_samples, "n_samples", smallest=2)
    if not SMALLEST_BALL <= d <= LARGEST_BALL:
        raise ValueError(
            f"n_dims must be from {SMALLEST_BALL} to {LARGEST_BALL:g}, but {n_dims!r} was given."
        )
    s, weights = _distances_and_weights()
    weights = weights * d * s ** (d - 1) * betainc((d + 1) / 2, 0.5, 1 - s**2 / 4)

    def minus_d_eps(log_scale: float) -> float:
        x = s**2 / 2 * np.exp(-log_scale)
        kernel = weights * exponential(-x)
        return float(-2 * (kernel @ x) / (1 / (n - 1) + kernel.sum()))

    start = _LOG_SCALES[np.argmin([minus_d_eps(scale) for scale in _LOG_SCALES])]
    bounds = start - 0.5, start + 0.5
    return -float(minimize_scalar(minus_d_eps, bounds=bounds, method="bounded").fun)


def dimension_of_ball(reading: float, n_samples: int) -> float:
    """Dimension of the ball with a given largest d_eps: the inverse of `ball_dimension`.

    Parameters
    ----------
    reading : float
        Largest d_eps over eps.
    n_samples : int
        Number of points, at least 2.

    Returns
    -------
    float
        The dimension, limited to the range from 0.25 to 100.

    Raises
    ------
    ValueError
        If `reading` is not positive, or the number of points is out of range.

    Examples
    --------
    A largest d_eps of 5.83 means ten dimensions for a thousand points, and about six for a million.

    >>> round(dimension_of_ball(5.83, 1000), 1), round(dimension_of_ball(5.83, 10**6), 1)
    (10.0, 6.3)
    """
    check_positive(reading, "reading")
    if reading <= ball_dimension(SMALLEST_BALL, n_samples):
        return SMALLEST_BALL
    if reading >= ball_dimension(LARGEST_BALL, n_samples):
        return LARGEST_BALL

    def excess(log_d: float) -> float:
        return ball_dimension(np.exp(log_d), n_samples) - reading

    inside = 1e-12  # rounding might otherwise put exponentials of logarithms out of range
    ends = np.log(SMALLEST_BALL) + inside, np.log(LARGEST_BALL) - inside
    return float(np.exp(brentq(excess, *ends, xtol=1e-10)))


@cache
def _distances_and_weights() -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights for integrals over s from 0 to 2, dense near 0.

    They are Gauss-Legendre nodes in u with ``s = 2 sin(pi u^5 / 2)``. The integrand is then smooth
    at s = 2, where the density is a power of ``1 - s^2/4``. The nodes near 0 are dense enough for
    the narrow kernels of many points on a line.
    """
    u, weights = np.polynomial.legendre.leggauss(_N_NODES)
    u = (u + 1) / 2
    angle = np.pi / 2 * u**5
    return 2 * np.sin(angle), weights * 5 * np.pi / 2 * u**4 * np.cos(angle)
