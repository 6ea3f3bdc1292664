"""Sums of the Gaussian kernel over pairs of rows."""

from __future__ import annotations

import numpy as np
from tests.oracles.naive_distances import long, squared_distances
from tests.oracles.naive_kernels import kernel_value


def kernel_sum(X, epsilon, r=None):
    """sum_ij K_ij."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for row in r:
        for value in row:
            total += kernel_value(value, epsilon)
    return total


def distance_weighted_sum(X, epsilon, r=None):
    """sum_ij r_ij K_ij."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for row in r:
        for value in row:
            total += value * kernel_value(value, epsilon)
    return total


def implied_dimension(X, epsilon, r=None):
    """d_eps = sum r K / (eps sum K), the paper's equation deA."""
    r = squared_distances(X) if r is None else r
    return distance_weighted_sum(X, epsilon, r) / (long(epsilon) * kernel_sum(X, epsilon, r))


def off_diagonal_row_sums(X, epsilon, r=None):
    """sum_{j != i} K_ij for each i."""
    r = squared_distances(X) if r is None else r
    sums = np.zeros(len(r), dtype=long)
    for i in range(len(r)):
        for j in range(len(r)):
            if i != j:
                sums[i] += kernel_value(r[i, j], epsilon)
    return sums


def within_class_row_sums(X, y, epsilon, r=None):
    """Sum of K_ij over all j != i in the class of i, for each i."""
    r = squared_distances(X) if r is None else r
    sums = np.zeros(len(r), dtype=long)
    for i in range(len(r)):
        for j in range(len(r)):
            if i != j and y[i] == y[j]:
                sums[i] += kernel_value(r[i, j], epsilon)
    return sums


def within_class_probability(X, y, epsilon, balanced=False, r=None):
    """Mean over i of (sum of K_ij over other j in the class of i) / (sum of K_ij over all j).

    If `balanced` is true, the mean is first taken over the rows of each class, then over the
    classes.
    """
    r = squared_distances(X) if r is None else r
    probability = within_class_row_sums(X, y, epsilon, r) / (
        1 + off_diagonal_row_sums(X, epsilon, r)
    )
    if not balanced:
        return probability.sum() / len(r)
    classes = sorted(set(y))
    means = []
    for label in classes:
        own = [probability[i] for i in range(len(r)) if y[i] == label]
        means.append(sum(own) / len(own))
    return sum(means) / len(means)


def log_densities_of_rows_left_out(X, epsilon, d, duplicates_are_others=False):
    """For each row i, the log of a density at this row, estimated from the other rows j.

    The density is the mean over j of exp(-r_ij / (2 eps)) / (2 pi eps)^(d/2). Rows equal to row i
    are excluded unless `duplicates_are_others` is true.
    """
    r = squared_distances(X)
    logs = []
    for i in range(len(r)):
        others = [j for j in range(len(r)) if j != i and (r[i, j] > 0 or duplicates_are_others)]
        exponents = [-r[i, j] / (2 * long(epsilon)) for j in others]
        total = sum(np.exp(e - max(exponents)) for e in exponents)
        log_norm = long(d) / 2 * np.log(2 * long(np.pi) * long(epsilon))
        logs.append(max(exponents) + np.log(total / len(others)) - log_norm)
    return np.array(logs)


def scale_where(function, target, low, high):
    """The scale at which an increasing function equals `target`, by bisection of log(scale)."""
    low, high = np.log(long(low)), np.log(long(high))
    for _ in range(200):
        middle = (low + high) / 2
        if function(np.exp(middle)) < target:
            low = middle
        else:
            high = middle
    return np.exp((low + high) / 2)
