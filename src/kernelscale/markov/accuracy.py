"""When Ritz pairs are good enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["FOR_CURVES", "FOR_POINTS", "FOR_VECTORS", "Accuracy"]

ROUNDING_OF_PRODUCTS = 1e-13


@dataclass(frozen=True)
class Accuracy:
    """What residuals ``|A v - theta v|`` have to reach, as a share of A's norm.

    Each Ritz value has an eigenvalue within its residual, and a vector errs by about its residual
    over the distance to the next eigenvalue.

    Attributes
    ----------
    residual : float
        The largest allowed.
    of_gap : float, optional
        The largest allowed as a share of the distance to the neighbouring eigenvalues.
    """

    residual: float
    of_gap: float | None = None

    def reached(self, values: np.ndarray, residuals: np.ndarray, norms: np.ndarray) -> bool:
        """Whether the first ``len(norms)`` pairs of an operator are accurate, each to its norm."""
        n_pairs = len(norms)
        limits = np.full(n_pairs, self.residual)
        if self.of_gap is not None:
            steps = np.abs(np.diff(values, prepend=np.inf))
            gaps = np.minimum(steps[:n_pairs], np.append(steps[1:], steps[-1])[:n_pairs]) / norms
            limits = np.clip(self.of_gap * gaps, ROUNDING_OF_PRODUCTS, self.residual)
        return bool((residuals[:n_pairs] <= limits * norms).all())


FOR_CURVES = Accuracy(residual=1e-6)
"""Within reach of single precision; a Ritz value errs by far less than its residual."""

FOR_POINTS = Accuracy(residual=1e-8)
"""Classes that have shrunk to points are points to rounding, in squared distances."""

FOR_VECTORS = Accuracy(residual=1e-10, of_gap=1e-9)
"""Vectors agree with dense LAPACK's to about 1e-9."""
