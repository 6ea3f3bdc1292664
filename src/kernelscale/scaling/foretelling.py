"""How well neighbours foretell features that had no say in who is near: evidence without labels.

Rows that are near by some of the features of a manifold are near in its parameters, and so alike in
the other features. If scaling lets noise or few features decide who is near, they are not.
"""

from __future__ import annotations

import numpy as np

from ..engine.blas import one_blas_thread

__all__ = ["N_PARTS", "missed", "parts_of"]

N_PARTS = 5
_N_NEIGHBORS = 5


def parts_of(saying: np.ndarray) -> np.ndarray:
    """The part, from 0 to 4, each feature is foretold in.

    Features that say much and little are dealt out in turn, so that each part has its share of
    both, whatever the order of the features and their units.
    """
    parts = np.empty(len(saying), dtype=int)
    parts[np.argsort(-saying.round(9), kind="stable")] = np.arange(len(saying)) % N_PARTS
    return parts


def missed(
    sample: np.ndarray, weights: np.ndarray, parts: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Mean squared difference of foretold and standardised features, row by row.

    A feature is foretold by its mean over the 5 rows that are nearest in the features of all other
    parts.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    weights : ndarray of shape (n_features,)
        What they are multiplied by when distances are taken.
    parts : ndarray of int of shape (n_features,)
        The part of each; those of a negative one have their say in distances and are not foretold.
    counts : ndarray of shape (n_features,)
        How much each counts in the mean, where it is foretold.

    Returns
    -------
    ndarray of shape (n_samples,)
        1 in the mean over rows where the mean of all rows would be as good.
    """
    squares = np.zeros(len(sample))
    scaled = sample * (weights / max(weights.max(), 1e-300))
    nearest = min(_N_NEIGHBORS, len(sample) - 1)
    with one_blas_thread():
        by_part = [_squared_distances(scaled[:, parts == part]) for part in range(N_PARTS)]
        always = _squared_distances(scaled[:, parts < 0])
    for part in range(N_PARTS):
        r = always + sum(other for number, other in enumerate(by_part) if number != part)
        told = _mean_of_nearest(sample[:, parts == part], r, nearest)
        squares += (told - sample[:, parts == part]) ** 2 @ counts[parts == part]
    return squares / counts[parts >= 0].sum()


def _squared_distances(points: np.ndarray) -> np.ndarray:
    lengths = np.einsum("ij,ij->i", points, points)
    return lengths[:, None] + lengths - 2 * points @ points.T


def _mean_of_nearest(features: np.ndarray, r: np.ndarray, n_neighbors: int) -> np.ndarray:
    if not r.any():  # nothing says who is near
        return np.zeros_like(features)
    np.fill_diagonal(r, np.inf)
    nearest = np.argpartition(r, n_neighbors - 1, axis=1)[:, :n_neighbors]
    return sum(features[column] for column in nearest.T) / n_neighbors
