"""A preconditioner: an approximate inverse by which the iteration multiplies residuals.

A is the symmetric form of the operator. The plain iteration converges slowly if many eigenvalues
of A lie just below 1, because its speed depends on the differences of these eigenvalues relative to
the whole spectrum. The inverse of ``(1 + delta) I - A`` has the same eigenvectors. Its eigenvalues
that belong to eigenvalues of A near 1 are far apart, so an iteration with it converges quickly.
Single precision is enough, because the inverse determines only the subspace in which eigenvectors
are searched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.linalg.lapack import spotrf, spotrs

from ..engine.machine.subnormals import subnormals_as_zero

__all__ = ["preconditioner"]

SHIFT = 1e-5  # delta: large enough for a Cholesky factorisation in single precision


def preconditioner(A: np.ndarray) -> Callable[[np.ndarray], np.ndarray] | None:
    """The product with the inverse of ``(1 + delta) I - A``, by Cholesky factors.

    Parameters
    ----------
    A : ndarray of float32, shape (n, n)
        Symmetric with eigenvalues up to 1; overwritten.

    Returns
    -------
    callable or None
        The product ``V -> M V``; None if the matrix is not positive definite after rounding.
    """
    M = np.negative(A, out=A)
    M[np.diag_indices(len(M))] += np.float32(1 + SHIFT)
    with subnormals_as_zero():
        # The transpose of a symmetric matrix is in LAPACK's order, so it is overwritten.
        factor, status = spotrf(M.T, lower=1, clean=0, overwrite_a=1)
    return None if status else partial(_solution, factor)


def _solution(factor: np.ndarray, V: np.ndarray) -> np.ndarray:
    with subnormals_as_zero():
        solution: np.ndarray = spotrs(factor, V.astype(np.float32), lower=1)[0].astype(float)
    return solution
