"""The required accuracy of Ritz pairs, the approximate eigenpairs of an iteration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["FOR_CURVES", "FOR_POINTS", "FOR_VECTORS", "Accuracy", "at_rounding"]

# Number of steps without a smaller residual after which only rounding errors remain.
STEPS_IN_VAIN = 2


@dataclass(frozen=True)
class Accuracy:
    """Limits of the residuals ``|A v - theta v|``, relative to the norm of A.

    An eigenvalue lies within the residual of each Ritz value, and the error of a vector is about
    its residual divided by the distance to the next eigenvalue.

    Attributes
    ----------
    residual : float
        Largest allowed residual.
    of_value, of_gap : float, optional
        Largest allowed residual relative to the eigenvalue, and relative to the distance to the
        nearest other eigenvalue.
    smallest : float
        Lower bound of all limits, because of rounding.
    """

    residual: float
    of_value: float | None = None
    of_gap: float | None = None
    smallest: float = 0.0

    def reached(self, values: np.ndarray, residuals: np.ndarray, norms: np.ndarray) -> bool:
        """Whether the first ``len(norms)`` pairs are accurate; `norms` scales the limit of each."""
        n_pairs = len(norms)
        limits = np.full(n_pairs, self.residual)
        if self.of_value is not None:
            limits = np.minimum(limits, self.of_value * np.abs(values[:n_pairs]) / norms)
        if self.of_gap is not None:
            steps = np.abs(np.diff(values, prepend=np.inf, append=-np.inf))
            gaps = np.minimum(steps[:-1], steps[1:])[:n_pairs]
            limits = np.minimum(limits, self.of_gap * gaps / norms)
        return bool((residuals[:n_pairs] <= np.maximum(limits, self.smallest) * norms).all())


FOR_CURVES = Accuracy(residual=1e-6, of_value=2e-5, smallest=1e-9)
"""For criteria over scales: single precision is enough, as values are more exact than vectors."""

FOR_POINTS = Accuracy(residual=1e-8)
"""For coordinates: squared distances of rows that coincide in the map become 0 up to rounding."""

FOR_VECTORS = Accuracy(residual=1e-10, of_gap=1e-9, smallest=1e-13)
"""For vectors that agree with those of LAPACK to about 1e-9."""


def at_rounding(residuals: list[float], allowed: float) -> bool:
    """Whether residuals are below the limit and, because of rounding, no longer decrease."""
    if len(residuals) <= STEPS_IN_VAIN or residuals[-1] > allowed:
        return False
    return min(residuals[-STEPS_IN_VAIN:]) > 0.9 * min(residuals[:-STEPS_IN_VAIN])
