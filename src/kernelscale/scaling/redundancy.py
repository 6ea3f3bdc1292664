"""Weights under which features that say the same share their say.

Of standardised features, those that move together count together: ten that follow one direction of
a manifold stretch it tenfold. The weights undo that as far as a weight for each feature can.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from ..engine.blas import one_blas_thread

__all__ = ["shared_weights"]

RIDGE = 0.3  # the larger, the nearer to equal weights
_STEPS = 1000


def shared_weights(standardized: np.ndarray, ridge: float = RIDGE) -> np.ndarray:
    """Squared weights a >= 0, of mean 1, that spread the variance over most directions.

    The covariance of weighted features has trace ``sum_l a_l`` and squared Frobenius norm
    ``sum_lm a_l a_m R_lm^2``, R being the correlations. Of all a with a given trace the one that
    minimises the norm plus ``ridge * sum_l a_l^2`` is taken: where features span few dimensions,
    it makes their covariance there as nearly a multiple of the identity as it can; where they are
    uncorrelated, all weigh the same.

    Parameters
    ----------
    standardized : ndarray of shape (n_samples, n_features)
        Features of mean 0 and variance 1.
    ridge : float, default 0.3
        What keeps the weights equal where they do not matter.

    Returns
    -------
    ndarray of shape (n_features,)
        Squared weights.
    """
    with one_blas_thread():
        R = standardized.T @ standardized / len(standardized)
        Q = R * R + ridge * np.eye(len(R))
        found = minimize(
            _objective,
            1 / Q.sum(axis=1),
            args=(Q,),
            jac=True,
            method="L-BFGS-B",
            bounds=[(0.0, None)] * len(R),
            options={"maxiter": _STEPS, "ftol": 1e-14, "gtol": 1e-9},
        )
    return found.x / found.x.mean()


def _objective(a: np.ndarray, Q: np.ndarray) -> tuple[float, np.ndarray]:
    """What the trace being given amounts to, but for a factor of all weights."""
    slope = Q @ a
    return float(0.5 * a @ slope - a.sum()), slope - 1
