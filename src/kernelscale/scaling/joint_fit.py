"""The joint method of `ManifoldScaler`: weights of all standardised features at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.resources import Resources
from .dependence import candidate_features, dependent_features
from .feature_order import resolved_dimension
from .joint_search import dimension_of, joint_search
from .weight_choice import POWERS, choose_weights

__all__ = ["JointFit", "joint_fit", "n_rows_used"]

_MANY = 2000  # with more features, fewer rows are used so that the work does not become too much


class JointFit(NamedTuple):
    """The `weights` of the standardised features, and values for attributes of `ManifoldScaler`."""

    weights: np.ndarray
    n_dims: int
    target: float
    attained: float
    reason: str
    path: dict[str, Any]


def n_rows_used(n_samples: int, n_features: int, n_sample: int) -> int:
    """The number of rows that the search uses; it is smaller for many features."""
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
    """Find the weights of the joint method.

    Parameters
    ----------
    varying : ndarray of shape (n_samples, n_features)
        Standardised features, none of which is constant.
    spread : ndarray of shape (n_features,)
        Standard deviations of the features before standardisation.
    n_dims : int, optional
        Dimension of the manifold; estimated if None.
    target : callable
        Computes the target of d_eps, the dimension that the sum of the kernel implies, from the
        dimension of the manifold and the number of rows.
    rows : ndarray of int
        Rows whose pairs are used.
    penalties : tuple of float
        As in `joint_search`.
    resources : Resources
        Memory limit, executor and threads of passes over pairs.
    """
    dependent = dependent_features(varying, resources)
    # The dimension is estimated from dependent features, because independent features would add
    # the dimensions of noise. The features are standardised, so units have no effect.
    shown = varying[:, dependent] if dependent.any() else varying
    n_dims = resolved_dimension(shown, n_dims, resources)
    sample, wanted = varying[rows], target(n_dims, len(rows))
    candidates = np.flatnonzero(candidate_features(dependent, sample, n_dims, resources))
    found = joint_search(sample[:, candidates], wanted, resources, penalties)
    tried = np.zeros((len(penalties), varying.shape[1]))
    tried[:, candidates] = found.path["weights"]
    choice = choose_weights(sample, tried[-1], spread, resources)
    path = {
        **found.path,
        "weights": tried,
        "candidates": candidates,
        "rows": rows,
        "power": np.array(POWERS),
        "predicted": choice.predicted,
        "predicted_scaled": choice.scaled,
        "predicted_raw": choice.raw,
    }
    squares = (choice.weights / choice.weights.max()) ** 2
    attained = dimension_of(sample, squares, resources)
    return JointFit(choice.weights, n_dims, wanted, attained, choice.reason(), path)
