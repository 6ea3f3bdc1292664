"""A test, for each pair of features, of whether they depend on each other in any way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.stats import chi2, rankdata

__all__ = ["MOST_OTHERS", "dependent_in_pairs", "most_dependent", "pair_statistics"]

MOST_OTHERS = 512  # largest number of features with which each feature is compared
_N_WAVES = 4  # number of waves of each feature (see `pair_statistics`)
# A wave is dropped if ties reduce its squared norm to less than this share of its value without
# ties.
_WELL_SPREAD = 0.4
_FALSE_PAIR = 0.001  # probability of finding a dependent pair if all features are independent
_SCREENED_ROWS = 500
_AT_ONCE = 64  # number of features whose waves are in memory at a time


def dependent_in_pairs(points: np.ndarray) -> np.ndarray:
    """Whether each feature depends on another feature, of shape (n_features,).

    If there are more than `MOST_OTHERS` features, each feature is compared only with the features
    that `most_dependent` returns. The significance level is corrected for all pairs, so this
    selection does not raise the error rate.
    """
    n_features = points.shape[1]
    others = None if n_features <= MOST_OTHERS else most_dependent(points, MOST_OTHERS)
    statistics, freedom = pair_statistics(points, others)
    level = _FALSE_PAIR / max(1.0, n_features * (n_features - 1) / 2)
    limits = np.asarray(chi2.isf(level, np.arange(1, _N_WAVES**2 + 1)))
    found = statistics > limits[np.maximum(freedom, 1) - 1]
    dependent: np.ndarray = found.any(axis=1)
    if others is not None:
        dependent[others] |= found.any(axis=0)
    return dependent


def most_dependent(points: np.ndarray, n_others: int) -> np.ndarray:
    """The features that depend most on all others together, in ascending order.

    Let U be the waves of a feature (see `pair_statistics`), and M the sum of ``V' V`` over the
    waves V of all features. Then the sum of the feature's statistics with all features is
    ``n tr(U M U')``. So the work grows with the number of features, not with the number of pairs of
    features. From 1000 rows on, only 500 to 750 of them are used, evenly spaced.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Points, in any units.
    n_others : int
        Number of features to return.

    Returns
    -------
    ndarray of int of shape (n_others,)
        Indices of the features.
    """
    step = max(1, len(points) // _SCREENED_ROWS)
    points = points[::step]
    n_samples, n_features = points.shape
    M = np.zeros((n_samples, n_samples))
    for _, waves, _ in _blocks(points):
        flat = waves.reshape(-1, n_samples)
        M += flat.T @ flat
    total, freedom = np.empty(n_features), np.empty(n_features)
    for part, waves, ranks in _blocks(points):
        with_all = np.einsum("ijk,ijk->i", waves @ M, waves)
        # The products of a feature with itself are subtracted.
        total[part], freedom[part] = with_all - ranks, ranks
    excess = n_samples * total - freedom * (freedom.sum() - freedom)
    deviation = np.sqrt(np.maximum(freedom, 1))  # up to a common factor
    return np.sort(np.argsort(-excess / deviation, kind="stable")[:n_others])


def pair_statistics(
    points: np.ndarray, others: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """For each pair of features, a statistic that measures dependence of any form.

    Let u be the ranks of a feature, scaled to [0, 1]. The waves ``cos(pi j u)`` with j from 1 to 4
    are made orthonormal. Each wave of one feature is multiplied with each wave of the other. The
    statistic is n times the sum of the squares of these inner products. For independent features it
    has a chi-squared distribution with as many degrees of freedom as there are products: 16, or
    fewer if ties leave fewer waves.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Points, in any units.
    others : ndarray of int of shape (n_others,), optional
        Features with which each feature is compared; all features by default.

    Returns
    -------
    statistics, freedom : ndarray of shape (n_features, n_others)
        The statistic (0 for a feature with itself), and its degrees of freedom.
    """
    n_samples, n_features = points.shape
    others = np.arange(n_features) if others is None else others
    compared = [(waves, ranks) for _, waves, ranks in _blocks(points[:, others])]
    flat = np.concatenate([waves.reshape(-1, n_samples) for waves, _ in compared]).T
    other_ranks = np.concatenate([ranks for _, ranks in compared])
    statistics = np.empty((n_features, len(others)))
    freedom = np.empty((n_features, len(others)), dtype=int)
    for part, waves, ranks in _blocks(points):
        products = waves.reshape(-1, n_samples) @ flat
        shaped = products.reshape(len(waves), _N_WAVES, len(others), _N_WAVES)
        statistics[part] = n_samples * np.einsum("ijkl,ijkl->ik", shaped, shaped)
        freedom[part] = np.multiply.outer(ranks, other_ranks)
    statistics[others, np.arange(len(others))] = 0.0
    return statistics, freedom


def _blocks(points: np.ndarray) -> Iterator[tuple[slice, np.ndarray, np.ndarray]]:
    """Yield blocks of features: their indices, their waves, and each feature's number of waves."""
    for start in range(0, points.shape[1], _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        yield (part, *_waves(points[:, part]))


def _waves(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal waves of each feature, and the number of waves that are kept.

    The waves have the shape (n_features, 4, n_samples); waves that are not kept are 0.
    """
    n_samples = len(points)
    u = (rankdata(points, axis=0).T - 0.5) / n_samples
    waves = np.cos(np.pi * np.arange(1, _N_WAVES + 1)[:, None] * u[:, None])
    waves -= waves.mean(axis=2, keepdims=True)
    values, vectors = np.linalg.eigh(waves @ waves.transpose(0, 2, 1))
    kept = values > _WELL_SPREAD * n_samples / 2
    lengths = np.where(kept, np.maximum(values, 1e-300) ** -0.5, 0.0)
    return (vectors * lengths[:, None]).transpose(0, 2, 1) @ waves, kept.sum(axis=1)
