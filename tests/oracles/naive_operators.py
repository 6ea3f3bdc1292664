"""The operator P of a kernel matrix, its eigenpairs, and quantities computed from them."""

from __future__ import annotations

import numpy as np


def transition_matrix(K, alpha=0.0):
    """P of the alpha-normalised kernel, and the stationary distribution of P, entry by entry."""
    K = np.array(K, dtype=np.float64)
    n = len(K)
    q = [sum(K[i]) for i in range(n)]
    weighted = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            weighted[i, j] = K[i, j] / (q[i] * q[j]) ** alpha
    degrees = np.array([sum(weighted[i]) for i in range(n)])
    return weighted / degrees[:, None], degrees / degrees.sum()


def eigenvalues(P):
    """All eigenvalues of P, descending, by a solver for general matrices."""
    values = np.linalg.eig(P)[0]
    assert np.abs(values.imag).max() < 1e-7
    return np.sort(values.real)[::-1]


def eigenpairs(K, alpha=0.0):
    """All eigenpairs of P by a solver for general matrices, scaled as in docs/conventions.md.

    Pairs are in descending order of eigenvalues, the trivial pair first. Eigenvalues must differ.
    """
    P, pi = transition_matrix(K, alpha)
    values, vectors = np.linalg.eig(P)
    order = np.argsort(-values.real)
    values, vectors = values.real[order], vectors.real[:, order]
    for k in range(len(values)):
        psi = vectors[:, k] / np.sqrt(sum(pi * vectors[:, k] ** 2))
        skewness = sum(pi * psi**3)
        first = psi[0] if abs(skewness) < 1e-8 else skewness
        vectors[:, k] = -psi if first < 0 else psi
    return values, vectors, pi


def generalised_eigengap(K, n_classes):
    """Ge = lambda_{N_C} - lambda_{N_C + 1}, where lambda_1 is the trivial eigenvalue."""
    values = eigenvalues(transition_matrix(K)[0])
    return values[n_classes - 1] - values[n_classes]


def class_separation(K, y, n_components):
    """rho_Psi = D_a / sum_c D_c in the leading diffusion coordinates lambda_k psi_k.

    D_a is the mean squared distance of all rows from their centre, and D_c is the mean squared
    distance of the rows of class c from the centre of the class.
    """
    values, vectors, _ = eigenpairs(K)
    coordinates = vectors[:, 1 : n_components + 1] * values[1 : n_components + 1]

    def mean_squared_distance_from_centre(points):
        centre = sum(points) / len(points)
        return sum(((point - centre) ** 2).sum() for point in points) / len(points)

    within = sum(
        mean_squared_distance_from_centre(
            [x for x, own in zip(coordinates, y, strict=True) if own == label]
        )
        for label in sorted(set(y))
    )
    return mean_squared_distance_from_centre(list(coordinates)) / within


def components(weights_of_edges, n_samples):
    """Number of components of a graph with edges {(i, j), ...}, by flood fill."""
    neighbours = {i: set() for i in range(n_samples)}
    for i, j in weights_of_edges:
        neighbours[i].add(j)
        neighbours[j].add(i)
    unseen, parts = set(range(n_samples)), 0
    while unseen:
        parts += 1
        front = [unseen.pop()]
        while front:
            reached = neighbours[front.pop()] & unseen
            unseen -= reached
            front.extend(reached)
    return parts


def effective_neighbors(K):
    """Median of exp(entropy) over the rows of P, where P is computed without the diagonal of K."""
    counts = []
    for i, row in enumerate(K):
        others = [value for j, value in enumerate(row) if j != i]
        total = sum(others)
        entropy = 0.0
        for value in others:
            if value > 0:
                entropy -= (value / total) * np.log(value / total)
        counts.append(np.exp(entropy))
    return float(np.median(np.array(counts, dtype=np.float64)))
