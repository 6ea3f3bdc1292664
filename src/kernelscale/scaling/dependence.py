"""Which features depend on others: what a manifold's features do, and noise does not.

Features of a manifold are functions of the same few parameters, so each says something about some
of the others; a feature of noise says nothing about any. Two tests, neither of which knows units or
an order of features: one for all pairs of features, one for what only several features together
tell. Both look at ranks, so that no outlier has a say.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import chi2, rankdata

from ..engine import Resources
from ..engine.blas import one_blas_thread
from ..exponential import exponential
from ..intrinsic_dimension import ball_dimension
from ..point_cloud import PointCloud
from .joint import dimension_of

__all__ = ["candidate_features", "dependent_features", "pair_statistics", "smoothness"]

MOST_ROWS = 2000  # more would call dependent what depends so little that it is of no use
_N_WAVES = 4
_WELL_SPREAD = 0.4  # of a wave's squares if ranks have no ties; what is below rests on few rows
_FALSE_PAIR = 0.001  # probability that independent features give one dependent pair or more
_SMOOTH = 5.0  # standard deviations
_FEWEST_ROWS = 50  # of rare events, two that happen to be near would be many deviations
_N_NEIGHBORS = 10
_AT_ONCE = 64  # features compared with all


def candidate_features(
    dependent: np.ndarray, sample: np.ndarray, n_dims: int, resources: Resources
) -> np.ndarray:
    """Features that may be part of a manifold of `n_dims` dimensions.

    Those that depend on others. A feature that alone shows a dimension does not, and looks like one
    of noise: the independent ones are candidates only where the manifold has room for all of them,
    that is, no more than the dimensions whose ball (`ball_dimension`) shows what the dependent ones
    do or more. All are where none depends on another.

    Parameters
    ----------
    dependent : ndarray of bool of shape (n_features,)
        What `dependent_features` says.
    sample : ndarray of shape (n_rows, n_features)
        Standardised points on which d_eps is computed.
    n_dims : int
        Dimension of the manifold.
    resources : Resources
        What passes over pairs may use.

    Returns
    -------
    ndarray of bool of shape (n_features,)
        At least one True.
    """
    if not dependent.any():
        return np.ones_like(dependent)
    shown = dimension_of(sample[:, dependent], np.ones(dependent.sum()), resources)
    room = sum(ball_dimension(d, len(sample)) >= shown for d in range(1, n_dims + 1))
    return np.ones_like(dependent) if np.count_nonzero(~dependent) <= room else dependent


def dependent_features(points: np.ndarray, resources: Resources) -> np.ndarray:
    """Whether each feature depends on others: pairs first, then whether those foretell it.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Standardised points. Repeated rows count once, and rows evenly spaced in the order given
        stand for more than `MOST_ROWS`.
    resources : Resources
        What distances may use.

    Returns
    -------
    ndarray of bool of shape (n_features,)
        All False if no two features depend on each other.
    """
    rows = np.sort(np.unique(points, axis=0, return_index=True)[1])
    if len(rows) > MOST_ROWS:
        rows = rows[np.linspace(0, len(rows) - 1, MOST_ROWS).astype(int)]
    points = points[rows]
    with one_blas_thread():
        found = _in_pairs(points)
        telling = _rows_behind(points) >= min(_FEWEST_ROWS, len(points) / 4)
        while found.any() and not found.all():
            smooth = smoothness(points[:, found], points, resources) > _SMOOTH
            foretold = ~found & telling & smooth
            if not foretold.any():
                break
            found |= foretold
    return found


def _rows_behind(points: np.ndarray) -> np.ndarray:
    """On how many rows a feature's variance rests, by ranks: few for one of rare events."""
    z = rankdata(points, axis=0) - (len(points) + 1) / 2
    squares = z**2
    return squares.sum(axis=0) ** 2 / np.maximum((squares**2).sum(axis=0), 1e-300)


