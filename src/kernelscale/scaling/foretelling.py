"""Prediction of features from rows that are near by other features: evidence without labels.

Rows that are near by some of the features of a manifold are near in its parameters, and so similar
in the other features. If after scaling noise or few features decide which rows are near, they are
not.
"""

from __future__ import annotations

import numpy as np

from ..bandwidth.rules.max_min import MaxMin
from ..data import PointCloud
from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..markov.dense import leading_eigenpairs

__all__ = ["N_PARTS", "missed", "missed_by_map", "parts_of"]

N_PARTS = 5
_N_NEIGHBORS = 5
_FEW, _MANY = 2, 10  # coordinates


def parts_of(saying: np.ndarray) -> np.ndarray:
    """The group of each feature, from 0 to 4; groups are predicted one after another.

    Features are dealt out in the order of `saying`, so that each group has features of high and low
    values, for any order of the features and any units.
    """
    parts = np.empty(len(saying), dtype=int)
    parts[np.argsort(-saying.round(9), kind="stable")] = np.arange(len(saying)) % N_PARTS
    return parts


def missed(
    sample: np.ndarray, weights: np.ndarray, parts: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Mean squared difference of predicted and standardised features, row by row.

    A feature is predicted by its mean over the 5 rows that are nearest in the features of all other
    groups.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    weights : ndarray of shape (n_features,)
        Their factors in distances.
    parts : ndarray of int of shape (n_features,)
        The group of each; features of a negative one are in distances and are not predicted.
    counts : ndarray of shape (n_features,)
        The weight of each in the mean, where it is predicted.

    Returns
    -------
    ndarray of shape (n_samples,)
        1 in the mean over rows where the mean of all rows would be as good.
    """
    squares = np.zeros(len(sample))
    scaled = sample * (weights / max(weights.max(), 1e-300))
    with one_blas_thread():
        by_part = [_squared_distances(scaled[:, parts == part]) for part in range(N_PARTS)]
        always = _squared_distances(scaled[:, parts < 0])
    for part in range(N_PARTS):
        r = always + sum(other for number, other in enumerate(by_part) if number != part)
        predicted = _mean_of_nearest(sample[:, parts == part], r)
        squares += (predicted - sample[:, parts == part]) ** 2 @ counts[parts == part]
    return squares / counts[parts >= 0].sum()


def missed_by_map(
    sample: np.ndarray, weights: np.ndarray, counts: np.ndarray, resources: Resources
) -> float:
    """The same for all rows, predicted from the nearest in 2 and in 10 diffusion coordinates.

    The mean of both, at the MaxMin scale. Here all features determine which rows are near: it is
    small if the leading coordinates represent all features.

    Parameters
    ----------
    sample, weights, counts
        As in `missed`.
    resources : Resources
        What passes over pairs may use.

    Returns
    -------
    float
        1 where the mean of all rows would be as good.
    """
    cloud = PointCloud.of_checked(sample * (weights / weights.max()), resources)
    n_coordinates = min(_MANY, len(sample) - 1)
    K = MaxMin().choose(cloud.distinct).kernel.from_squared_distances(cloud.squared_distances)
    found = leading_eigenpairs(K, n_coordinates).embedding(n_coordinates)
    squares = []
    for number in (_FEW, _MANY):
        predicted = _mean_of_nearest(sample, _squared_distances(found[:, :number]))
        squares.append(((predicted - sample) ** 2).mean(axis=0) @ counts)
    return float(np.mean(squares) / counts.sum())


def _squared_distances(points: np.ndarray) -> np.ndarray:
    lengths = np.einsum("ij,ij->i", points, points)
    return lengths[:, None] + lengths - 2 * points @ points.T


def _mean_of_nearest(features: np.ndarray, r: np.ndarray) -> np.ndarray:
    if not r.any():  # all rows are at the same place
        return np.zeros_like(features)
    np.fill_diagonal(r, np.inf)
    n_neighbors = min(_N_NEIGHBORS, len(r) - 1)
    nearest = np.argpartition(r, n_neighbors - 1, axis=1)[:, :n_neighbors]
    return sum(features[column] for column in nearest.T) / n_neighbors
