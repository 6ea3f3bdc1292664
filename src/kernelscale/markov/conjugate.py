"""From the walk P to the symmetric ``A = D^-1/2 K D^-1/2``, and back from its eigenvectors."""

from __future__ import annotations

import numpy as np

from .._validation import check_share, check_square
from .eigenpairs import ROUNDING, Eigenpairs
from .pieces import parts_told_apart

__all__ = ["oriented", "right_eigenpairs", "symmetric_conjugate"]


def symmetric_conjugate(K: np.ndarray, alpha: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and sqrt(pi), A's trivial vector."""
    K = check_square(K)
    if check_share(alpha, "alpha"):
        q = K.sum(axis=1) ** -alpha
        K = K * q[:, None] * q
    degrees = K.sum(axis=1)
    inverse_root = 1 / np.sqrt(degrees)
    A = K * inverse_root
    A *= inverse_root[:, None]
    return A, np.sqrt(degrees / degrees.sum())


def right_eigenpairs(values: np.ndarray, vectors: np.ndarray, root: np.ndarray) -> Eigenpairs:
    """The pairs of P, the trivial one first, from A's other leading pairs and ``sqrt(pi)``."""
    values = np.where(1 - values < ROUNDING, 1.0, values)
    repeated = int(np.count_nonzero(values == 1.0))
    apart = parts_told_apart(vectors[:, :repeated], root)
    psi = np.column_stack([root, apart, vectors[:, repeated:]]) / root[:, None]
    return Eigenpairs(np.concatenate([[1.0], values]), oriented(psi, root**2), root**2)


def oriented(psi: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """Right eigenvectors with the sign fixed by their skewness, in ties by the first row."""
    skewness = stationary @ (psi * psi * psi)  # far quicker than psi**3
    first = psi[0]
    tied = np.abs(skewness) < 1e-8
    return psi * np.where(np.where(tied, first, skewness) < 0, -1.0, 1.0)
