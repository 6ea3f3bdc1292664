"""A preconditioner: an approximate inverse, which turns residuals into directions worth adding.

A plain iteration is slow where eigenvalues crowd below 1, because what separates two of them is
their difference as a share of the whole spectrum; of the spectrum of the inverse of
``(1 + delta) I - A`` it is a large share. Only the subspace comes from the inverse, so single
precision will do.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg.lapack import spotrf, spotrs

__all__ = ["preconditioner"]

SHIFT = 1e-5  # delta: single precision has to see that the matrix is positive definite


def preconditioner(A: np.ndarray) -> Callable[[np.ndarray], np.ndarray] | None:
    """A product with the inverse of ``(1 + delta) I - A``, by Cholesky factors.

    Parameters
    ----------
    A : ndarray of float32, shape (n, n)
        Symmetric with eigenvalues up to 1; overwritten.

    Returns
    -------
    callable or None
        None where rounding leaves the matrix not positive definite.
    """
    M = np.negative(A, out=A)
    M[np.diag_indices(len(M))] += np.float32(1 + SHIFT)
    # The transpose of a symmetric matrix is in LAPACK's order, so it is overwritten.
    factor, status = spotrf(M.T, lower=1, clean=0, overwrite_a=1)
    if status:
        return None
    return lambda V: spotrs(factor, V.astype(np.float32), lower=1)[0].astype(float)
