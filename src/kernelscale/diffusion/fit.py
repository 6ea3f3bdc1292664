"""The fit of every kind of map (graph, `kept_mass`, all pairs), and checks of its parameters."""

from __future__ import annotations

from typing import Any

from scipy.sparse import issparse

from .._validation import check_count
from ..bandwidth.rule import Rule
from ..data import PointCloud
from ..metrics.precomputed import AFFINITY
from ..metrics.registry import metric_named
from ..results import Bandwidth
from .all_pairs.all_pairs_fit import fit_all_pairs
from .all_pairs.pair_options import PairOptions
from .fitted_map import Fitted
from .graph.edge_weights import edge_weighting
from .graph.graph_fit import fit_chosen_graph, fit_graph
from .graph.graph_options import ALL_PAIRS, KEPT_MASS, NEAREST, GraphOptions
from .graph.memory import check_graph_memory
from .kept_mass.kept_mass_fit import fit_kept_mass
from .kernel_choice import check_bandwidth, choose_kernel
from .landmarks import check_landmarks

__all__ = ["check_parameters", "check_sizes", "fit_cloud", "is_given", "kind_of"]


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
    """Refuse too few rows, and a map that is known before the fit to exceed the memory limit."""
    largest = cloud.n_samples - 1
    check_count(fitted.n_components, "n_components (below n_samples)", largest=largest)
    if (options := GraphOptions.of(fitted)).neighbors is not None:
        weighed = check_bandwidth(fitted.bandwidth) if fitted.edge_weights == "bandwidth" else None
        check_graph_memory(cloud, options, weighed)
    else:
        PairOptions.of(fitted).check_memory(cloud)


def kind_of(fitted: Any) -> str:
    """The kind of map that the parameters select, for points or for the distances of all pairs."""
    if GraphOptions.of(fitted).neighbors is not None:
        return NEAREST
    return ALL_PAIRS if fitted.kept_mass is None else KEPT_MASS


def is_given(fitted: Any, X: Any) -> bool:
    """Whether X holds a graph or similarities."""
    metric = metric_named(fitted.metric)
    return metric == AFFINITY or (issparse(X) and not metric.sees_points)


def fit_cloud(estimator: Any, cloud: PointCloud, rule: Rule | Bandwidth) -> Fitted:
    """Choose the scale and fit the kind of map that the parameters select.

    Parameters
    ----------
    estimator : DiffusionMap
        The estimator, whose parameters have been checked.
    cloud : PointCloud
        The rows.
    rule : Rule or Bandwidth
        How the scale is chosen.
    """
    options = GraphOptions.of(estimator)
    if options.neighbors is not None:
        weighting = edge_weighting(rule, cloud, options)
    else:
        choice = choose_kernel(rule, cloud)
    cloud.report("diffusion map", 0, 1)
    cloud.forget_eigenpairs()  # frees memory: only the rule, which compares scales, needs them
    if options.neighbors is not None:
        fit = fit_chosen_graph if options.stated_neighbors is None else fit_graph
        return fit(cloud, weighting, options)
    if estimator.kept_mass is not None:
        return fit_kept_mass(cloud, choice, estimator.kept_mass, PairOptions.of(estimator))
    return fit_all_pairs(cloud, choice, PairOptions.of(estimator))
