"""Approximate rows from diffusion coordinates: local linear regression on the fitted rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.neighbors import NearestNeighbors

from .._validation import check_points
from ..engine.arithmetic.exponential import exponential
from ..markov.out_of_sample.extension import Extension
from ..metrics.registry import metric_named
from ..neighbor_graphs import SparseGraphExtension

__all__ = ["preimages"]

NEAREST = 16  # number of fitted rows in each regression
# Standard deviation of the Gaussian weights, divided by the distance to the farthest of these rows.
WIDTH = 0.5
RIDGE = 0.01  # ridge, as a share of the coordinates' variance, for directions without spread
NUMBERS_AT_ONCE = 2**22


def preimages(extension: Extension, coordinates: Any) -> np.ndarray:
    """Rows with about these diffusion coordinates, estimated from the fitted rows.

    The 16 fitted rows that are nearest in these coordinates are used. Each of their features is
    regressed linearly on their coordinates, with Gaussian weights. The result is the value of the
    regression at the given coordinates.

    Parameters
    ----------
    extension : Extension
        The extension of a fitted map.
    coordinates : array-like of shape (n_new, n_components)
        Diffusion coordinates.

    Returns
    -------
    ndarray of shape (n_new, n_features)
        Rows in the units of the data that were fitted.

    Raises
    ------
    ValueError, TypeError
        If the map was fitted to sparse rows, to distances or with a metric that does not scale
        features; if the factor of a feature is 0; or if the number of coordinates differs.
    """
    points = _rows_fitted(extension)
    coordinates = check_points(coordinates, min_rows=1, distinct=False)
    known = extension.vectors * extension.values**extension.t
    if coordinates.shape[1] != known.shape[1]:
        raise ValueError(
            f"X has {coordinates.shape[1]} coordinates, but the map has {known.shape[1]}."
        )
    search = NearestNeighbors(n_neighbors=min(NEAREST, len(known))).fit(known)
    found = np.empty((len(coordinates), points.shape[1]))
    step = max(1, NUMBERS_AT_ONCE // (NEAREST * max(points.shape[1], known.shape[1])))
    for start in range(0, len(coordinates), step):
        block = slice(start, start + step)
        distances, nearest = search.kneighbors(coordinates[block])
        steps = known[nearest] - coordinates[block][:, None]
        found[block] = _at_zero(steps, points[nearest], distances)
    return found


def _rows_fitted(extension: Extension) -> np.ndarray:
    """The fitted points in the units of the data."""
    metric = metric_named(extension.kernel.metric)
    if isinstance(extension, SparseGraphExtension):
        raise ValueError(
            "inverse_transform needs dense rows, but the map was fitted to sparse rows; fit it to "
            "X.toarray() if that fits in memory, or to fewer features, such as those of "
            "sklearn.decomposition.TruncatedSVD(50)."
        )
    if extension.points is None or not metric.scales_features:
        raise ValueError(
            f"inverse_transform computes features of rows, but {metric.instead} when fit is called."
        )
    points = extension.points
    for scale in extension.scales:
        if (scale == 0).any():
            raise ValueError(
                f"inverse_transform cannot recover feature {int(np.argmin(scale != 0))}, whose "
                f"scale is 0, so the map does not depend on it; drop the feature before fit."
            )
        points = points / scale
    return points


def _at_zero(steps: np.ndarray, values: np.ndarray, distances: np.ndarray) -> np.ndarray:
    """The value at step 0 of a regression of values on steps, both of shape (n, n_nearest, ...)."""
    reach = np.maximum(distances[:, -1:], np.finfo(float).tiny)
    weights = exponential(-0.5 * (distances / (WIDTH * reach)) ** 2)
    weights = (weights / weights.sum(axis=1, keepdims=True))[:, :, None]
    steps = steps / reach[:, :, None]
    middle, mean = ((weights * each).sum(axis=1) for each in (steps, values))
    steps = steps - middle[:, None]
    weighted = (weights * steps).swapaxes(1, 2)
    spread = weighted @ steps
    total = np.trace(spread, axis1=1, axis2=2)
    ridge = RIDGE * total + (total == 0)  # the slope is 0 if all coordinates are equal
    slopes = np.linalg.solve(
        spread + ridge[:, None, None] * np.eye(steps.shape[2]), weighted @ (values - mean[:, None])
    )
    return mean - (middle[:, None] @ slopes)[:, 0]
