"""Principal variances of groups of points, rules that count them, and two principal components."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..distances import centred_points
from ..engine.machine.blas import one_blas_thread

__all__ = [
    "RULES",
    "Plane",
    "counted",
    "first_components",
    "principal_variances",
    "variance_shares",
]

ROUNDING = 1e-12  # share of the largest variance below which a variance is a rounding error


def principal_variances(clouds: np.ndarray) -> np.ndarray:
    """Variances along principal directions, descending, of shape (n_clouds, n_directions).

    Parameters
    ----------
    clouds : ndarray of shape (n_clouds, n_points, n_features)
        Groups of points, such as the neighbours of each row; n points span at most n - 1
        directions.
    """
    n_points, n_features = clouds.shape[1:]
    centred = clouds - clouds.mean(axis=1, keepdims=True)
    centred -= centred.mean(axis=1, keepdims=True)  # done twice, as in `centred_points`
    turned = np.swapaxes(centred, 1, 2)
    with one_blas_thread():  # both products have the same nonzero eigenvalues
        products = centred @ turned if n_points < n_features else turned @ centred
        values = np.linalg.eigvalsh(products)[:, ::-1] / (n_points - 1)
    values = values[:, : min(n_points - 1, n_features)]
    return np.maximum(values, ROUNDING * values[:, :1])


def counted(variances: np.ndarray, rule: str, threshold: float | None = None) -> np.ndarray:
    """Number of directions that count by a rule of `LocalPCA`, of shape (n_clouds,)."""
    count, default = RULES[rule]
    return count(variances, default if threshold is None else threshold)


def _above_share_of_largest(variances: np.ndarray, threshold: float) -> np.ndarray:
    return np.count_nonzero(variances > threshold * variances[:, :1], axis=1)


def _share_of_all(variances: np.ndarray, threshold: float) -> np.ndarray:
    shares = np.cumsum(variance_shares(variances), axis=1)
    return np.minimum(np.count_nonzero(shares < threshold, axis=1) + 1, variances.shape[1])


def _before_largest_gap(variances: np.ndarray, threshold: float) -> np.ndarray:
    if variances.shape[1] == 1:
        return np.ones(len(variances), dtype=int)
    return np.argmax(variances[:, :-1] / variances[:, 1:], axis=1) + 1


def variance_shares(variances: np.ndarray) -> np.ndarray:
    """Variances divided by their sum."""
    return variances / variances.sum(axis=1, keepdims=True)


RULES: dict[str, tuple[Callable[[np.ndarray, float], np.ndarray], float]] = {
    "fukunaga_olsen": (_above_share_of_largest, 0.05),
    "ratio": (_share_of_all, 0.95),
    "maxgap": (_before_largest_gap, np.nan),
}
"""The function of each rule, and its default threshold."""


class Plane(NamedTuple):
    """Coordinates of rows in their first two principal components.

    Attributes
    ----------
    places : ndarray of shape (n_samples, 2)
        Coordinates of the rows.
    shares : ndarray of shape (2,)
        Share of the total variance along each component.
    """

    places: np.ndarray
    shares: np.ndarray


def first_components(points: np.ndarray) -> Plane:
    """The first two principal components of points of two features or more.

    Examples
    --------
    For a line in three features the first component has all of the variance.

    >>> places, shares = first_components(np.outer(np.arange(5.0), [3, 0, 4]))
    >>> shares.round(9)
    array([1., 0.])
    >>> np.abs(places[:, 0])
    array([10.,  5.,  0.,  5., 10.])
    """
    centred = centred_points(points)
    with one_blas_thread():
        _, values, axes = np.linalg.svd(centred, full_matrices=False)
        places = np.zeros((len(points), 2))
        places[:, : len(axes[:2])] = centred @ axes[:2].T
    total = np.sum(values**2)
    return Plane(places, np.append(values, 0.0)[:2] ** 2 / (total if total else 1.0))
