"""Leading eigenpairs by LAPACK on the whole matrix: the reference, exact to 1e-12."""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh

from .._validation import check_count, check_kernel, check_switch
from ..engine.machine.blas import one_blas_thread
from .eigenpairs import Eigenpairs, right_eigenpairs
from .operator import symmetric_form

__all__ = ["has_eigenvalue_below", "leading_eigenpairs"]


def leading_eigenpairs(
    K: np.ndarray, n_pairs: int, *, alpha: float = 0.0, definite: bool = True
) -> Eigenpairs:
    """Leading eigenpairs of the row-normalised kernel, by dense LAPACK.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix with positive row sums.
    n_pairs : int
        Number of pairs without the trivial one (eigenvalue 1, constant vector), from 1 to
        n_samples - 1.
    alpha : float
        K is first divided by ``(q_i q_j)^alpha`` where q are its row sums (Coifman and Lafon 2006).
    definite : bool
        Whether K is positive definite. If not, pairs are ordered by |lambda|.

    Returns
    -------
    Eigenpairs
        Exactly `n_pairs` pairs and the trivial one.

    Raises
    ------
    ValueError
        If `n_pairs` is out of range, or K is not a symmetric kernel with positive row sums.

    Examples
    --------
    Two pairs of points, far from each other: the second eigenvalue is near 1, and its vector
    separates the pairs; a large gap follows.

    >>> import numpy as np
    >>> near, far = 0.9, 1e-3
    >>> K = np.array(
    ...     [[1, near, far, far], [near, 1, far, far], [far, far, 1, near], [far, far, near, 1]]
    ... )
    >>> pairs = leading_eigenpairs(K, n_pairs=2)
    >>> pairs.values.round(3)
    array([1.   , 0.998, 0.053])
    >>> np.sign(pairs.vectors[:, 1])
    array([ 1.,  1., -1., -1.])
    """
    K = check_kernel(K)
    check_switch(definite, "definite")
    n_pairs = check_count(n_pairs, "n_pairs", largest=len(K) - 1)
    A, root = symmetric_form(K, alpha)
    # Eigenvalues of A lie in [-1, 1]; this moves the trivial eigenvalue to -2, below all others.
    A -= np.outer(3.0 * root, root)
    with one_blas_thread():
        values, vectors = _largest(A, n_pairs, definite)
    return right_eigenpairs(values, vectors, root)


def _largest(A: np.ndarray, n_pairs: int, definite: bool) -> tuple[np.ndarray, np.ndarray]:
    """The pairs with the largest eigenvalues, or with the largest in magnitude, descending.

    The trivial pair, whose eigenvalue was moved to -2, is not among them.
    """
    n = len(A)
    if definite:
        values, vectors = eigh(A, subset_by_index=(n - n_pairs, n - 1), check_finite=False)
        # LAPACK's subset solver may silently return fewer pairs where eigenvalues repeat.
        if vectors.shape == (n, n_pairs) and _is_orthonormal(vectors):
            return values[::-1].copy(), vectors[:, ::-1]
    # The transpose of a symmetric matrix is in LAPACK's order, so the vectors overwrite it.
    values, vectors = eigh(A.T, driver="evd", check_finite=False, overwrite_a=True)
    # The trivial pair, whose eigenvalue was moved to -2, is dropped.
    values, vectors = values[1:], vectors[:, 1:]
    order = np.argsort(-values if definite else -np.abs(values), kind="stable")[:n_pairs]
    return values[order], vectors[:, order]


def has_eigenvalue_below(K: np.ndarray, level: float, alpha: float = 0.0) -> bool:
    """Whether the row-normalised kernel has an eigenvalue of at most `-level`.

    It has such an eigenvalue if the Cholesky factorisation of its symmetric form plus `level` times
    the unit matrix fails.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix with positive row sums.
    level : float
        A positive number. If it is below `n_samples` times the precision, that product is used
        instead.
    alpha : float
        As in `leading_eigenpairs`.

    Returns
    -------
    bool
        Whether there is such an eigenvalue. The result is arbitrary if an eigenvalue equals
        `-level` to within `n_samples` times the precision.

    Examples
    --------
    Two points with a kernel value of 3; the value of each point with itself is only 1.

    >>> has_eigenvalue_below(np.array([[1.0, 3.0], [3.0, 1.0]]), 0.4)
    True
    >>> has_eigenvalue_below(np.array([[1.0, 3.0], [3.0, 1.0]]), 0.6)
    False
    """
    A, _ = symmetric_form(K, alpha)
    A[np.diag_indices_from(A)] += max(level, len(A) * float(np.finfo(float).eps))
    with one_blas_thread():
        try:
            cholesky(A.T, lower=False, overwrite_a=True, check_finite=False)
        except LinAlgError:
            return True
    return False


def _is_orthonormal(vectors: np.ndarray) -> bool:
    deviation = vectors.T @ vectors - np.eye(vectors.shape[1])
    return bool(np.abs(deviation).max() < 1e-8)
