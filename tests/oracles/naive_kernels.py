"""Kernels and kernel matrices."""

from __future__ import annotations

import numpy as np
from tests.oracles.naive_distances import long, nearest_others, squared_distances


def kernel_value(r, epsilon):
    return np.exp(-r / (2 * long(epsilon)))


def kernel_matrix(X, epsilon):
    """The kernel matrix in float64, for definitions that need a matrix."""
    return np.array(kernel_value(squared_distances(X), epsilon), dtype=np.float64)


def self_tuned_kernel(X, n_neighbors):
    """K_ij = exp(-r_ij / (sigma_i sigma_j)) and sigma, as in Zelnik-Manor and Perona."""
    r = squared_distances(X)
    sigma = np.sqrt(nearest_others(X, n_neighbors, r)[:, -1])
    K = np.zeros_like(r)
    for i in range(len(r)):
        for j in range(len(r)):
            K[i, j] = np.exp(-r[i, j] / (sigma[i] * sigma[j]))
    return K, sigma


def truncated_kernel(X, n_neighbors, value, r=None):
    """K_ij = value(r_ij, sigma_i, sigma_j) for neighbours and for equal rows, and else 0.

    Rows i and j are neighbours if i is one of the nearest rows of j, or j is one of those of i.
    Duplicates count once among the nearest rows. Of two rows at the same distance, the one with the
    smaller index is nearer. sigma_i is the distance of row i to the last of its nearest rows.
    """
    r = squared_distances(X) if r is None else r
    n = len(r)
    first = [next(j for j in range(n) if r[i, j] == 0) for i in range(n)]
    places = sorted(set(first))
    near, sigma = np.eye(n, dtype=bool), np.zeros(n)
    for i in places:
        others = sorted((r[i, j], j) for j in places if j != i)[:n_neighbors]
        sigma[i] = np.sqrt(others[-1][0])
        for _, j in others:
            near[i, j] = near[j, i] = True
    near, sigma = near[np.ix_(first, first)], sigma[first]
    return np.where(near, value(np.asarray(r, float), sigma[:, None], sigma), 0.0)


def variable_gaussian(X, pilot_neighbors, n_neighbors, d):
    """K_ij = exp(-r_ij / (2 sigma_i sigma_j)) and sigma.

    1 / sigma_i^2 = q_i / epsilon + d / (0.6 v), where v is the mean squared distance of a row from
    the mean of all rows. epsilon is the scale at which the mean over i of the sum over all j != i
    of exp(-r_ij sqrt(q_i q_j) / (2 epsilon)) is `n_neighbors`.

    q_i = (1 + sum_j exp(-r_ij / (s_i s_j))) / s_i^d, where s_i is the distance of row i to its
    neighbour number `pilot_neighbors`, and the sum is over all rows j at a distance below s_i.
    """
    r = squared_distances(X)
    n = len(r)
    s = np.sqrt(nearest_others(X, pilot_neighbors, r)[:, -1])
    q = np.ones(n, dtype=r.dtype)
    for i in range(n):
        for j in range(n):
            if i != j and np.sqrt(r[i, j]) < s[i]:
                q[i] += np.exp(-r[i, j] / (s[i] * s[j]))
        q[i] /= s[i] ** d
    z = r * np.sqrt(np.outer(q, q))
    low, high = 1e-12 * z.max(), 1e6 * z.max()
    for _ in range(200):
        middle = np.sqrt(low * high)
        seen = np.exp(-z / (2 * middle)).sum() / n - 1
        low, high = (middle, high) if seen < n_neighbors else (low, middle)
    sigma = 1 / np.sqrt(q / middle + d / (0.6 * r.mean() / 2))
    return np.exp(-r / (2 * np.outer(sigma, sigma))), sigma
