"""Squared distances of rows, and quantities that are computed from them."""

from __future__ import annotations

import itertools

import numpy as np

long = np.longdouble


def _rows(X):
    return [[long(value) for value in row] for row in np.asarray(X, dtype=np.float64).tolist()]


def squared_distance(x, y):
    total = long(0)
    for a, b in zip(x, y, strict=True):
        total += (a - b) * (a - b)
    return total


def squared_distances(X):
    """All squared distances r_ij, of shape (n_samples, n_samples), in long double."""
    rows = _rows(X)
    r = np.zeros((len(rows), len(rows)), dtype=long)
    for i, x in enumerate(rows):
        for j, y in enumerate(rows):
            r[i, j] = squared_distance(x, y)
    return r


def nearest_others(X, n_neighbors, r=None):
    """Squared distances of each row to its nearest other rows, in ascending order."""
    r = squared_distances(X) if r is None else r
    return np.array(
        [sorted(r[i, j] for j in range(len(r)) if j != i)[:n_neighbors] for i in range(len(r))]
    )


def neighbor_distances(X):
    """Distances of each row to all other rows, ascending, as nested lists."""
    r = squared_distances(X)
    return [sorted(np.sqrt(r[i, j]) for j in range(len(r)) if j != i) for i in range(len(r))]


def class_extremes(X, y, r=None):
    """The smallest r_ij between rows of different classes, and the largest within a class."""
    r = squared_distances(X) if r is None else r
    between, within = long(np.inf), long(0)
    for i in range(len(r)):
        for j in range(len(r)):
            if y[i] == y[j]:
                within = max(within, r[i, j])
            else:
                between = min(between, r[i, j])
    return between, within


def median(X, r=None):
    """Median squared distance of the pairs i < j."""
    r = squared_distances(X) if r is None else r
    values = sorted(r[i, j] for i, j in itertools.combinations(range(len(r)), 2))
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def mean_squared_deviation(X):
    """(1/N) sum_i |x_i - mean|^2."""
    rows = _rows(X)
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return sum(squared_distance(x, mean) for x in rows) / len(rows)
