"""Tests of whether a feature depends on others: features of a manifold do, noise does not.

Features of a manifold are functions of the same few parameters, so each usually depends on some of
the others. A feature of noise depends on no other feature. One test is for pairs of features
(`feature_pairs`); the other is for dependence on several features together. Both use the ranks of
the tested features, so outliers have little effect.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata

from ..data import PointCloud
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..intrinsic_dimension.calibration.ball_implied_dimensions import ball_dimension
from .feature_pairs import dependent_in_pairs
from .joint_search import dimension_of

__all__ = ["candidate_features", "dependent_features", "smoothness"]

# Largest number of rows; with more rows, even a negligible dependence would be significant.
MOST_ROWS = 2000
_SMOOTH = 5.0  # least `smoothness` of a dependent feature, in standard deviations
# A feature is tested only if its variance comes from at least this effective number of rows. With
# fewer rows, two rows that are near by chance would be significant.
_FEWEST_ROWS = 50
_N_NEIGHBORS = 10


def candidate_features(
    dependent: np.ndarray, sample: np.ndarray, n_dims: int, resources: Resources
) -> np.ndarray:
    """Features that may be part of a manifold of `n_dims` dimensions.

    Features that depend on others are candidates. A feature that alone spans a dimension of the
    manifold depends on no other feature, like a feature of noise. So the independent features are
    candidates too, unless there are too many of them.

    The number allowed is found from d_eps, the dimension that the sum of the kernel implies. It is
    the number of dimensions d from 1 to `n_dims` for which points in a d-dimensional ball have at
    least the d_eps of the dependent features (`ball_dimension`). If there are more independent
    features than this, none of them is a candidate. If no feature depends on another, all features
    are candidates.

    Parameters
    ----------
    dependent : ndarray of bool of shape (n_features,)
        As `dependent_features` returns it.
    sample : ndarray of shape (n_rows, n_features)
        Standardised points on which d_eps is computed.
    n_dims : int
        Dimension of the manifold.
    resources : Resources
        Memory limit, executor and threads of passes over pairs.

    Returns
    -------
    ndarray of bool of shape (n_features,)
        Whether each feature is a candidate; at least one feature is.
    """
    if not dependent.any():
        return np.ones_like(dependent)
    shown = dimension_of(sample[:, dependent], np.ones(dependent.sum()), resources)
    room = sum(ball_dimension(d, len(sample)) >= shown for d in range(1, n_dims + 1))
    return np.ones_like(dependent) if np.count_nonzero(~dependent) <= room else dependent


def dependent_features(points: np.ndarray, resources: Resources) -> np.ndarray:
    """Whether each feature depends on another feature, or on several others together.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Standardised points. Duplicate rows count once. If there are more than `MOST_ROWS` rows,
        `MOST_ROWS` evenly spaced rows are used.
    resources : Resources
        Memory limit, executor and threads of the computation of distances.

    Returns
    -------
    ndarray of bool of shape (n_features,)
        Whether each feature depends on others.
    """
    rows = np.sort(np.unique(points, axis=0, return_index=True)[1])
    if len(rows) > MOST_ROWS:
        rows = rows[np.linspace(0, len(rows) - 1, MOST_ROWS).astype(int)]
    points = points[rows]
    with one_blas_thread():
        found = dependent_in_pairs(points)
        tested = ~found & (_effective_rows(points) >= min(_FEWEST_ROWS, len(points) / 4))
        while found.any() and tested.any():
            smooth = smoothness(points[:, found], points[:, tested], resources) > _SMOOTH
            if not smooth.any():
                break
            taken = np.flatnonzero(tested)[smooth]
            found[taken], tested[taken] = True, False
    return found


def _effective_rows(points: np.ndarray) -> np.ndarray:
    """For each feature, the effective number of rows that make up the variance of its ranks."""
    z = rankdata(points, axis=0) - (len(points) + 1) / 2
    squares = z**2
    return squares.sum(axis=0) ** 2 / np.maximum((squares**2).sum(axis=0), 1e-300)


def smoothness(points: np.ndarray, features: np.ndarray, resources: Resources) -> np.ndarray:
    """Moran's statistic: the similarity of near rows in each feature, in standard deviations.

    A is the kernel of `points` without its diagonal, divided by the roots of its row and column
    sums. z are the standardised ranks of a feature. The statistic is ``z' A z`` minus its mean,
    divided by its standard deviation ``(2 sum A_ij^2)^(1/2)``. This mean and this standard
    deviation are those of ``z' A z`` for a feature that does not depend on the points.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_dims)
        The points that determine which rows are near.
    features : ndarray of shape (n_samples, n_features)
        The features to test.
    resources : Resources
        Memory limit, executor and threads of the computation of distances.

    Returns
    -------
    ndarray of shape (n_features,)
        The statistic; it has no meaning for a feature that is also in `points`.
    """
    n_samples = len(points)
    cloud = PointCloud.of_checked(points, resources)
    r = cloud.squared_distances_between(slice(None), slice(None))
    np.fill_diagonal(r, np.inf)
    nearest = min(_N_NEIGHBORS, n_samples - 1) - 1
    near = np.median(np.partition(r, nearest, axis=1)[:, nearest])
    # The median is 0 if most rows are equal in these features.
    A = exponential(-r / (near if near > 0 else r[r > 0].min()))
    roots = np.sqrt(np.maximum(A.sum(axis=1), 1e-300))
    A /= roots
    A /= roots[:, None]
    ranks = rankdata(features, axis=0) - (n_samples + 1) / 2
    z = ranks / np.maximum(ranks.std(axis=0), 1e-300)
    excess = np.einsum("ij,ij->j", z, A @ z) + A.sum() / (n_samples - 1)
    return excess / np.sqrt(2 * np.einsum("ij,ij->", A, A))
