"""The norm and the bounds of the paper's Theorem 3.2."""

from __future__ import annotations

import numpy as np
from tests.oracles.naive_distances import long, squared_distances
from tests.oracles.naive_kernels import kernel_matrix, kernel_value
from tests.oracles.naive_operators import generalised_eigengap


def perturbation_norm(X, y, epsilon, r=None):
    """||W-hat||_F: square root of the sum of K_ij^2 over pairs of different classes."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for i in range(len(r)):
        for j in range(len(r)):
            if y[i] != y[j]:
                total += kernel_value(r[i, j], epsilon) ** 2
    return np.sqrt(total)


def perturbation_bound(X, y, epsilon):
    """Both sides of Theorem 3.2, computed from the matrices of its proof.

    The eigenspace of A-bar (`A_ideal`) for the eigenvalue 1 is computed by a solver, so each class
    must be connected: then A-bar has this eigenvalue exactly once for each class.
    """
    K = kernel_matrix(X, epsilon)
    n, n_classes = len(K), len(set(y))
    ideal = np.array([[K[i, j] if y[i] == y[j] else 0.0 for j in range(n)] for i in range(n)])
    degrees = np.array([sum(row) for row in ideal])
    halved = np.diag(degrees**-0.5)
    A_ideal, A = halved @ ideal @ halved, halved @ K @ halved
    values = np.linalg.eigvalsh(A)[::-1]
    projectors = []
    for matrix in (A_ideal, A):
        leading = np.linalg.eigh(matrix)[1][:, n - n_classes :]
        projectors.append(leading @ leading.T)
    norm = np.sqrt(((K - ideal) ** 2).sum())
    scaled = np.sqrt(((A - A_ideal) ** 2).sum())
    gap, separation = values[n_classes - 1] - values[n_classes], 1 - values[n_classes]
    return {
        "perturbation_norm": norm,
        "printed_bound": norm * (1 / degrees).sum() / gap if gap > 0 else np.inf,
        "scaled_norm": scaled,
        "tight_bound": scaled / separation if separation > 0 else np.inf,
        "distance": np.sqrt(((projectors[0] - projectors[1]) ** 2).sum() / 2),
        "eigengap": gap,
        "separation": separation,
        "operator_eigengap": generalised_eigengap(K, n_classes),
    }
