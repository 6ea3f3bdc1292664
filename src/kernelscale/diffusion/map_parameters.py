"""Checks of the parameters of a map before any work, and the kind of the map."""

from __future__ import annotations

from typing import Any

from scipy.sparse import issparse

from .._validation import check_count
from ..data import PointCloud
from ..metrics.precomputed import AFFINITY
from ..metrics.registry import metric_named
from .all_pairs.pair_options import PairOptions
from .graph.graph_options import ALL_PAIRS, KEPT_MASS, NEAREST, GraphOptions
from .graph.memory import check_graph_memory
from .kernel_choice import check_bandwidth
from .landmarks import check_landmarks

__all__ = ["check_parameters", "check_sizes", "is_given", "kind_of"]


def check_parameters(fitted: Any) -> None:
    """Refuse parameters that are invalid whatever the data."""
    metric = metric_named(fitted.metric)
    PairOptions.of(fitted)
    GraphOptions.of(fitted)
    check_landmarks(fitted.landmarks, fitted.random_state, metric, fitted.keep_distances)
    if fitted.scale is not None and not metric.scales_features:
        raise ValueError(
            f"scale multiplies features, but {metric.instead}, or leave scale at None."
        )


def check_sizes(fitted: Any, cloud: PointCloud) -> None:
    """Refuse too few rows, and rows whose map would not fit the memory limit, if that is known."""
    largest = cloud.n_samples - 1
    check_count(fitted.n_components, "n_components (below n_samples)", largest=largest)
    if (options := GraphOptions.of(fitted)).neighbors is not None:
        weighed = check_bandwidth(fitted.bandwidth) if fitted.edge_weights == "bandwidth" else None
        check_graph_memory(cloud, options, weighed)
    else:
        PairOptions.of(fitted).check_memory(cloud)


def kind_of(fitted: Any) -> str:
    """The kind of a map of points or of the distances of all pairs."""
    if GraphOptions.of(fitted).neighbors is not None:
        return NEAREST
    return ALL_PAIRS if fitted.kept_mass is None else KEPT_MASS


def is_given(fitted: Any, X: Any) -> bool:
    """Whether X holds a graph or similarities."""
    metric = metric_named(fitted.metric)
    return metric == AFFINITY or (issparse(X) and not metric.sees_points)
