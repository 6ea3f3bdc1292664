"""Reference values for errors, from differences of points in float64 and sums in long double."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist, pdist

from kernelscale.engine.statistics import RowSumsByClass, SumsOverPairs


def sums_over_pairs(X: np.ndarray, scales: np.ndarray) -> SumsOverPairs:
    """Sums over all pairs and the diagonal, at every scale.

    S is the sum of the kernel, and T that of squared distance times kernel.
    """
    r = pdist(X, "sqeuclidean")
    S, T = np.empty(len(scales)), np.empty(len(scales))
    for i, scale in enumerate(scales):
        K = np.exp(r / (-2 * scale))
        S[i] = len(X) + 2 * K.sum(dtype=np.longdouble)
        T[i] = 2 * (r * K).sum(dtype=np.longdouble)
    return SumsOverPairs(S, T)


def class_row_sums(X: np.ndarray, codes: np.ndarray, scales: np.ndarray) -> RowSumsByClass:
    """Kernel sums of each row over all other points, and over the other points of its class."""
    r = cdist(X, X, "sqeuclidean")
    same = codes[:, None] == codes
    both = np.empty((2, len(X), len(scales)))
    for i, scale in enumerate(scales):
        K = np.exp(r / (-2 * scale))
        np.fill_diagonal(K, 0.0)
        both[0, :, i] = K.sum(axis=1, dtype=np.longdouble)
        both[1, :, i] = (K * same).sum(axis=1, dtype=np.longdouble)
    return RowSumsByClass(*both)


def implied_dimension(sums: SumsOverPairs, scales: np.ndarray) -> np.ndarray:
    """``d_eps = T / (eps S)``."""
    return sums.T / (scales * sums.S)


def errors_of_sums(
    given: SumsOverPairs, exact: SumsOverPairs, scales: np.ndarray
) -> dict[str, float]:
    """Largest relative error of S and largest absolute error of d_eps."""
    d, d_exact = implied_dimension(given, scales), implied_dimension(exact, scales)
    return {
        "S": float(np.abs(given.S / exact.S - 1).max()),
        "d_eps": float(np.abs(d - d_exact).max()),
    }
