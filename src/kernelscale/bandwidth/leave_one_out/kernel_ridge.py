"""Errors of kernel ridge regression for rows, or groups of rows, left out in turn.

One decomposition of the kernel matrix gives the errors of as many regressions as there are rows.
The gradient of the mean squared error is taken with respect to the entries of the kernel matrix, so
it can be used for any parameter of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import solve
from scipy.linalg.lapack import dpotrf, dtrtri

from ..._validation import check_positive
from ...engine.machine.blas import one_blas_thread

__all__ = ["LossGradient", "gradient_by_kernel", "left_out_errors", "ridge_of"]

RIDGE = 0.1  # the default ridge


def ridge_of(ridge: Any, C: Any) -> float:
    """The ridge, from `ridge` or from its inverse, the C of a support vector machine.

    Examples
    --------
    C = 10 corresponds to a ridge of 0.1.

    >>> ridge_of(None, 10)
    0.1
    """
    if ridge is not None and C is not None:
        raise ValueError(
            f"C is 1 / ridge, so pass only one of them, but ridge={ridge!r} and C={C!r} were given."
        )
    if C is not None:
        return 1 / check_positive(C, "C")
    return RIDGE if ridge is None else check_positive(ridge, "ridge")


class LossGradient(NamedTuple):
    """The weighted mean of squared errors, and its derivatives with respect to kernel values.

    Attributes
    ----------
    loss : float
        ``sum_i weights_i |e_i|^2``.
    by_kernel : ndarray of shape (n_samples, n_samples)
        The symmetric matrix G of derivatives: a change dK of the kernel matrix changes the loss by
        ``sum_ij G_ij dK_ij``. For a Gaussian ``dK_ij / d log(epsilon) = K_ij r_ij / (2 epsilon)``.
    """

    loss: float
    by_kernel: np.ndarray


def left_out_errors(
    K: np.ndarray, Y: np.ndarray, ridge: float, groups: np.ndarray | None = None
) -> np.ndarray | None:
    """The errors of predicting each row from all other rows, or from all other groups.

    With ``P = (K + ridge I)^-1`` the error of row i is ``e_i = (P Y)_i / P_ii``, the same as from n
    separate regressions (Allen 1974; Rasmussen and Williams 2006, eq. 5.12). The errors of the rows
    g of a group are ``e_g = P_gg^-1 (P Y)_g``.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Kernel matrix.
    Y : ndarray of shape (n_samples, n_targets)
        The targets, centred if the machine has an intercept.
    ridge : float
        The number added to the diagonal, scikit-learn's ``alpha``.
    groups : ndarray of int of shape (n_samples,), optional
        The group of each row; rows of a group are left out together.

    Returns
    -------
    ndarray of shape (n_samples, n_targets) or None
        The errors; None if, up to rounding, ``K + ridge I`` is not positive definite.

    Examples
    --------
    Two rows with a kernel value of 0: each is predicted as 0, so its error is its target.

    >>> left_out_errors(np.eye(2), np.array([[1.0], [-1.0]]), ridge=0.1)
    array([[ 1.],
           [-1.]])
    """
    with one_blas_thread():
        root = _inverse_root(K, ridge)
        if root is None:
            return None
        coefficients = root.T @ (root @ Y)
        if groups is None:
            return coefficients / np.einsum("ki,ki->i", root, root)[:, None]
        errors = np.empty_like(coefficients)
        for rows in _members(groups):
            of_group = root[:, rows]
            errors[rows] = solve(of_group.T @ of_group, coefficients[rows], assume_a="pos")
        return errors


def gradient_by_kernel(
    K: np.ndarray,
    Y: np.ndarray,
    ridge: float,
    weights: np.ndarray,
    groups: np.ndarray | None = None,
) -> LossGradient | None:
    """The weighted mean of the squared errors of `left_out_errors`, and its gradient.

    ``dP = -P dK P`` gives ``G = P diag(s) P - (P U (P Y)^T + P Y (P U)^T) / 2``, where
    ``s_i = 2 weights_i |e_i|^2 / P_ii`` and U has the rows ``u_i = 2 weights_i e_i / P_ii``. For
    groups ``u_g = P_gg^-1 (2 weights e)_g``, and the symmetric part of ``u_g e_g^T`` replaces the
    entries of s.

    Parameters
    ----------
    K, Y, ridge, groups
        As in `left_out_errors`.
    weights : ndarray of shape (n_samples,)
        The weight of each row.
    """
    with one_blas_thread():
        root = _inverse_root(K, ridge)
        if root is None:
            return None
        P = root.T @ root
        coefficients = P @ Y
        if groups is None:
            errors = coefficients / P.diagonal()[:, None]
            U = 2 * errors * (weights / P.diagonal())[:, None]
            halves = P * np.sqrt((U * errors).sum(axis=1))
            own = halves @ halves.T
        else:
            errors, U, own = _of_groups(P, coefficients, weights, groups)
        cross = (P @ U) @ coefficients.T
        loss = float(weights @ (errors**2).sum(axis=1))
        return LossGradient(loss, own - (cross + cross.T) / 2)


def _of_groups(
    P: np.ndarray, coefficients: np.ndarray, weights: np.ndarray, groups: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Errors, U and ``P M P``; the blocks of M are the symmetric parts of ``u_g e_g^T``."""
    errors, U, half = (np.empty_like(each) for each in (coefficients, coefficients, P))
    for rows in _members(groups):
        block = P[np.ix_(rows, rows)]
        errors[rows] = solve(block, coefficients[rows], assume_a="pos")
        U[rows] = solve(block, 2 * weights[rows, None] * errors[rows], assume_a="pos")
        product = U[rows] @ errors[rows].T
        half[rows] = (product + product.T) / 2 @ P[rows]
    return errors, U, P @ half


def _members(groups: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the indices of the rows of each group."""
    order = np.argsort(groups, kind="stable")
    return iter(np.split(order, np.flatnonzero(np.diff(groups[order])) + 1))


def _inverse_root(K: np.ndarray, ridge: float) -> np.ndarray | None:
    """W, lower triangular, with ``W^T W = (K + ridge I)^-1``; None if there is no such W."""
    lifted = K.T.copy(order="K")  # the same symmetric matrix in LAPACK's memory order
    lifted.ravel(order="K")[:: len(lifted) + 1] += ridge
    factor, failed = dpotrf(lifted, lower=1, overwrite_a=1)
    if failed:
        return None
    root, failed = dtrtri(factor, lower=1, overwrite_c=1)
    return None if failed else root
