"""Squared Euclidean distances of one tile of pairs, plain or feature-scaled.

Differences are formed before they are squared. The familiar expansion |x|^2 + |y|^2 - 2 x.y is
faster but loses every digit of a small distance far from the origin, and the rules of this
package live on small distances.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from ._validation import look_like_distances
from ._warnings import warn_caller

__all__ = [
    "DistancesWarning",
    "centred_points",
    "row_keys",
    "squared_distances",
    "warn_of_distances",
]


class DistancesWarning(UserWarning):
    """What was passed for points looks like the distances of all pairs."""


def warn_of_distances(points: np.ndarray) -> None:
    """Warn where points, once checked, look like the distances of all pairs."""
    if look_like_distances(points):
        warn_caller(
            f"X of shape {points.shape} is symmetric, not negative and zero on its diagonal, as "
            f"distances of all pairs are, but it was taken for {len(points)} points of "
            f"{len(points)} features; if they are distances, pass metric='precomputed' "
            f"(--metric precomputed on the command line).",
            DistancesWarning,
        )


def centred_points(X: np.ndarray) -> np.ndarray:
    """Points less their mean, of the same shape; as exact far from the origin as near it."""
    centred = X - X.mean(axis=0)
    # Far from the origin the mean itself is rounded; what that left is taken off once more.
    centred -= centred.mean(axis=0)
    return centred


def squared_distances(
    X: np.ndarray, Y: np.ndarray | None = None, scale: np.ndarray | None = None
) -> np.ndarray:
    """Squared Euclidean distances between the rows of two arrays.

    Parameters
    ----------
    X : ndarray of shape (n, n_features)
        Points, float64.
    Y : ndarray of shape (m, n_features), default X
        Other points.
    scale : ndarray of shape (n_features,), optional
        The diagonal of the paper's matrix A: each feature is multiplied by its entry.

    Returns
    -------
    ndarray of shape (n, m)
        ``r_ij = sum_l (scale_l (x_il - y_jl))^2``, in squared units of the data.

    Examples
    --------
    Two points a distance of 5 apart, a million away from the origin; nothing is lost.

    >>> import numpy as np
    >>> points = np.array([[1e6, 1e6], [1e6 + 3, 1e6 + 4]])
    >>> squared_distances(points)
    array([[ 0., 25.],
           [25.,  0.]])

    Fading out the second feature leaves the 3 of the first.

    >>> squared_distances(points, scale=np.array([1.0, 0.0]))[0]
    array([0., 9.])
    """
    if scale is not None:
        X = X * scale
        Y = None if Y is None else Y * scale
    return cdist(X, X if Y is None else Y, metric="sqeuclidean")


def row_keys(points: np.ndarray) -> np.ndarray:
    """A number for each row, the same for the same rows and hardly ever for others.

    Rows are found by it in a tenth of the time of comparing them feature by feature. Whoever looks
    for equal rows has to compare those of one key all the same.

    Parameters
    ----------
    points : ndarray of shape (n, n_features)
        Points, float64.

    Returns
    -------
    ndarray of shape (n,)
        The keys, 64-bit integers without sign.

    Examples
    --------
    Zero has two signs in float64, but is one number.

    >>> import numpy as np
    >>> keys = row_keys(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0]]))
    >>> keys == keys[0]
    array([ True,  True, False])
    """
    bits = np.ascontiguousarray(points + 0.0).view(np.uint64)
    odd = 2 * np.random.default_rng(0).integers(2**63, size=bits.shape[1], dtype=np.uint64) + 1
    # Of small whole numbers only the highest bits are in use, which products would push out: they
    # are brought down, spread by a product, and brought down again.
    for _ in range(2):
        bits = bits ^ (bits >> np.uint64(32))
        bits *= odd
    keys: np.ndarray = (bits ^ (bits >> np.uint64(32))).sum(axis=1, dtype=np.uint64)
    return keys
