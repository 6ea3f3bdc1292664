"""The attributes of a fitted map, and where new rows are by them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.validation import check_is_fitted

from .._estimators import of_host
from .._validation import (
    check_rows_of_graph,
    check_rows_of_similarities,
    check_sparse_points,
    on_host,
)
from .._validation.feature_names import check_feature_names
from ..engine import Resources
from ..kernels import Scaled
from ..markov import participation
from ..metrics.precomputed import AFFINITY
from ..metrics.registry import metric_named
from ..neighbor_graphs import GraphExtension, SparseGraphExtension
from ..out_of_sample import Placement
from .connectivity import sizes_of_components
from .fitted import Fitted
from .graph_options import advice, nearer
from .localized import warn_of_localized
from .rounding import warn_of_rounding

__all__ = ["placed_rows", "take"]


def take(estimator: Any, fitted: Fitted, kind: str) -> None:
    """Let a `DiffusionMap` hold what was fitted, a map of this kind."""
    estimator.__dict__.pop("independent_coordinates_", None)  # of an earlier fit
    sizes = sizes_of_components(fitted.parts, advice(estimator, kind))
    estimator.component_sizes_, estimator.n_connected_components_ = sizes, len(sizes)
    pairs = fitted.pairs
    estimator.bandwidth_ = fitted.bandwidth
    # A view with strides would be rounded otherwise by BLAS than its own copy.
    values, vectors = pairs.values[1:], np.ascontiguousarray(pairs.vectors[:, 1:])
    warn_of_rounding(values, len(vectors))
    warn_of_localized(values, vectors, pairs.stationary, nearer(fitted.kernel, kind))
    estimator.eigenvalues_, estimator.eigenvectors_ = values, vectors
    estimator.stationary_ = pairs.stationary
    estimator.participation_ = participation(vectors, pairs.stationary)
    estimator.embedding_ = pairs.embedding(estimator.n_components, estimator.t)
    scales = tuple(
        np.array(on_host(factors, "scale"), dtype=float)
        for factors in (estimator.scale, fitted.scale)
        if factors is not None
    )
    kernel = fitted.kernel
    estimator.kernel_ = Scaled(kernel, np.prod(scales, axis=0)) if scales else kernel
    estimator._extension = replace(fitted.extension, scales=scales)
    estimator.omitted_mass_ = fitted.omitted_mass
    estimator.landmark_indices_ = fitted.landmarks
    estimator.n_neighbors_, estimator.neighbor_recall_ = fitted.n_neighbors, fitted.recall


def placed_rows(estimator: Any, X: Any) -> Placement:
    """Where a fitted `DiffusionMap` places new rows."""
    check_is_fitted(estimator)
    metric = metric_named(estimator._extension.kernel.metric)
    n_samples = len(of_host(estimator).embedding_)
    of_graph = isinstance(estimator._extension, GraphExtension)
    rows: Any
    if metric == AFFINITY:
        rows = check_rows_of_similarities(X, n_samples)
    elif isinstance(estimator._extension, SparseGraphExtension):
        rows = check_sparse_points(X, min_rows=1, distinct=False)
        check_feature_names(estimator, X, reset=False)
    elif issparse(X) and of_graph and not metric.sees_points:
        rows = check_rows_of_graph(X, n_samples)
    else:
        rows = metric.checked_rows(X, n_samples)
    if metric.sees_points:
        check_feature_names(estimator, X, reset=False)
    return estimator._extension.place(rows, Resources.of(estimator))
