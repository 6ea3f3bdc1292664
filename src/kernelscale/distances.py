"""Squared Euclidean distances of a tile of pairs, with or without factors for features.

The distances are sums of squared differences. The expansion |x|^2 + |y|^2 - 2 x.y is faster, but
for points far from the origin it loses all digits of small distances, on which rules depend.
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
    """Warning that data passed as points look like the distances of all pairs."""


def warn_of_distances(points: np.ndarray) -> None:
    """Warn if checked points look like the distances of all pairs."""
    if look_like_distances(points):
        warn_caller(
            f"X of shape {points.shape} is symmetric, not negative and zero on its diagonal, as "
            f"distances of all pairs are, but it was taken for {len(points)} points of "
            f"{len(points)} features; if they are distances, pass metric='precomputed' "
            f"(--metric precomputed on the command line).",
            DistancesWarning,
        )


def centred_points(X: np.ndarray) -> np.ndarray:
    """Points minus their mean, of the same shape; exact even far from the origin."""
    centred = X - X.mean(axis=0)
    # Far from the origin the mean is rounded; a second step subtracts the remainder.
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
    Two points are a million from the origin, but their distance of 5 loses no digits.

    >>> import numpy as np
    >>> points = np.array([[1e6, 1e6], [1e6 + 3, 1e6 + 4]])
    >>> squared_distances(points)
    array([[ 0., 25.],
           [25.,  0.]])

    With factor 0 for the second feature, only the difference of 3 in the first remains.

    >>> squared_distances(points, scale=np.array([1.0, 0.0]))[0]
    array([0., 9.])
    """
    if scale is not None:
        X = X * scale
        Y = None if Y is None else Y * scale
    return cdist(X, X if Y is None else Y, metric="sqeuclidean")


def row_keys(points: np.ndarray) -> np.ndarray:
    """A 64-bit hash of each row, equal for equal rows.

    Finding equal rows by keys takes a tenth of the time of comparing all features. Rows with equal
    keys still have to be compared.

    Parameters
    ----------
    points : ndarray of shape (n, n_features)
        Points, float64.

    Returns
    -------
    ndarray of shape (n,)
        The keys, unsigned 64-bit integers.

    Examples
    --------
    0.0 and -0.0 have the same key.

    >>> import numpy as np
    >>> keys = row_keys(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0]]))
    >>> keys == keys[0]
    array([ True,  True, False])
    """
    bits = np.ascontiguousarray(points + 0.0).view(np.uint64)
    odd = 2 * np.random.default_rng(0).integers(2**63, size=bits.shape[1], dtype=np.uint64) + 1
    # As float64, small integers differ only in the highest bits, which a product would shift out.
    # So these bits are first shifted down, then mixed by a product, twice.
    for _ in range(2):
        bits = bits ^ (bits >> np.uint64(32))
        bits *= odd
    keys: np.ndarray = (bits ^ (bits >> np.uint64(32))).sum(axis=1, dtype=np.uint64)
    return keys
