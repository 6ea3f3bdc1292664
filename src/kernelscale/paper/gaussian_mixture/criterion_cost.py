"""The cost of a criterion at one scale: the number of products of the kernel with a vector.

Every criterion needs the N^2 values of the kernel. The probabilistic criterion then needs two sums
of each row: over all rows, and over the rows of its own class. The other criteria need leading
eigenvectors. Times in seconds differ from run to run, but numbers of products do not.
"""

from __future__ import annotations

import numpy as np

from ...kernels.gaussian import Gaussian
from ...markov.krylov.matrix_free import matrix_free_eigenpairs
from ...markov.operator import operator_of_kernel

__all__ = ["PRODUCTS_OF_ROW_SUMS", "products_for_eigenpairs"]

PRODUCTS_OF_ROW_SUMS = 2  # one for sums over all rows, one for sums over the rows of a class
MOST_STEPS = 100


def products_for_eigenpairs(
    squared_distances: np.ndarray, epsilon: float, n_pairs: int
) -> int | None:
    """Number of products of the operator with a vector until the eigenpairs have converged.

    Parameters
    ----------
    squared_distances : ndarray of shape (n_samples, n_samples)
        Squared distances of all pairs.
    epsilon : float
        The scale.
    n_pairs : int
        Number of non-trivial eigenpairs.

    Returns
    -------
    int or None
        The number of products; None if the pairs have not converged after 100 steps.

    Examples
    --------
    At a smaller scale the eigenvalues are closer together, and more products are needed.

    >>> points = np.linspace(0, 1, 100)[:, None]
    >>> squared = (points - points.T) ** 2
    >>> few, many = (products_for_eigenpairs(squared, epsilon, 2) for epsilon in (0.1, 0.001))
    >>> few < many
    True
    """
    operator = operator_of_kernel(Gaussian(epsilon).from_squared_distances(squared_distances))
    n_products = 0

    def counted(V: np.ndarray) -> np.ndarray:
        nonlocal n_products
        n_products += V.shape[1]
        return operator.product(V)

    _, residual = matrix_free_eigenpairs(counted, counted, operator.root, n_pairs, MOST_STEPS)
    return None if residual > 0 else n_products
