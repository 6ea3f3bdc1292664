"""The symmetric form of the operator, from which the solvers compute its eigenpairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._validation import check_share, check_square
from .eigenpairs import NEARLY_ONE
from .preconditioner import preconditioner

__all__ = ["Operator", "Product", "operator_of_kernel", "symmetric_form"]

Product = Callable[[np.ndarray], np.ndarray]
"""``V -> A V`` for a block of vectors V of shape (n, k)."""


@dataclass(frozen=True, eq=False)
class Operator:
    """``A = D^-1/2 K D^-1/2``, with all that a solver needs.

    Attributes
    ----------
    product : callable
        ``V -> A V``.
    root : ndarray of shape (n_samples,)
        A's trivial vector, ``sqrt(pi)`` with pi the stationary distribution.
    leaving : ndarray of shape (n_samples,)
        Probability of leaving each row in one step.
    matrix : callable
        Computes A, a new float64 array of shape (n_samples, n_samples).
    refined : callable
        Computes a function ``V -> A V`` in double precision.
    preconditioner : callable
        Computes a function that multiplies by an approximate inverse of ``(1 + delta) I - A``, or
        returns None.
    resolution : float
        Smallest distance from 1 at which the products distinguish an eigenvalue from 1.

    Examples
    --------
    Two rows near each other, and one so far away that it is isolated.

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
        """Whether each row is isolated, a component by itself; of shape (n_samples,).

        Each isolated row adds an eigenvalue of at least 1 - NEARLY_ONE. This follows from
        Gershgorin's theorem for ``P = D^-1 K``, which has the eigenvalues of A: in a row of P, the
        entries off the diagonal sum to the probability of leaving the row.
        """
        return self.leaving < NEARLY_ONE / 4


def operator_of_kernel(K: np.ndarray, alpha: float = 0.0) -> Operator:
    """The operator of a kernel matrix, in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    alpha : float
        As in `leading_eigenpairs`.

    Returns
    -------
    Operator
        An operator with a stored float64 matrix.

    Examples
    --------
    Two rows with a kernel value of 0.5; the value of each row with itself is 1.

    >>> operator_of_kernel(np.array([[1.0, 0.5], [0.5, 1.0]])).product(np.eye(2)).round(3)
    array([[0.667, 0.333],
           [0.333, 0.667]])
    """
    A, root = symmetric_form(K, alpha)

    def product(V: np.ndarray) -> np.ndarray:
        image: np.ndarray = (V.T @ A).T  # A is symmetric, and BLAS is quicker with V.T.
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
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and A's trivial vector."""
    K = check_square(K)
    if check_share(alpha, "alpha"):
        q = K.sum(axis=1) ** -alpha
        K = K * q[:, None] * q
    degrees = K.sum(axis=1)
    inverse_root = 1 / np.sqrt(degrees)
    A = K * inverse_root
    A *= inverse_root[:, None]
    return A, np.sqrt(degrees / degrees.sum())
