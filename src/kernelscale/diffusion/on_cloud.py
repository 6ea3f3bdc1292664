"""Diffusion maps of a cloud of rows, by the way that the parameters ask for."""

from __future__ import annotations

from typing import Any

from ..bandwidth import Rule
from ..data import PointCloud
from ..results import Bandwidth
from .chosen_graph import fit_chosen_graph
from .edge_weighting import edge_weighting
from .fitted import Fitted
from .graph_options import GraphOptions
from .on_graph import fit_graph
from .on_kept_mass import fit_kept_mass
from .on_matrix import fit_all_pairs
from .pair_options import PairOptions
from .resolution import resolve

__all__ = ["fit_cloud"]


def fit_cloud(estimator: Any, cloud: PointCloud, rule: Rule | Bandwidth) -> Fitted:
    """Choose the scale, and fit a map to a graph, a share of the kernel's mass or all pairs.

    Parameters
    ----------
    estimator : DiffusionMap
        Whose parameters, checked before, say which.
    cloud : PointCloud
        The rows.
    rule : Rule or Bandwidth
        How the scale is chosen.
    """
    options = GraphOptions.of(estimator)
    if options.neighbors is not None:
        weighting = edge_weighting(rule, cloud, options)
    else:
        resolved = resolve(rule, cloud)
    cloud.report("diffusion map", 0, 1)
    cloud.forget_eigenpairs()  # those the rule has looked at
    if options.neighbors is not None:
        fit = fit_chosen_graph if options.stated_neighbors is None else fit_graph
        return fit(cloud, weighting, options)
    if estimator.kept_mass is not None:
        return fit_kept_mass(cloud, resolved, estimator.kept_mass, PairOptions.of(estimator))
    return fit_all_pairs(cloud, resolved, PairOptions.of(estimator))
