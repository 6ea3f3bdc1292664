"""Eigenpairs of the random walk on the data, as every solver hands them over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["NEARLY_ONE", "Eigenpairs"]

NEARLY_ONE = 1e-8
"""An eigenvalue above 1 - NEARLY_ONE belongs to a part of the graph that has fallen off."""

ROUNDING = 1e-12  # eigenvalues this near to 1 are 1: what float64 leaves of an exact one


@dataclass(frozen=True, eq=False)
class Eigenpairs:
    """Leading eigenpairs of ``P = D^-1 K`` (paper's eq. DefP), the trivial one first.

    Attributes
    ----------
    values : ndarray of shape (n_pairs + 1,)
        Eigenvalues in descending order (of |lambda| for a kernel that is not positive definite);
        ``values[0] == 1``.
    vectors : ndarray of shape (n_samples, n_pairs + 1)
        Right eigenvectors with ``sum_i pi_i psi_k(i)^2 = 1`` and ``sum_i pi_i psi_k(i)^3 >= 0``;
        the first is the constant 1.
    stationary : ndarray of shape (n_samples,)
        ``pi_i = D_ii / sum D``, the walk's stationary distribution.

    Examples
    --------
    A walk on two points that stays twice as often as it steps over: their diffusion distance is
    2/3 after one step and a third of that after another.

    >>> import numpy as np
    >>> from kernelscale.markov import leading_eigenpairs
    >>> pairs = leading_eigenpairs(np.array([[1.0, 0.5], [0.5, 1.0]]), n_pairs=1)
    >>> pairs.values.round(4), pairs.stationary.round(4)
    (array([1.    , 0.3333]), array([0.5, 0.5]))
    >>> [round(float(np.ptp(pairs.embedding(1, t))), 4) for t in (1, 2)]
    [0.6667, 0.2222]
    """

    values: np.ndarray
    vectors: np.ndarray
    stationary: np.ndarray

    def embedding(self, n_components: int, t: int = 1) -> np.ndarray:
        """Diffusion coordinates ``lambda_k^t psi_k``, of shape (n_samples, n_components)."""
        kept = slice(1, n_components + 1)
        coordinates: np.ndarray = self.vectors[:, kept] * self.values[kept] ** t
        return coordinates

    def eigengap(self, n_classes: int = 1) -> float:
        """Ge = lambda_{N_C} - lambda_{N_C + 1}, counted from 1 (paper's eq. GE).

        With more than `n_classes` connected components both are 1 and Ge is 0; with exactly that
        many it is 1 - lambda_{N_C + 1}, the paper's ideal case.
        """
        return float(self.values[n_classes - 1] - self.values[n_classes])
