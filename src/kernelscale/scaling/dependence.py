"""Which features depend on others: what a manifold's features do, and noise does not.

Features of a manifold are functions of the same few parameters, so each says something about some
of the others; a feature of noise says nothing about any. Two tests, neither of which knows units or
an order of features: one for pairs of features (`pairs`), one for what only several features
together tell. Both look at ranks, so that no outlier has a say.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata

from ..data import PointCloud
from ..engine import Resources
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread
from ..intrinsic_dimension import ball_dimension
from .joint import dimension_of
from .pairs import dependent_in_pairs

__all__ = ["candidate_features", "dependent_features", "smoothness"]

MOST_ROWS = 2000  # more would call dependent what depends so little that it is of no use
_SMOOTH = 5.0  # standard deviations
_FEWEST_ROWS = 50  # of rare events, two that happen to be near would be many deviations
_N_NEIGHBORS = 10


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
        found = dependent_in_pairs(points)
        asked = ~found & (_rows_behind(points) >= min(_FEWEST_ROWS, len(points) / 4))
        while found.any() and asked.any():
            smooth = smoothness(points[:, found], points[:, asked], resources) > _SMOOTH
            if not smooth.any():
                break
            taken = np.flatnonzero(asked)[smooth]
            found[taken], asked[taken] = True, False
    return found


def _rows_behind(points: np.ndarray) -> np.ndarray:
    """On how many rows a feature's variance rests, by ranks: few for one of rare events."""
    z = rankdata(points, axis=0) - (len(points) + 1) / 2
    squares = z**2
    return squares.sum(axis=0) ** 2 / np.maximum((squares**2).sum(axis=0), 1e-300)


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