def _in_pairs(points: np.ndarray) -> np.ndarray:
    statistics, freedom = pair_statistics(points)
    n_pairs = max(1.0, points.shape[1] * (points.shape[1] - 1) / 2)
    limits = chi2.isf(_FALSE_PAIR / n_pairs, np.maximum(freedom, 1))
    return (statistics > limits).any(axis=1)


def pair_statistics(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How much features depend on each other, two by two, in whatever way.

    The waves ``cos(pi j u)`` of a feature's ranks u (from 0 to 1), j up to 4, are made orthonormal;
    the statistic is n times the sum of squared products of the waves of one feature and those of
    the other. Of independent features it is chi-squared with as many degrees of freedom as there
    are products: 16, fewer where ties leave fewer waves.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Points, in any units.

    Returns
    -------
    statistics, freedom : ndarray of shape (n_features, n_features)
        The statistic, 0 on the diagonal, and its degrees of freedom.
    """
    n_samples, n_features = points.shape
    waves, ranks = _waves(points)
    statistics = np.empty((n_features, n_features))
    flat = waves.reshape(-1, n_samples).T
    for start in range(0, n_features, _AT_ONCE):
        part = waves[start : start + _AT_ONCE]
        products = part.reshape(-1, n_samples) @ flat
        shaped = products.reshape(len(part), _N_WAVES, n_features, _N_WAVES)
        statistics[start : start + _AT_ONCE] = n_samples * np.einsum(
            "ijkl,ijkl->ik", shaped, shaped
        )
    np.fill_diagonal(statistics, 0.0)
    return statistics, np.multiply.outer(ranks, ranks)


def _waves(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal waves of shape (n_features, 4, n_samples), zero if left out; how many are not."""
    n_samples = len(points)
    u = (rankdata(points, axis=0).T - 0.5) / n_samples
    waves = np.cos(np.pi * np.arange(1, _N_WAVES + 1)[:, None] * u[:, None])
    waves -= waves.mean(axis=2, keepdims=True)
    values, vectors = np.linalg.eigh(waves @ waves.transpose(0, 2, 1))
    kept = values > _WELL_SPREAD * n_samples / 2
    lengths = np.where(kept, np.maximum(values, 1e-300) ** -0.5, 0.0)
    return (vectors * lengths[:, None]).transpose(0, 2, 1) @ waves, kept.sum(axis=1)


def smoothness(points: np.ndarray, features: np.ndarray, resources: Resources) -> np.ndarray:
    """How alike near rows are in each feature, in standard deviations of independent ones.

    With A the kernel of `points` without its diagonal, divided by the roots of its row and column
    sums, and z a feature's ranks, standardised: ``z' A z`` less its mean, over its standard
    deviation ``(2 sum A_ij^2)^(1/2)`` when z does not depend on the points (Moran's statistic).

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_dims)
        What says which rows are near.
    features : ndarray of shape (n_samples, n_features)
        What is asked about.
    resources : Resources
        What distances may use.

    Returns
    -------
    ndarray of shape (n_features,)
        The statistic; of a feature that is part of `points` it says nothing.
    """
    n_samples = len(points)
    cloud = PointCloud.of_checked(points, resources)
    r = cloud.squared_distances_between(slice(None), slice(None))
    np.fill_diagonal(r, np.inf)
    nearest = min(_N_NEIGHBORS, n_samples - 1) - 1
    near = np.median(np.partition(r, nearest, axis=1)[:, nearest])
    A = exponential(-r / (near if near > 0 else r[r > 0].min()))  # 0: most rows are the same here
    roots = np.sqrt(np.maximum(A.sum(axis=1), 1e-300))
    A /= roots
    A /= roots[:, None]
    ranks = rankdata(features, axis=0) - (n_samples + 1) / 2
    z = ranks / np.maximum(ranks.std(axis=0), 1e-300)
    excess = np.einsum("ij,ij->j", z, A @ z) + A.sum() / (n_samples - 1)
    return excess / np.sqrt(2 * np.einsum("ij,ij->", A, A))
