"""Graphs that have fallen apart: their pieces, and vectors that tell them apart.

There eigenvalue 1 of the walk repeats, and any mixture of its vectors is as good as another. One
basis is settled on that depends neither on a solver nor on the order of the rows.
"""

from __future__ import annotations

import numpy as np

from .._validation import check_not_negative, check_square

__all__ = ["components_of_kernel", "parts_told_apart", "taken_off"]

ROWS_AT_ONCE = 64


def components_of_kernel(K: np.ndarray, weakest: float) -> np.ndarray:
    """Number of the connected component of each point, from 0, where all kernel values are known.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    weakest : float
        Smaller values do not join.

    Returns
    -------
    ndarray
        Numbers of the components, integers of shape (n_samples,).

    Raises
    ------
    ValueError, TypeError
        If K is no square matrix, or the limit no number from 0 on.

    Examples
    --------
    Two rows see each other well, the third hardly: whether it counts is a matter of the limit.

    >>> import numpy as np
    >>> K = np.array([[1, 0.9, 1e-9], [0.9, 1, 1e-9], [1e-9, 1e-9, 1]])
    >>> components_of_kernel(K, weakest=1e-8)
    array([0, 0, 1])
    """
    K, weakest = check_square(K), check_not_negative(weakest, "weakest")
    parts = np.full(len(K), -1)
    left = np.arange(len(K))
    while len(left):
        part, reached, left = parts.max() + 1, left[:1], left[1:]
        while len(reached):
            parts[reached] = part
            # The few rows still left, rather than all, of many rows at once.
            joined = np.zeros(len(left), dtype=bool)
            for start in range(0, len(reached), ROWS_AT_ONCE):
                block = K[np.ix_(reached[start : start + ROWS_AT_ONCE], left)]
                joined |= (block >= weakest).any(axis=0)
            reached, left = left[joined], left[~joined]
    return parts


def parts_told_apart(vectors: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Of all bases for a repeated eigenvalue 1, the one that takes parts off, heaviest first.

    There the graph is in pieces and right eigenvectors are constant on each. A solver returns any
    mixture of them; these do not depend on it, nor on the order of the rows: coordinate k is
    positive on the k-th heaviest piece, negative on lighter ones, and 0 on those before.
    """
    parts = _constant_parts(vectors / root[:, None])
    if parts is None:
        return vectors
    psi = taken_off(np.bincount(parts, weights=root**2), vectors.shape[1])
    # Only mixtures of what the solver found stay orthogonal to its other vectors.
    mixture = np.linalg.qr(vectors.T @ (psi[parts] * root[:, None]))[0]
    told_apart: np.ndarray = vectors @ mixture
    return told_apart


def taken_off(masses: np.ndarray, n_pairs: int) -> np.ndarray:
    """Right eigenvectors that take off one piece after the other, (n_pieces, n_pairs)."""
    heaviest_first = np.argsort(-masses, kind="stable")
    psi = np.zeros((len(masses), n_pairs))
    for k in range(n_pairs):
        part, others = heaviest_first[k], heaviest_first[k + 1 :]
        mass, rest = masses[part], masses[others].sum()
        psi[part, k] = np.sqrt(rest / (mass * (mass + rest)))
        psi[others, k] = -np.sqrt(mass / (rest * (mass + rest)))
    return psi


def _constant_parts(psi: np.ndarray) -> np.ndarray | None:
    """Number of the piece of each row, if rows lie on one point more than there are columns."""
    parts = np.full(len(psi), -1)
    for part in range(psi.shape[1] + 1):
        if (parts >= 0).all():
            return None
        first = psi[np.argmin(parts)]
        # Pieces are 1 / mass + 1 / mass' apart, more than 2, and their rows hardly at all.
        parts[(parts < 0) & (((psi - first) ** 2).sum(axis=1) < 1e-4)] = part
    return parts if (parts >= 0).all() else None
