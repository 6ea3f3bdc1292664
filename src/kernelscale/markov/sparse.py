"""Leading eigenpairs of a walk on a sparse graph, where many eigenvalues crowd at 1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import eigsh

from .._validation import check_count, check_share
from ..engine.blas import one_blas_thread
from .conjugate import right_eigenpairs
from .dense import leading_eigenpairs
from .eigenpairs import Eigenpairs

__all__ = ["sparse_eigenpairs"]

DENSE_ROWS = 1000


def sparse_eigenpairs(
    K: csr_array,
    n_pairs: int,
    *,
    alpha: float = 0.0,
    report: Callable[[str, int, int], None] | None = None,
) -> Eigenpairs:
    """Leading eigenpairs of the row-normalised kernel of a graph.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Symmetric kernel matrix, without negative values and with positive row sums.
    n_pairs : int
        Pairs wanted beside the trivial one, from 1 to n_samples - 1.
    alpha : float
        As in `leading_eigenpairs`.
    report : callable, optional
        Told how far the iteration is, as ``report(stage, done, total)``.

    Returns
    -------
    Eigenpairs
        Exactly `n_pairs` pairs and the trivial one, the largest eigenvalues first.

    Raises
    ------
    ValueError
        If `n_pairs` is out of range.

    Examples
    --------
    A walk on a ring of 60 rows: waves with one period, of either phase, change least in a step.

    >>> ring = np.roll(np.eye(60), 1, 0)
    >>> pairs = sparse_eigenpairs(csr_array(2 * np.eye(60) + ring + ring.T), n_pairs=2)
    >>> pairs.values.round(3)
    array([1.   , 0.997, 0.997])
    """
    n_pairs = check_count(n_pairs, "n_pairs", largest=K.shape[0] - 1)
    if K.shape[0] <= max(DENSE_ROWS, 4 * n_pairs):
        return leading_eigenpairs(K.toarray(), n_pairs, alpha=alpha)
    A, root = _conjugate(K, alpha)
    start = np.random.default_rng(0).normal(size=len(root))
    with one_blas_thread():
        values, vectors = eigsh(A, n_pairs + 1, which="LA", v0=start, ncv=4 * n_pairs + 4)
    others = slice(-2, None, -1)
    return right_eigenpairs(values[others], vectors[:, others], root)


def _conjugate(K: csr_array, alpha: float) -> tuple[csr_array, np.ndarray]:
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and sqrt(pi), A's trivial vector."""
    if check_share(alpha, "alpha"):
        q = diags_array(np.asarray(K.sum(axis=1)) ** -alpha)
        K = q @ K @ q
    degrees = np.asarray(K.sum(axis=1))
    inverse_root = diags_array(1 / np.sqrt(degrees))
    return csr_array(inverse_root @ K @ inverse_root), np.sqrt(degrees / degrees.sum())
