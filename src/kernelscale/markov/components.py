"""Connected components of a kernel, and the eigenpairs of a kernel with many components.

The eigenvalue 1 of such a kernel repeats, so the basis of its eigenvectors is arbitrary. The basis
that is chosen here depends neither on a solver nor on the order of the rows: each vector separates
one component from all components of smaller weight.
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
    """Index of the connected component of each row, counted from 0.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    weakest : float
        Kernel values below this number do not connect rows.

    Returns
    -------
    ndarray
        Indices of the components, integers of shape (n_samples,).

    Raises
    ------
    ValueError, TypeError
        If K is not a square matrix, or `weakest` is not a number of at least 0.

    Examples
    --------
    Two rows near each other, and a third far away, whose kernel values are below `weakest`.

    >>> import numpy as np
    >>> K = np.array([[1, 0.9, 1e-9], [0.9, 1, 1e-9], [1e-9, 1e-9, 1]])
    >>> components_of_kernel(K, weakest=1e-8)
    array([0, 0, 1])
    """
    K, weakest = check_square(K), check_not_negative(weakest, "weakest")
    component_of = np.full(len(K), -1)
    left = np.arange(len(K))
    while len(left):
        component, reached, left = component_of.max() + 1, left[:1], left[1:]
        while len(reached):
            component_of[reached] = component
            # Rows not reached yet are compared with one block of reached rows at a time.
            joined = np.zeros(len(left), dtype=bool)
            for start in range(0, len(reached), ROWS_AT_ONCE):
                block = K[np.ix_(reached[start : start + ROWS_AT_ONCE], left)]
                joined |= (block >= weakest).any(axis=0)
            reached, left = left[joined], left[~joined]
    return component_of


def pairs_of_components(K: np.ndarray, n_pairs: int, *, alpha: float = 0.0) -> Eigenpairs | None:
    """Eigenpairs of a kernel with more components than wanted pairs: all eigenvalues are 1.

    A solver would return arbitrary eigenvectors. Here each eigenvector separates one component from
    all components of smaller weight, the heaviest component first.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix with positive row sums.
    n_pairs : int
        Number of pairs without the trivial one.
    alpha : float
        As in `leading_eigenpairs`.

    Returns
    -------
    Eigenpairs
        The pairs and the trivial one; None if the kernel has too few components. A set of rows is a
        component if less than 1e-12 of its weight leaves it in one step.

    Examples
    --------
    Components of 3, 2 and 1 rows; the first pair separates the largest component from the others.

    >>> import numpy as np
    >>> K = np.kron(np.eye(3), np.ones((3, 3)))[np.ix_([0, 1, 2, 3, 4, 6], [0, 1, 2, 3, 4, 6])]
    >>> pairs_of_components(K, 1).vectors[:, 1].round(1)
    array([ 0.7,  0.7,  0.7, -1.3, -1.3, -1.3])
    """
    A, root = symmetric_form(K, alpha)
    component_of = _finest_components(A, root)
    return (
        None
        if component_of.max() < n_pairs
        else pairs_of_known_components(component_of, root, n_pairs)
    )


def pairs_of_known_components(
    component_of: np.ndarray, root: np.ndarray, n_pairs: int
) -> Eigenpairs:
    """Pairs that separate one component after another, heaviest first; all eigenvalues are 1.

    Parameters
    ----------
    component_of : ndarray of int, shape (n_samples,)
        Index of each row's component, from 0; more components than `n_pairs`.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``, where pi is the stationary distribution.
    n_pairs : int
        Number of pairs without the trivial one.
    """
    masses = np.bincount(component_of, weights=root**2)
    vectors = np.column_stack(
        [np.ones(len(root)), separating_vectors(masses, n_pairs)[component_of]]
    )
    return Eigenpairs(np.ones(n_pairs + 1), vectors, root**2)


def _finest_components(A: np.ndarray, root: np.ndarray) -> np.ndarray:
    """The component of each row; components are the smallest sets unconnected up to rounding."""
    for weakest in 10.0 ** np.arange(-12, -18, -1):
        component_of = components_of_kernel(A, weakest)
        # The share of each component's weight that leaves it in one step.
        inside = np.zeros(component_of.max() + 1)
        for component in range(len(inside)):
            rows = np.flatnonzero(component_of == component)
            inside[component] = root[rows] @ A[np.ix_(rows, rows)] @ root[rows]
        leaving = 1 - inside / np.bincount(component_of, weights=root**2)
        if leaving.max() < ROUNDING:
            return component_of
    return np.zeros(len(A), dtype=int)


def pairs_of_isolated_rows(isolated: np.ndarray, root: np.ndarray, n_pairs: int) -> Eigenpairs:
    """Pairs that separate one isolated row after another, heaviest first.

    Parameters
    ----------
    isolated : ndarray of bool, shape (n_samples,)
        Whether each row is isolated; more than `n_pairs` rows must be isolated.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``, where pi is the stationary distribution.
    n_pairs : int
        Number of pairs without the trivial one; their eigenvalues are set to 1.
    """
    # All rows that are not isolated count as one component.
    component_of = np.unique(np.where(isolated, np.cumsum(isolated), 0), return_inverse=True)[1]
    pairs = pairs_of_known_components(component_of, root, n_pairs)
    return replace(pairs, vectors=oriented(pairs.vectors, root**2))
