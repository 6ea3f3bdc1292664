"""What one scale says about eigenvalues at all smaller ones, before their kernels are computed.

In ``K = exp(-r / 2 epsilon)`` every value falls with the scale, so for any x does the numerator of
``x' (D - K) x / x' D x = sum_ij K_ij (x_i - x_j)^2 / 2 x' D x``; and the logarithm of each row sum
in D is convex in 1 / epsilon, so what it did between two scales it will not outdo at smaller ones.
By Courant and Fischer the largest quotient over a space of k dimensions is at least what
eigenvalue k of the walk lacks to 1.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from ..engine.arithmetic.exponential import exponential
from .walk import Walk

__all__ = ["SmallerScales"]


class SmallerScales:
    """Upper bounds of ``1 - lambda_k`` at scales smaller than those seen.

    Parameters
    ----------
    n_pairs : int
        The eigenvalue in question is the last of so many beside the trivial one.
    """

    def __init__(self, n_pairs: int) -> None:
        self._n_pairs = n_pairs
        self._frequency = np.inf
        self._degrees = np.empty(0)
        self._falls: np.ndarray | None = None

    def see(self, epsilon: float, walk: Walk, values: np.ndarray, vectors: np.ndarray) -> None:
        """Take in Ritz pairs, converged or not, of a walk whose kernel has ones on the diagonal."""
        frequency, degrees = 1 / epsilon, 1 / (1 - walk.leaving)
        if frequency > self._frequency:
            steps = np.log(self._degrees / degrees)
            self._falls = np.maximum(steps, 0.0) / (frequency - self._frequency)
        self._frequency, self._degrees = frequency, degrees
        self._missing = np.append(0.0, 1 - values[: self._n_pairs])
        self._space = np.column_stack([walk.root, vectors[:, : self._n_pairs]])

    def bound(self, epsilon: float) -> float:
        """The bound at one scale; 1 where too little was seen."""
        ahead = 1 / epsilon - self._frequency
        if self._falls is None or ahead <= 0:
            return 1.0
        left = exponential(-ahead * self._falls)
        left = np.maximum(left, 1 / self._degrees)  # the diagonal stays
        masses = (self._space * left[:, None]).T @ self._space
        return float(eigh(np.diag(self._missing), masses, eigvals_only=True)[-1])
