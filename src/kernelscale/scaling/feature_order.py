"""Features in the order of their correlation with diffusion coordinates (paper's Algorithm 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._attributes import Rebuilt, frozen
from .._validation import check_count, check_points
from .._warnings import collected
from ..bandwidth.rules.max_min import MaxMin
from ..data import PointCloud
from ..diffusion.diffusion_map import DiffusionMap
from ..distances import DistancesWarning, centred_points
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..intrinsic_dimension.estimators.multiscale import MultiScale
from ..intrinsic_dimension.methods import estimate_dimension
from ..metrics.euclidean import EUCLIDEAN
from ..results import Bandwidth

__all__ = ["FeatureOrder", "feature_order"]


@dataclass(frozen=True, eq=False)
class FeatureOrder(Rebuilt):
    """Features ordered by their correlation with the leading diffusion coordinates.

    Attributes
    ----------
    order : ndarray of int of shape (n_features,)
        Indices of the features, the most correlated first; ties keep the order of the data.
    scores : ndarray of shape (n_features,)
        Sum of the absolute correlations of each feature, from 0 to n_dims.
    correlations : ndarray of shape (n_features, n_dims)
        Pearson's correlation of each feature with each coordinate; 0 for a constant feature.
    bandwidth : Bandwidth
        The MaxMin scale at which the coordinates were computed.

    Examples
    --------
    If two features have very different variances, the wider feature determines the coordinate.

    >>> wide, narrow = np.arange(50.0), np.sin(np.arange(50.0))
    >>> found = feature_order(np.c_[narrow, wide], n_dims=1)
    >>> found.order, bool(found.scores[1] > 0.9)
    (array([1, 0]), True)
    """

    order: np.ndarray
    scores: np.ndarray
    correlations: np.ndarray
    bandwidth: Bandwidth

    def __post_init__(self) -> None:
        order = np.array(self.order, dtype=np.int64)
        order.flags.writeable = False
        object.__setattr__(self, "order", order)
        object.__setattr__(self, "scores", frozen(self.scores))
        object.__setattr__(self, "correlations", frozen(self.correlations))


def feature_order(
    X: Any,
    n_dims: int | None = None,
    *,
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
    executor: str | Executor = "threads",
    arithmetic: str | Arithmetic = "auto",
    n_threads: int | None = None,
    progress: Progress | bool | None = None,
) -> FeatureOrder:
    """Order features by correlation with the leading diffusion coordinates.

    The score of feature i is ``c_i = sum_k |corr(x_i, psi_k)|`` over the first `n_dims` diffusion
    coordinates at the MaxMin scale (paper's Algorithm 3). The features are not scaled, so a feature
    that varies little contributes little to distances and is late in the order. Exact duplicates
    count once in the choice of the scale.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    n_dims : int or None, default None
        Number of coordinates, which is the intrinsic dimension; estimated by `MultiScale` if None.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Returns
    -------
    FeatureOrder
        The order of the features and their correlations.

    Raises
    ------
    ValueError, TypeError
        If the points or `n_dims` are not valid.

    Examples
    --------
    An arc in the first and third features, and a little noise in the second feature.

    >>> random = np.random.default_rng(0)
    >>> angle = random.uniform(0, 3, 200)
    >>> arc = np.c_[np.cos(angle), 0.1 * random.normal(size=200), np.sin(angle)]
    >>> feature_order(arc, n_dims=1).order
    array([0, 2, 1])
    """
    resources = Resources(memory_limit, executor, arithmetic, n_threads, progress)
    points = check_points(X)
    with collected(DistancesWarning):  # the map below gives the same warning
        n_dims = resolved_dimension(points, n_dims, resources)
    bandwidth = MaxMin().choose(PointCloud.of_checked(points, resources).distinct)
    n_components = min(n_dims, len(points) - 1)
    found = DiffusionMap(n_components, bandwidth, neighbors=None, **vars(resources)).fit(points)
    correlations = _correlations(points, found.embedding_)
    scores = np.abs(correlations).sum(axis=1)
    order = np.argsort(-scores, kind="stable")
    return FeatureOrder(order, scores, correlations, bandwidth)


def resolved_dimension(points: np.ndarray, n_dims: Any, resources: Resources) -> int:
    """The given dimension, or an estimate by `MultiScale`."""
    if n_dims is not None:
        return check_count(n_dims, "n_dims")
    n_distinct, fewest = len(np.unique(EUCLIDEAN.first_alike(points))), MultiScale()._fewest_rows()
    if n_distinct < fewest:
        raise ValueError(
            f"With n_dims=None the dimension is estimated from at least {fewest} distinct rows, "
            f"but X has {n_distinct}; pass a positive integer as n_dims, or pass more rows."
        )
    return estimate_dimension(points, "multiscale", **vars(resources)).dimension


def _correlations(points: np.ndarray, coordinates: np.ndarray) -> np.ndarray:
    return _unit_columns(points).T @ _unit_columns(coordinates)


def _unit_columns(values: np.ndarray) -> np.ndarray:
    """Columns minus their means, scaled to length one; constant columns become zero."""
    centred = centred_points(values)
    largest = np.abs(centred).max(axis=0)
    varied = np.ptp(values, axis=0) > 0
    centred = np.where(varied, centred / np.where(varied, largest, 1.0), 0.0)
    return centred / np.where(varied, np.linalg.norm(centred, axis=0), 1.0)
