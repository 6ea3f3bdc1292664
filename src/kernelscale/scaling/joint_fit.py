"""The joint method as a whole: weights of all standardised features at once, in no order."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.resources import Resources
from .dependence import candidate_features, dependent_features
from .feature_order import resolved_dimension
from .joint import dimension_of, joint_search
from .weighing import POWERS, weigh

__all__ = ["JointFit", "joint_fit", "n_rows_used"]

_MANY = 2000  # features; with more of them fewer rows are used, so that the work stays linear


class JointFit(NamedTuple):
    """Weights of the standardised features, and the attributes of `ManifoldScaler`."""

    weights: np.ndarray
    n_dims: int
    target: float
    attained: float
    reason: str
    path: dict[str, Any]


def n_rows_used(n_samples: int, n_features: int, n_sample: int) -> int:
    """How many rows the search uses: fewer with many features."""
    fewer = n_sample * min(1.0, (_MANY / max(n_features, 1)) ** 0.5)
    return min(n_samples, max(2, int(fewer)))


def joint_fit(
    varying: np.ndarray,
    spread: np.ndarray,
    n_dims: int | None,
    target: Any,
    rows: np.ndarray,
    penalties: tuple[float, ...],
    resources: Resources,
) -> JointFit:
    """Find the weights.

    Parameters
    ----------
    varying : ndarray of shape (n_samples, n_features)
        Standardised features, none constant.
    spread : ndarray of shape (n_features,)
        Their standard deviations before.
    n_dims : int, optional
        Dimension of the manifold, estimated if None.
    target : callable
        ``target(n_dims, n_rows)`` is the target of d_eps.
    rows : ndarray of int
        Rows whose pairs are used.
    penalties : tuple of float
        As in `joint_search`.
    resources : Resources
        What passes over pairs may use.
    """
    dependent = dependent_features(varying, resources)
    # Of standardised dependent features: noise would add dimensions, and units would matter.
    shown = varying[:, dependent] if dependent.any() else varying
    n_dims = resolved_dimension(shown, n_dims, resources)
    sample, wanted = varying[rows], target(n_dims, len(rows))
    candidates = np.flatnonzero(candidate_features(dependent, sample, n_dims, resources))
    found = joint_search(sample[:, candidates], wanted, resources, penalties)
    tried = np.zeros((len(penalties), varying.shape[1]))
    tried[:, candidates] = found.path["weights"]
    weighed = weigh(sample, tried[-1], spread, resources)
    path = {
        **found.path,
        "weights": tried,
        "candidates": candidates,
        "rows": rows,
        "power": np.array(POWERS),
        "foretold": weighed.foretold,
        "foretold_scaled": weighed.scaled,
        "foretold_raw": weighed.raw,
    }
    squares = (weighed.weights / weighed.weights.max()) ** 2
    attained = dimension_of(sample, squares, resources)
    return JointFit(weighed.weights, n_dims, wanted, attained, weighed.reason(), path)
