"""The operator of which eigenpairs are sought: the symmetric form of the row-normalised kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._validation import check_share, check_square
from .eigenpairs import NEARLY_ONE
from .preconditioner import preconditioner

__all__ = ["Operator", "Product", "operator_of_kernel", "symmetric_form"]

Product = Callable[[np.ndarray], np.ndarray]
"""``V -> A V`` of a block of vectors, (n, k) to (n, k)."""


@dataclass(frozen=True, eq=False)
class Operator:
    """``A = D^-1/2 K D^-1/2`` as an operator.

    Attributes
    ----------
    product : callable
        ``V -> A V``.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``, A's trivial vector.
    leaving : ndarray of shape (n_samples,)
        Probability that a step of the walk leaves the row.
    matrix : callable
        Computes A, a new float64 array of shape (n_samples, n_samples).
    refined : callable
        Computes the product in double precision.
    preconditioner : callable
        Computes a product with an approximate inverse of ``(1 + delta) I - A``, or None.
    resolution : float
        Eigenvalues nearer to 1 are not separated from 1 by these products.

    Examples
    --------
    Two rows near each other, and one so far away that it is a component of its own.

    >>> K = np.array([[1.0, 0.6, 1e-12], [0.6, 1.0, 1e-12], [1e-12, 1e-12, 1.0]])
    >>> operator = operator_of_kernel(K)
    >>> operator.isolated
    array([False, False,  True])
    """

    product: Product
    root: np.ndarray
    leaving: np.ndarray
    matrix: Callable[[], np.ndarray]
    refined: Callable[[], Product]
    preconditioner: Callable[[], Product | None]
    resolution: float

    @property
    def isolated(self) -> np.ndarray:
        """Isolated rows, each a component of its own, bools of shape (n_samples,).

        Each adds an eigenvalue of at least 1 - NEARLY_ONE, by Gershgorin's theorem: the entries of
        its row of A beside the diagonal add up to at most the probability of leaving.
        """
        return self.leaving < NEARLY_ONE / 4


def operator_of_kernel(K: np.ndarray, alpha: float = 0.0) -> Operator:
    """The operator of a kernel matrix, in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    alpha : float
        Power of the density that is taken out.

    Returns
    -------
    Operator
        Products are with a stored float64 matrix.

    Examples
    --------
    A walk on two rows that stays twice as often as it steps to the other.

    >>> operator_of_kernel(np.array([[1.0, 0.5], [0.5, 1.0]])).product(np.eye(2)).round(3)
    array([[0.667, 0.333],
           [0.333, 0.667]])
    """
    A, root = symmetric_form(K, alpha)

    def product(V: np.ndarray) -> np.ndarray:
        image: np.ndarray = (V.T @ A).T  # A is symmetric; the quicker way round in BLAS
        return image

    return Operator(
        product,
        root,
        1 - np.diag(A),
        A.copy,
        lambda: product,
        lambda: preconditioner(A.astype(np.float32)),
        resolution=1e-12,
    )


def symmetric_form(K: np.ndarray, alpha: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and sqrt(pi), A's trivial vector."""
    K = check_square(K)
    if check_share(alpha, "alpha"):
        q = K.sum(axis=1) ** -alpha
        K = K * q[:, None] * q
    degrees = K.sum(axis=1)
    inverse_root = 1 / np.sqrt(degrees)
    A = K * inverse_root
    A *= inverse_root[:, None]
    return A, np.sqrt(degrees / degrees.sum())
