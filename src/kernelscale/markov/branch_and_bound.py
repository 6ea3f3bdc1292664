"""Upper bounds of the eigengap, which rule out scales before their pairs have converged.

The eigengap is ``lambda_{N_C} - lambda_{N_C + 1}`` for N_C classes; the first eigenvalue is the
trivial one.

A scale is ruled out during the iteration at this scale. The iteration has approximate eigenvalues
theta (Ritz values), which are lower bounds of the eigenvalues; they are counted without the trivial
one. Because no eigenvalue is above 1, the eigengap is at most ``1 - theta_{N_C}``. The scale is
ruled out once this bound is below the largest gap so far.

A smaller scale may even be ruled out before its kernel is computed. Consider the quotient
``x' (D - K) x / x' D x = sum_ij K_ij (x_i - x_j)^2 / 2 x' D x``. By the min-max theorem of Courant
and Fischer, ``1 - lambda_k`` is at most the largest quotient over a space of k dimensions. At a
smaller scale the quotient has an upper bound. Its numerator is at most the numerator at a larger
scale, because ``K = exp(-r / 2 epsilon)`` is smaller at smaller scales. Its denominator has a lower
bound: the logarithm of each row sum in D is convex in 1 / epsilon, so it decreases no faster than
between two larger scales.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from ..engine.arithmetic.exponential import exponential
from .operator import Operator

__all__ = ["BranchAndBound", "SmallerScales"]


class SmallerScales:
    """Upper bounds of ``1 - lambda_{k + 1}`` at scales below the recorded scales.

    Parameters
    ----------
    n_pairs : int
        k, the number of eigenvalues without the trivial one.
    """

    def __init__(self, n_pairs: int) -> None:
        self._n_pairs = n_pairs
        self._frequency = np.inf
        self._degrees = np.empty(0)
        self._falls: np.ndarray | None = None

    def record(
        self, epsilon: float, operator: Operator, values: np.ndarray, vectors: np.ndarray
    ) -> None:
        """Record Ritz pairs, converged or not, of a kernel with ones on its diagonal."""
        frequency, degrees = 1 / epsilon, 1 / (1 - operator.leaving)
        if frequency > self._frequency:
            steps = np.log(self._degrees / degrees)
            self._falls = np.maximum(steps, 0.0) / (frequency - self._frequency)
        self._frequency, self._degrees = frequency, degrees
        self._missing = np.append(0.0, 1 - values[: self._n_pairs])
        self._space = np.column_stack([operator.root, vectors[:, : self._n_pairs]])

    def bound(self, epsilon: float) -> float:
        """The bound at one scale; 1 before two scales have been recorded."""
        ahead = 1 / epsilon - self._frequency
        if self._falls is None or ahead <= 0:
            return 1.0
        left = exponential(-ahead * self._falls)
        left = np.maximum(left, 1 / self._degrees)  # A row sum is at least its diagonal, 1.
        masses = (self._space * left[:, None]).T @ self._space
        return float(eigh(np.diag(self._missing), masses, eigvals_only=True)[-1])


class BranchAndBound:
    """The search for the scale with the largest eigengap, for a number of classes.

    Attributes
    ----------
    best : float
        The largest gap so far, minus its error; initially -inf, so that no scale is ruled out.
    bound : float
        The last upper bound of a gap.
    """

    def __init__(self, n_classes: int) -> None:
        self._n_classes = n_classes
        self.best, self.bound = -np.inf, 1.0
        self.smaller = SmallerScales(n_classes)

    def rules_out(self, epsilon: float) -> bool:
        """Whether pairs at larger scales rule a scale out."""
        self.bound = self.smaller.bound(epsilon)
        return self.bound < self.best

    def rules_out_by(self, values: np.ndarray) -> bool:
        """Whether Ritz values at a scale rule it out."""
        self.bound = 1 - float(values[self._n_classes - 1])
        return self.bound < self.best
