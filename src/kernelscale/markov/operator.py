"""A walk as a solver sees it: a product with vectors, and few facts beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._validation import check_share, check_square
from .eigenpairs import NEARLY_ONE
from .preconditioner import preconditioner

__all__ = ["Product", "Walk", "symmetric_conjugate", "walk_of_kernel"]

Product = Callable[[np.ndarray], np.ndarray]
"""``V -> A V`` of a block of vectors, (n, k) to (n, k)."""


@dataclass(frozen=True, eq=False)
class Walk:
    """``A = D^-1/2 K D^-1/2`` as an operator.

    Attributes
    ----------
    product : callable
        ``V -> A V``.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``, A's trivial vector.
    leaving : ndarray of shape (n_samples,)
        Probability of leaving each row in a step.
    conjugate : callable
        A itself, a new float64 array of shape (n_samples, n_samples).
    refined : callable
        The product in double precision.
    preconditioner : callable
        A product with roughly the inverse of ``(1 + delta) I - A``; None where there is none.
    resolution : float
        How near to 1 an eigenvalue may be to be told from it.

    Examples
    --------
    Two rows that see each other, and one that sees no other and so is a piece by itself.

    >>> walk = gaussian_walk(np.array([[0.0, 1, 1e4], [1, 0, 1e4], [1e4, 1e4, 0]]), epsilon=1.0)
    >>> walk.lonely
    array([False, False,  True])
    """

    product: Product
    root: np.ndarray
    leaving: np.ndarray
    conjugate: Callable[[], np.ndarray]
    refined: Callable[[], Product]
    preconditioner: Callable[[], Product | None]
    resolution: float

    @property
    def lonely(self) -> np.ndarray:
        """Rows that are pieces by themselves, of shape (n_samples,).

        Each adds an eigenvalue of at least 1 - NEARLY_ONE, by Gershgorin's theorem: beside the
        diagonal their rows of A hold no more than the probability of leaving.
        """
        return self.leaving < NEARLY_ONE / 4


def walk_of_kernel(K: np.ndarray, alpha: float = 0.0) -> Walk:
    """The walk of a kernel matrix, in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    alpha : float
        Power of the density that is taken out.

    Returns
    -------
    Walk
        Products are with a stored float64 matrix.

    Examples
    --------
    A walk on two rows that stays twice as often as it steps over.

    >>> walk_of_kernel(np.array([[1.0, 0.5], [0.5, 1.0]])).product(np.eye(2)).round(3)
    array([[0.667, 0.333],
           [0.333, 0.667]])
    """
    A, root = symmetric_conjugate(K, alpha)

    def product(V: np.ndarray) -> np.ndarray:
        image: np.ndarray = (V.T @ A).T  # A is symmetric; the quicker way round in BLAS
        return image

    return Walk(
        product,
        root,
        1 - np.diag(A),
        A.copy,
        lambda: product,
        lambda: preconditioner(A.astype(np.float32)),
        resolution=1e-12,
    )


def symmetric_conjugate(K: np.ndarray, alpha: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
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
