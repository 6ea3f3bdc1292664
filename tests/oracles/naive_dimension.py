"""Estimators of dimension."""

from __future__ import annotations

import numpy as np
from tests.oracles.naive_distances import long, neighbor_distances, squared_distances


def two_nn_slope(X, n_kept):
    """Slope of the line through the origin that fits -log(1 - F_i) against log(r_2 / r_1).

    F_i is i / (N + 1) for the row with the i-th smallest ratio; the first `n_kept` rows are used.
    """
    ratios = sorted(np.log(row[1] / row[0]) for row in neighbor_distances(X))
    heights = [-np.log(1 - long(i + 1) / (len(ratios) + 1)) for i in range(len(ratios))]
    products = [x * y for x, y in zip(ratios[:n_kept], heights[:n_kept], strict=True)]
    return sum(products) / sum(x * x for x in ratios[:n_kept])


def levina_bickel(X, k):
    """The estimates m_k of Levina and Bickel, one for each point."""
    rows = neighbor_distances(X)
    values = [(k - 1) / sum(np.log(row[k - 1] / row[j]) for j in range(k - 1)) for row in rows]
    return np.array(values, dtype=np.float64)


def gride_log_likelihood(X, n1, d):
    """Log-likelihood of d, up to a constant, from the density of the ratios r_(2 n1) / r_(n1)."""
    total = long(0)
    for row in neighbor_distances(X):
        mu = row[2 * n1 - 1] / row[n1 - 1]
        total += np.log(d) + (n1 - 1) * np.log(mu**d - 1) - ((2 * n1 - 1) * d + 1) * np.log(mu)
    return total


def correlation_dimension(X, k1, k2):
    """Slope of log(number of pairs closer than R) against log R, between two radii R.

    The radii are the medians over all rows of the distances to neighbour k1 and to neighbour k2.
    """
    rows = neighbor_distances(X)
    R1, R2 = (np.median([row[k - 1] for row in rows]) for k in (k1, k2))
    C1, C2 = (sum(distance < R for row in rows for distance in row) for R in (R1, R2))
    return np.log(C2 / C1) / np.log(R2 / R1)


def directions_around(X, k, threshold):
    """For each row, the number of principal directions of its k nearest rows (Fukunaga, Olsen).

    A direction counts if its variance is more than `threshold` times the largest variance.
    """
    r, counts = squared_distances(X), []
    for i in range(len(X)):
        others = [j for j in np.argsort(r[i]) if j != i][:k]
        values = np.linalg.eigvalsh(np.cov(X[others].T))
        counts.append(sum(value > threshold * values[-1] for value in values))
    return np.array(counts)
