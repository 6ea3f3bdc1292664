"""A fitted map: its attributes, and the embedding of new rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from ..engine.resources import Resources
from ..kernels.kernel import Kernel
from ..kernels.scaled import Scaled
from ..markov.eigenpairs import Eigenpairs
from ..markov.out_of_sample.extension import EmbeddedRows, Extension
from ..markov.participation import participation
from ..metrics.precomputed import AFFINITY
from ..metrics.registry import metric_named
from ..neighbor_graphs import GraphExtension, SparseGraphExtension
from ..results import Bandwidth
from .graph.graph_options import advice, nearer
from .map_warnings import sizes_of_components, warn_of_localized, warn_of_rounding

__all__ = ["Fitted", "embedded_rows", "take"]


@dataclass(frozen=True, eq=False)
class Fitted:
    """A fitted map, in the same form for maps of all pairs, of graphs and of similarities.

    Attributes
    ----------
    bandwidth, kernel
        As `bandwidth_` and `kernel_` of the map, but the kernel does not scale features.
    scale : ndarray of shape (n_features,), or None
        Factors by which the bandwidth multiplies the features.
    pairs : Eigenpairs
        Eigenpairs of the operator on rows.
    component_of : ndarray of shape (n_fitted,)
        Index of the connected component of each fitted row: of each landmark, if there are any.
    extension : Extension
        Embeds new rows whose features have already been scaled.
    n_neighbors, recall
        As `n_neighbors_` and `neighbor_recall_` of the map.
    omitted_mass : float, or None
        As `omitted_mass_` of the map.
    landmarks : ndarray of shape (n_landmarks,), or None
        Indices of the rows that were fitted; all other rows are embedded. None if all were fitted.
    """

    bandwidth: Bandwidth
    kernel: Kernel
    scale: np.ndarray | None
    pairs: Eigenpairs
    component_of: np.ndarray
    extension: Extension
    n_neighbors: int | None = None
    recall: float | None = None
    omitted_mass: float | None = None
    landmarks: np.ndarray | None = None


def take(estimator: Any, fitted: Fitted, kind: str) -> None:
    """Set the fitted attributes of a `DiffusionMap`; `graph_options` lists the values of `kind`."""
    estimator.__dict__.pop("independent_coordinates_", None)  # it belongs to an earlier fit
    sizes = sizes_of_components(fitted.component_of, advice(estimator, kind))
    estimator.component_sizes_, estimator.n_connected_components_ = sizes, len(sizes)
    pairs = fitted.pairs
    estimator.bandwidth_ = fitted.bandwidth
    # BLAS rounds a strided view differently from a contiguous copy of it.
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


def embedded_rows(estimator: Any, X: Any) -> EmbeddedRows:
    """Coordinates and kernel mass of new rows by a fitted `DiffusionMap`."""
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
    return estimator._extension.embed(rows, Resources.of(estimator))
