"""Diffusion maps of a cloud of rows: of a graph, of kept mass or of all pairs."""

from __future__ import annotations

from typing import Any

from ..bandwidth.rule import Rule
from ..data import PointCloud
from ..results import Bandwidth
from .all_pairs.fit import fit_all_pairs
from .all_pairs.options import PairOptions
from .fitted import Fitted
from .graph.edge_weights import edge_weighting
from .graph.fit import fit_chosen_graph, fit_graph
from .graph.options import GraphOptions
from .kept_mass.fit import fit_kept_mass
from .resolution import resolve

__all__ = ["fit_cloud"]


def fit_cloud(estimator: Any, cloud: PointCloud, rule: Rule | Bandwidth) -> Fitted:
    """Choose the scale, and fit a map to a graph, a share of the kernel's mass or all pairs.

    Parameters
    ----------
    estimator : DiffusionMap
        Its parameters, checked before, say which.
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
    cloud.forget_eigenpairs()  # of the scales that the rule compared
    if options.neighbors is not None:
        fit = fit_chosen_graph if options.stated_neighbors is None else fit_graph
        return fit(cloud, weighting, options)
    if estimator.kept_mass is not None:
        return fit_kept_mass(cloud, resolved, estimator.kept_mass, PairOptions.of(estimator))
    return fit_all_pairs(cloud, resolved, PairOptions.of(estimator))
