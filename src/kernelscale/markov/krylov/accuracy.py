"""How accurate Ritz pairs have to be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["FOR_CURVES", "FOR_POINTS", "FOR_VECTORS", "Accuracy", "at_rounding"]

STEPS_IN_VAIN = 2


@dataclass(frozen=True)
class Accuracy:
    """Limits of the residuals ``|A v - theta v|``, as a share of A's norm.

    Each Ritz value has an eigenvalue within its residual, and a vector errs by about its residual
    over the distance to the next eigenvalue.

    Attributes
    ----------
    residual : float
        The largest allowed.
    of_value, of_gap : float, optional
        The largest allowed as a share of the eigenvalue, and of the distance to its neighbours.
    smallest : float
        No limit is below this, because of rounding.
    """

    residual: float
    of_value: float | None = None
    of_gap: float | None = None
    smallest: float = 0.0

    def reached(self, values: np.ndarray, residuals: np.ndarray, norms: np.ndarray) -> bool:
        """Whether the first ``len(norms)`` pairs of an operator are accurate, each to its norm."""
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
"""Single precision reaches it; a Ritz value errs by far less than its residual."""

FOR_POINTS = Accuracy(residual=1e-8)
"""Rows of a class that coincide in the map do so to rounding, in squared distances."""

FOR_VECTORS = Accuracy(residual=1e-10, of_gap=1e-9, smallest=1e-13)
"""Vectors agree with dense LAPACK's to about 1e-9."""


def at_rounding(residuals: list[float], allowed: float) -> bool:
    """Whether residuals are allowed and, because of rounding, no longer fall."""
    if len(residuals) <= STEPS_IN_VAIN or residuals[-1] > allowed:
        return False
    return min(residuals[-STEPS_IN_VAIN:]) > 0.9 * min(residuals[:-STEPS_IN_VAIN])
