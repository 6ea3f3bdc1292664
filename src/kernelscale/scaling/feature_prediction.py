"""Prediction of features from rows that are near in other features, without labels.

Rows that are near in some features of a manifold are near in its parameters, and therefore similar
in the other features. If noise or a few features decide which rows are near, such predictions fail.
"""

from __future__ import annotations

import numpy as np

from ..bandwidth.rules.max_min import MaxMin
from ..data import PointCloud
from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..markov.dense import leading_eigenpairs

__all__ = ["N_GROUPS", "error_of_map", "feature_groups", "prediction_errors"]

N_GROUPS = 5
_N_NEIGHBORS = 5
_FEW, _MANY = 2, 10  # the two numbers of diffusion coordinates in `error_of_map`


def feature_groups(redundancy: np.ndarray) -> np.ndarray:
    """The group of each feature, from 0 to 4; each group is predicted from all other groups.

    Features are sorted by `redundancy`, the sum of squared correlations with all features, and
    assigned to the groups in turn. So each group has features of high and of low redundancy, and
    the order of the features in the data has no effect.
    """
    groups = np.empty(len(redundancy), dtype=int)
    groups[np.argsort(-redundancy.round(9), kind="stable")] = np.arange(len(redundancy)) % N_GROUPS
    return groups


def prediction_errors(
    sample: np.ndarray, weights: np.ndarray, groups: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Mean squared error of the predicted features for each row.

    A feature is predicted by its mean over the 5 rows that are nearest in the features of all other
    groups.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    weights : ndarray of shape (n_features,)
        Factors of the features in distances.
    groups : ndarray of int of shape (n_features,)
        The group of each feature. Features with a negative group are not predicted, but count in
        the distances.
    counts : ndarray of shape (n_features,)
        The weight of each predicted feature in the mean.

    Returns
    -------
    ndarray of shape (n_samples,)
        The errors. Their mean is 1 if predictions are as good as the mean of all rows.
    """
    squares = np.zeros(len(sample))
    scaled = sample * (weights / max(weights.max(), 1e-300))
    with one_blas_thread():
        by_group = [_squared_distances(scaled[:, groups == group]) for group in range(N_GROUPS)]
        always = _squared_distances(scaled[:, groups < 0])
    for group in range(N_GROUPS):
        r = always + sum(other for number, other in enumerate(by_group) if number != group)
        predicted = _mean_of_nearest(sample[:, groups == group], r)
        squares += (predicted - sample[:, groups == group]) ** 2 @ counts[groups == group]
    return squares / counts[groups >= 0].sum()


def error_of_map(
    sample: np.ndarray, weights: np.ndarray, counts: np.ndarray, resources: Resources
) -> float:
    """Mean squared error of predictions from the nearest rows in 2 and in 10 diffusion coordinates.

    The result is the mean of the two errors. All features determine the coordinates, at the MaxMin
    scale; the error is small if the leading coordinates represent all features.

    Parameters
    ----------
    sample, weights, counts
        As in `prediction_errors`.
    resources : Resources
        Memory limit, executor and threads of passes over pairs.

    Returns
    -------
    float
        The error; 1 if predictions are as good as the mean of all rows.
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
    if not r.any():  # There is no map if all rows are equal.
        return np.zeros_like(features)
    np.fill_diagonal(r, np.inf)
    n_neighbors = min(_N_NEIGHBORS, len(r) - 1)
    nearest = np.argpartition(r, n_neighbors - 1, axis=1)[:, :n_neighbors]
    return sum(features[column] for column in nearest.T) / n_neighbors
