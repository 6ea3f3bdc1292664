"""Points, edge weights and dense truncated kernels, with which maps of graphs are compared."""

import numpy as np
from scipy.spatial.distance import cdist
from tests.oracles import naive_kernels

WEIGHTS = {
    "self_tuned": ({}, lambda r, s, t: np.exp(-r / (s * t))),
    "unit": ({"edge_weights": "unit"}, lambda r, s, t: 1.0),
    "bandwidth": (
        {"edge_weights": "bandwidth", "bandwidth": 2.0},
        lambda r, s, t: np.exp(-r / 4),
    ),
}


def cloud(n_samples=120, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def grid_with_duplicates(n_samples=500):
    """Rows on a coarse grid, with many ties in distance; one row has nine duplicates or more."""
    random = np.random.default_rng(1)
    X = random.integers(-4, 5, size=(n_samples, 3)).astype(float)
    X[:9] = X[90]
    X[10:14] += 0.5
    return X


def truncated(X, n_neighbors, value):
    return naive_kernels.truncated_kernel(X, n_neighbors, value, cdist(X, X, "sqeuclidean"))
