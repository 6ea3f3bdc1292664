"""The kernel of a lazy random walk, which stays in its current row in some steps."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from scipy.sparse import csr_array, dia_array, issparse

__all__ = ["lazy_kernel"]

Matrix = TypeVar("Matrix", np.ndarray, csr_array)


def lazy_kernel(K: Matrix, weights: np.ndarray, moves: np.ndarray) -> Matrix:
    """The symmetric kernel of the lazy random walk on ``w_i w_j K_ij``.

    Let D be the row sums of the weighted kernel ``w_i w_j K_ij``, and P its operator. The lazy walk
    is ``I - m (I - P)``: it stays in row i with probability ``1 - m_i``, and otherwise makes a step
    of P. It is the operator of another kernel: the weighted kernel with ``D_i (1 / m_i - 1)`` added
    to its diagonal.

    Parameters
    ----------
    K : ndarray or csr_array of shape (n_samples, n_samples)
        Symmetric kernel matrix; a dense matrix is overwritten.
    weights : ndarray of shape (n_samples,)
        w, positive.
    moves : ndarray of shape (n_samples,)
        m, above 0 and at most 1.

    Returns
    -------
    Matrix
        A symmetric kernel of the same type and shape; the lazy walk is its row-normalised form.

    Examples
    --------
    Two rows. From the second row the lazy walk makes a step of P only half of the time; half of
    these steps of P lead to the first row.

    >>> K = lazy_kernel(np.ones((2, 2)), np.ones(2), np.array([1.0, 0.5]))
    >>> K / K.sum(axis=1, keepdims=True)
    array([[0.5 , 0.5 ],
           [0.25, 0.75]])
    """
    if issparse(K):
        lazy: Matrix = _of_sparse(K, weights, moves)
        return lazy
    K *= weights
    K *= weights[:, None]
    K[np.diag_indices_from(K)] += K.sum(axis=1) * (1 / moves - 1)
    return K


def _of_sparse(K: Any, weights: np.ndarray, moves: np.ndarray) -> Any:
    W = _diagonal(weights)
    weighted = W @ K @ W
    return csr_array(weighted + _diagonal(weighted.sum(axis=1) * (1 / moves - 1)))


def _diagonal(values: np.ndarray) -> Any:
    return dia_array((values[None], [0]), shape=(len(values), len(values)))
