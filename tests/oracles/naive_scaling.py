"""Factors of features by the paper's Algorithm 2, and correlations of features with coordinates."""

from __future__ import annotations

import numpy as np


def vector_scaling(X, n_dims, target, weights, ranges, n_scales):
    """Algorithm 2 as printed: a loop over every weight and scale of the grid of every feature.

    The columns of X are in the order in which the algorithm adds features. The first `n_dims`
    features are only standardised. For each of the others, a grid of weights and scales is
    searched; `ranges` has for each of them the smallest and the largest scale: the ends of the
    linear range that Algorithm 1 finds. The pair of weight and scale is chosen whose d_eps is
    nearest to `target`. Of equally near pairs, up to rounding, the one with the smallest weight is
    chosen, and among those the one with the smallest scale.

    Returns
    -------
    cells : list of tuple
        Indices of the chosen weight and of the chosen scale, for each feature after the first
        `n_dims`.
    scaled : ndarray
        Scaled data.
    A : list of float
        Factor of each of these features.
    epsilons : list of float
        Chosen scale of each of these features.
    """
    X = np.asarray(X, dtype=float)
    scaled = (X[:, :n_dims] - X[:, :n_dims].mean(axis=0)) / X[:, :n_dims].std(axis=0)
    cells, A, epsilons, unit = [], [], [], 1.0
    for feature, (low, high) in zip(range(n_dims, X.shape[1]), ranges, strict=True):
        best = np.inf
        for i, weight in enumerate(weights):
            factor = weight * unit / X[:, feature].std()
            block = np.column_stack([scaled, factor * X[:, feature]])
            r = ((block[:, None] - block[None]) ** 2).sum(axis=-1)
            for k, epsilon in enumerate(np.geomspace(low, high, n_scales)):
                K = np.exp(-r / (2 * epsilon))
                missed = abs((r * K).sum() / (epsilon * K.sum()) - target)
                if missed < best - 1e-9:
                    best, found = missed, (i, k, factor, epsilon, block)
        cells.append(found[:2])
        A.append(found[2])
        epsilons.append(found[3])
        scaled = found[4] / np.sqrt(found[3])
        unit /= np.sqrt(found[3])
    return cells, scaled, A, epsilons


def feature_correlations(X, coordinates):
    """Pearson's correlation of each feature with each coordinate, computed by NumPy."""
    return np.array(
        [[np.corrcoef(x, psi)[0, 1] for psi in coordinates.T] for x in np.asarray(X, dtype=float).T]
    )
