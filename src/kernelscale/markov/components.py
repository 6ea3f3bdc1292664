"""Graphs that have fallen apart: their pieces, and vectors that tell them apart.

There eigenvalue 1 of the walk repeats, and any mixture of its vectors is as good as another. One
basis is settled on that depends neither on a solver nor on the order of the rows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._validation import check_not_negative, check_square
from .eigenpairs import ROUNDING, Eigenpairs, oriented, separating_vectors
from .operator import symmetric_form

__all__ = [
    "components_of_kernel",
    "pairs_of_components",
    "pairs_of_isolated_rows",
    "pairs_of_known_components",
]

ROWS_AT_ONCE = 64


def components_of_kernel(K: np.ndarray, weakest: float) -> np.ndarray:
    """Number of the connected component of each point, from 0, where all kernel values are known.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    weakest : float
        Smaller values do not join.

    Returns
    -------
    ndarray
        Numbers of the components, integers of shape (n_samples,).

    Raises
    ------
    ValueError, TypeError
        If K is no square matrix, or the limit no number from 0 on.

    Examples
    --------
    Two rows see each other well, the third hardly: whether it counts is a matter of the limit.

    >>> import numpy as np
    >>> K = np.array([[1, 0.9, 1e-9], [0.9, 1, 1e-9], [1e-9, 1e-9, 1]])
    >>> components_of_kernel(K, weakest=1e-8)
    array([0, 0, 1])
    """
    K, weakest = check_square(K), check_not_negative(weakest, "weakest")
    parts = np.full(len(K), -1)
    left = np.arange(len(K))
    while len(left):
        part, reached, left = parts.max() + 1, left[:1], left[1:]
        while len(reached):
            parts[reached] = part
            # The few rows still left, rather than all, of many rows at once.
            joined = np.zeros(len(left), dtype=bool)
            for start in range(0, len(reached), ROWS_AT_ONCE):
                block = K[np.ix_(reached[start : start + ROWS_AT_ONCE], left)]
                joined |= (block >= weakest).any(axis=0)
            reached, left = left[joined], left[~joined]
    return parts


def pairs_of_components(K: np.ndarray, n_pairs: int, *, alpha: float = 0.0) -> Eigenpairs | None:
    """Eigenpairs of a kernel in more pieces than there are pairs wanted: all eigenvalues are 1.

    A solver would return any `n_pairs` of them. Here each takes off one piece, heaviest first.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        As in `leading_eigenpairs`, as are the others.
    n_pairs : int
        Pairs wanted beside the trivial one.
    alpha : float
        Power of the density that is taken out.

    Returns
    -------
    Eigenpairs
        The pairs and the trivial one; None where the kernel is not in as many pieces, to 1e-12 of
        their weight.

    Examples
    --------
    Three pieces of 3, 2 and 1 rows; the first of the two pairs tells the largest from the others.

    >>> import numpy as np
    >>> K = np.kron(np.eye(3), np.ones((3, 3)))[np.ix_([0, 1, 2, 3, 4, 6], [0, 1, 2, 3, 4, 6])]
    >>> pairs_of_components(K, 1).vectors[:, 1].round(1)
    array([ 0.7,  0.7,  0.7, -1.3, -1.3, -1.3])
    """
    A, root = symmetric_form(K, alpha)
    pieces = _pieces(A, root)
    return None if pieces.max() < n_pairs else pairs_of_known_components(pieces, root, n_pairs)


def pairs_of_known_components(pieces: np.ndarray, root: np.ndarray, n_pairs: int) -> Eigenpairs:
    """Pairs that take off one piece after the other, heaviest first; their eigenvalues are 1.

    Parameters
    ----------
    pieces : ndarray of int, shape (n_samples,)
        Number of each row's piece, from 0; more pieces than `n_pairs`.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``.
    n_pairs : int
        Pairs wanted beside the trivial one.
    """
    masses = np.bincount(pieces, weights=root**2)
    vectors = np.column_stack([np.ones(len(root)), separating_vectors(masses, n_pairs)[pieces]])
    return Eigenpairs(np.ones(n_pairs + 1), vectors, root**2)


def _pieces(A: np.ndarray, root: np.ndarray) -> np.ndarray:
    """The finest pieces that float64 cannot tell from unconnected ones, as numbers from 0."""
    for weakest in 10.0 ** np.arange(-12, -18, -1):
        pieces = components_of_kernel(A, weakest)
        # Of each piece's weight, the share that leaves it in a step.
        inside = np.zeros(pieces.max() + 1)
        for piece in range(len(inside)):
            rows = np.flatnonzero(pieces == piece)
            inside[piece] = root[rows] @ A[np.ix_(rows, rows)] @ root[rows]
        leaving = 1 - inside / np.bincount(pieces, weights=root**2)
        if leaving.max() < ROUNDING:
            return pieces
    return np.zeros(len(A), dtype=int)


def pairs_of_isolated_rows(isolated: np.ndarray, root: np.ndarray, n_pairs: int) -> Eigenpairs:
    """Pairs that take off one row after the other, heaviest first.

    Parameters
    ----------
    isolated : ndarray of bool, shape (n_samples,)
        Rows the walk hardly ever leaves, more than `n_pairs`.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``.
    n_pairs : int
        Pairs wanted beside the trivial one; their eigenvalues are called 1.
    """
    # All other rows are one piece, which is there or not.
    pieces = np.unique(np.where(isolated, np.cumsum(isolated), 0), return_inverse=True)[1]
    pairs = pairs_of_known_components(pieces, root, n_pairs)
    return replace(pairs, vectors=oriented(pairs.vectors, root**2))
