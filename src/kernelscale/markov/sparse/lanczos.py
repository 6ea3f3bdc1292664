"""SciPy's Lanczos iteration, for graphs that multigrid would coarsen to nearly dense matrices."""

from __future__ import annotations

import numpy as np
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from ..krylov.matrix_free import Run
from ..krylov.near_one import Ritz
from ..krylov.required_accuracy import FOR_VECTORS
from ..operator import Product

__all__ = ["lanczos"]

MOST_RESTARTS = 100


def lanczos(product: Product, known: np.ndarray, n_pairs: int) -> tuple[Ritz, Run] | None:
    """The leading pairs after the known pairs; None without convergence.

    The result is also None if one of the eigenvalues is not positive.

    Parameters
    ----------
    product : callable
        ``V -> A V``.
    known : ndarray of shape (n_known, n_samples)
        Orthonormal known eigenvectors.
    n_pairs : int
        Number of pairs without the known pairs.
    """
    n_products = 0

    def matvec(v: np.ndarray) -> np.ndarray:
        nonlocal n_products
        n_products += 1
        # The known eigenvalues become 0, below all wanted eigenvalues.
        image: np.ndarray = product(v) - known.T @ (known @ v)
        return image

    operator = LinearOperator(known.shape[1:] * 2, matvec=matvec, dtype=np.float64)
    start = np.random.default_rng(0).normal(size=(known.shape[1],))
    try:
        values, vectors = eigsh(
            operator, n_pairs, which="LA", v0=start, ncv=2 * n_pairs + 20, maxiter=MOST_RESTARTS
        )
    except ArpackError:
        return None
    values, vectors = values[::-1], vectors[:, ::-1]
    residual = float(np.linalg.norm(product(vectors) - vectors * values, axis=0).max())
    converged = residual <= FOR_VECTORS.residual and values[-1] > FOR_VECTORS.residual
    return ((values, vectors), Run(n_products, residual, True)) if converged else None
