"""The fit of a diffusion map: on a graph, with `kept_mass`, or of all pairs."""

from __future__ import annotations

from typing import Any

from ..bandwidth.rule import Rule
from ..data import PointCloud
from ..results import Bandwidth
from .all_pairs.all_pairs_fit import fit_all_pairs
from .all_pairs.pair_options import PairOptions
from .fitted_map import Fitted
from .graph.edge_weights import edge_weighting
from .graph.graph_fit import fit_chosen_graph, fit_graph
from .graph.graph_options import GraphOptions
from .kept_mass.kept_mass_fit import fit_kept_mass
from .kernel_choice import choose_kernel

__all__ = ["fit_cloud"]


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
    cloud.forget_eigenpairs()  # the rule computed them for the scales that it compared
    if options.neighbors is not None:
        fit = fit_chosen_graph if options.stated_neighbors is None else fit_graph
        return fit(cloud, weighting, options)
    if estimator.kept_mass is not None:
        return fit_kept_mass(cloud, choice, estimator.kept_mass, PairOptions.of(estimator))
    return fit_all_pairs(cloud, choice, PairOptions.of(estimator))
