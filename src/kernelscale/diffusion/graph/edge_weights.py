"""What the edges of a neighbour graph weigh: a kernel of all pairs, or one taken from the graph."""

from __future__ import annotations

import numpy as np

from ...bandwidth.rule import Rule
from ...data import PointCloud
from ...engine.statistics import Neighbors
from ...kernels.edge_weights import Unit
from ...kernels.self_tuned import SelfTuned
from ...metrics.metric import Metric
from ...results import Bandwidth
from ..resolution import Resolved, resolve
from .number_of_neighbors import number_of_neighbors
from .options import GraphOptions

__all__ = [
    "Weighting",
    "bandwidth_of_edges",
    "check_has_scales",
    "edge_weighting",
    "resolved_edges",
    "scales_rows",
]


Weighting = Resolved | Rule | None
"""A kernel, or a rule that takes one from the graph; None where edges need no bandwidth."""


def edge_weighting(rule: Rule | Bandwidth, cloud: PointCloud, options: GraphOptions) -> Weighting:
    """What weights the edges of a graph, as far as it is chosen from all pairs.

    Raises
    ------
    ValueError
        If the rule has no answer, or scales of rows are not those of a graph.
    """
    if options.edge_weights != "bandwidth":
        return None
    if not scales_rows(rule):
        return resolve(rule, cloud)
    if isinstance(rule, Rule):
        if rule.duplicates == "each":
            raise ValueError(
                "Duplicates of a row are one node of a graph, so duplicates='each' has no effect; "
                "leave it at 'auto'."
            )
        rule.check_neighbors(number_of_neighbors(options, len(cloud.distinct_rows)))
        return rule
    return resolve(rule, cloud.distinct)._replace(cloud=cloud)  # scales of rows are of places


def scales_rows(rule: Rule | Bandwidth) -> bool:
    """Whether its kernel has a scale a row."""
    if isinstance(rule, Rule):
        return rule.scales_rows
    return rule.kernel.scales_of_rows() is not None


def resolved_edges(
    weighting: Weighting, nodes: PointCloud, neighbors: Neighbors, options: GraphOptions
) -> Resolved:
    """The kernel of edges, taken from the neighbours of nodes if it was not chosen before."""
    if isinstance(weighting, Resolved):
        return weighting
    if weighting is not None:
        bandwidth = weighting.choose_from_neighbors(nodes, neighbors)
    else:
        radii, n_neighbors = neighbors.squared_distances[:, -1], neighbors.indices.shape[1]
        metric = nodes.metric.known_as
        bandwidth = bandwidth_of_edges(
            options.edge_weights, nodes.features, radii, n_neighbors, metric
        )
    return Resolved(bandwidth, bandwidth.kernel, nodes, None)


def bandwidth_of_edges(
    edge_weights: str,
    points: np.ndarray | None,
    radii: np.ndarray,
    n_neighbors: int,
    metric: str | Metric,
) -> Bandwidth:
    """The kernel of edges that need no bandwidth, as a bandwidth."""
    if edge_weights == "unit":
        return Bandwidth("unit", None, Unit(metric=metric), "All edges weigh the same.")
    sigma = np.sqrt(radii)
    check_has_scales(sigma)
    return Bandwidth(
        "self_tuning",
        None,
        SelfTuned(points, sigma, n_neighbors, metric=metric),
        f"One scale a row, its distance to neighbour {n_neighbors}: from {sigma.min():.3g} to "
        f"{sigma.max():.3g}.",
    )


def check_has_scales(sigma: np.ndarray) -> None:
    """Refuse distances to neighbours, as scales of rows, of which some are 0."""
    alone = np.flatnonzero(sigma == 0)
    if len(alone):
        raise ValueError(
            f"{len(alone)} row(s) have only duplicates as neighbours, the first of them row "
            f"{alone[0]}, so their own scale is 0; drop the duplicates or take more neighbours."
        )
