"""Weights of the edges of a neighbour graph: a kernel chosen from all pairs or from the graph."""

from __future__ import annotations

import numpy as np

from ...bandwidth.rule import Rule
from ...data import PointCloud
from ...engine.statistics import Neighbors
from ...kernels.graph_kernels import Unit
from ...kernels.self_tuned import SelfTuned
from ...metrics.metric import Metric
from ...results import Bandwidth
from ..kernel_choice import KernelChoice, choose_kernel
from .graph_options import GraphOptions
from .number_of_neighbors import number_of_neighbors

__all__ = [
    "Weighting",
    "bandwidth_of_edges",
    "check_has_scales",
    "edge_kernel",
    "edge_weighting",
    "scales_rows",
]


Weighting = KernelChoice | Rule | None
"""A kernel, or a rule that chooses it from the graph; None if the weights need no bandwidth."""


def edge_weighting(rule: Rule | Bandwidth, cloud: PointCloud, options: GraphOptions) -> Weighting:
    """The weighting of the edges of a graph, before the graph is known.

    Raises
    ------
    ValueError
        If the rule fails, or it cannot choose scales of rows from a graph.
    """
    if options.edge_weights != "bandwidth":
        return None
    if not scales_rows(rule):
        return choose_kernel(rule, cloud)
    if isinstance(rule, Rule):
        if rule.duplicates == "each":
            raise ValueError(
                "Duplicates of a row are one node of a graph, so duplicates='each' has no effect; "
                "leave it at 'auto'."
            )
        rule.check_neighbors(number_of_neighbors(options, len(cloud.distinct_rows)))
        return rule
    # The kernel gets one scale for each distinct row.
    return choose_kernel(rule, cloud.distinct)._replace(cloud=cloud)


def scales_rows(rule: Rule | Bandwidth) -> bool:
    """Whether the kernel, or the kernel that the rule chooses, has a scale for each row."""
    if isinstance(rule, Rule):
        return rule.scales_rows
    return rule.kernel.scales_of_rows() is not None


def edge_kernel(
    weighting: Weighting, nodes: PointCloud, neighbors: Neighbors, options: GraphOptions
) -> KernelChoice:
    """The kernel of the edges; if it is not known yet, it is chosen from the nodes' neighbours.

    The nodes are the distinct rows.
    """
    if isinstance(weighting, KernelChoice):
        return weighting
    if weighting is not None:
        bandwidth = weighting.choose_from_neighbors(nodes, neighbors)
    else:
        radii, n_neighbors = neighbors.squared_distances[:, -1], neighbors.indices.shape[1]
        metric = nodes.metric.known_as
        bandwidth = bandwidth_of_edges(
            options.edge_weights, nodes.features, radii, n_neighbors, metric
        )
    return KernelChoice(bandwidth, bandwidth.kernel, nodes, None)


def bandwidth_of_edges(
    edge_weights: str,
    points: np.ndarray | None,
    radii: np.ndarray,
    n_neighbors: int,
    metric: str | Metric,
) -> Bandwidth:
    """The bandwidth for the edge weights that need no choice of a scale, "self_tuned" or "unit"."""
    if edge_weights == "unit":
        return Bandwidth("unit", None, Unit(metric=metric), "All edges have weight 1.")
    sigma = np.sqrt(radii)
    check_has_scales(sigma)
    return Bandwidth(
        "self_tuning",
        None,
        SelfTuned(points, sigma, n_neighbors, metric=metric),
        f"One scale for each row, its distance to neighbour {n_neighbors}: from {sigma.min():.3g} "
        f"to {sigma.max():.3g}.",
    )


def check_has_scales(sigma: np.ndarray) -> None:
    """Refuse distances to neighbours that are 0, as they cannot be scales of rows."""
    alone = np.flatnonzero(sigma == 0)
    if len(alone):
        raise ValueError(
            f"{len(alone)} row(s) have only duplicates as neighbours, the first of them row "
            f"{alone[0]}, so their scale is 0; drop the duplicates or take more neighbours."
        )
