"""Diffusion maps on graphs of nearest neighbours."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from .._validation import check_count
from ..bandwidth import Rule
from ..engine import NearestOthers, Resources
from ..engine.plan import readable
from ..engine.statistics import Neighbors
from ..kernels import Kernel, SelfTuned, Unit
from ..markov import Eigenpairs
from ..metrics import Metric
from ..neighbor_graphs import (
    Found,
    GraphExtension,
    GraphWalk,
    graph_walk,
    index_of_checked,
    linked_lists,
    neighbor_lists,
    truncated_kernel,
)
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .fitted import Fitted
from .graph_options import GraphOptions
from .long_fits import warn_if_links_are_long
from .resolution import Resolved, resolve

__all__ = [
    "bandwidth_of_edges",
    "check_graph_memory",
    "edge_weighting",
    "fit_graph",
    "root_of_rows",
]

_BYTES_AN_EDGE = 100  # what is found, lists, both directions, the kernel as it is scaled (measured)
_BYTES_A_ROW = 500  # coarser graphs of the solver (measured)
_BYTES_WITH_SCALES = 1700  # with scales of rows more rows are nearly alone, and those are larger
_VECTORS = 12  # a pair, of these and the few that are iterated beside them

FEWEST = 3  # neighbours, where they are chosen
_LONGEST = 18.0  # of -log K_ij: beyond, an edge is below `WEAKEST_EDGE`
_DEARER = 4  # a pair of some rows with all, than one of all rows (measured)
_ROWS_AT_ONCE = 64


class Nodes(NamedTuple):
    """The places of rows: copies are one node, which stands for as many rows.

    `cloud` holds the first row of each node, `first`; `of_rows` numbers the node of each row.
    """

    cloud: PointCloud
    first: np.ndarray
    of_rows: np.ndarray
    copies: np.ndarray

    @classmethod
    def of(cls, cloud: PointCloud) -> Nodes:
        """Those of a cloud of points or distances."""
        first, of_rows, copies = np.unique(
            cloud.first_alike, return_inverse=True, return_counts=True
        )
        return cls(cloud.distinct, first, of_rows.ravel(), copies)

    def to_rows(self, pairs: Eigenpairs) -> Eigenpairs:
        """The walk on rows, from that on nodes."""
        stationary = (pairs.stationary / self.copies)[self.of_rows]
        return Eigenpairs(pairs.values, pairs.vectors[self.of_rows], stationary)


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
    if not _scales_rows(rule):
        return resolve(rule, cloud)
    if isinstance(rule, Rule):
        if rule.duplicates == "each":
            raise ValueError(
                "Copies of a row are one place of a graph, so duplicates='each' has no say; leave "
                "it at 'auto'."
            )
        rule.check_neighbors(_number_of_neighbors(options, len(cloud.distinct_rows)))
        return rule
    return resolve(rule, cloud.distinct)._replace(cloud=cloud)  # scales of rows are of places


def fit_graph(cloud: PointCloud, weighting: Weighting, options: GraphOptions) -> Fitted:
    """Fit a map to the graph of nearest neighbours of a cloud.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    weighting : Resolved, Rule or None
        As of `edge_weighting`.
    options : GraphOptions
        Checked parameters of the map.
    """
    nodes = Nodes.of(weighting.cloud if isinstance(weighting, Resolved) else cloud)
    n_nodes = len(nodes.first)
    check_count(options.n_components, "n_components (below the distinct rows)", largest=n_nodes - 1)
    n_neighbors = _number_of_neighbors(options, n_nodes)
    K, resolved, searched = _weighted_graph(nodes.cloud, n_neighbors, weighting, options, cloud)
    walk = graph_walk(
        K,
        resolved.kernel,
        nodes.copies,
        options.n_components,
        options.alpha,
        report=cloud.report,
    )
    return Fitted(
        _with_links(resolved.bandwidth, searched.n_links),
        resolved.kernel,
        resolved.scale,
        nodes.to_rows(walk.pairs),
        walk.parts[nodes.of_rows],
        _extension(walk, nodes, resolved.kernel, searched, options),
        n_neighbors,
        searched.recall,
    )


def _scales_rows(rule: Rule | Bandwidth) -> bool:
    if isinstance(rule, Rule):
        return rule.scales_rows
    return rule.kernel.scales_of_rows() is not None


def _number_of_neighbors(options: GraphOptions, n_nodes: int) -> int:
    return min(options.stated_neighbors or root_of_rows(n_nodes), n_nodes - 1)


def root_of_rows(n_rows: int) -> int:
    """The fourth root, rounded, and at least 3."""
    return max(FEWEST, round(n_rows**0.25))


class _Searched(NamedTuple):
    """What is kept of a search for the nearest neighbours."""

    radii: np.ndarray
    n_neighbors: int
    recall: float
    index: Any
    n_links: int


def _weighted_graph(
    nodes: PointCloud,
    n_neighbors: int,
    weighting: Weighting,
    options: GraphOptions,
    cloud: PointCloud,
) -> tuple[csr_array, Resolved, _Searched]:
    """The kernel of the graph of nodes, what it holds values of, and what else is known.

    The lists of neighbours go before the solver needs memory.
    """
    found = _neighbors(nodes, n_neighbors, options.approximate_neighbors, cloud.resources)
    cloud.report("edges", 0, 1)
    resolved = _resolved(weighting, nodes, found.neighbors, options)
    radii = found.neighbors.squared_distances[:, -1].copy()  # a view would hold all of them
    lists = neighbor_lists(found.neighbors)
    n_edges = lists.nnz
    if options.link_components:
        lists = _linked(lists, radii, nodes, resolved.kernel)
    n_links = lists.nnz - n_edges
    K = truncated_kernel(lists, resolved.kernel)
    cloud.report("edges", 1, 1)
    return K, resolved, _Searched(radii, n_neighbors, found.recall, found.index, n_links)


def _resolved(
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


def _with_links(bandwidth: Bandwidth, n_links: int) -> Bandwidth:
    if not n_links:
        return bandwidth
    told = f"{bandwidth.reason} {n_links} link(s) join components that shared no neighbours."
    return replace(bandwidth, reason=told)


def _linked(lists: csr_array, radii: np.ndarray, nodes: PointCloud, kernel: Kernel) -> csr_array:
    """The lists with links between components, which a kernel of local scales sees as well."""
    warn_if_links_are_long(nodes, lists, _DEARER)
    longest, scales = np.inf, kernel.scales_of_rows()
    if scales is not None:
        radii, one = scales**2, np.zeros(1, dtype=int)
        longest = _LONGEST / -float(np.log(kernel.edge_values(one, one, radii[:1]))[0])
    return linked_lists(lists, radii, partial(_nearest_outside, nodes), longest)


def _extension(
    walk: GraphWalk, nodes: Nodes, kernel: Kernel, searched: _Searched, options: GraphOptions
) -> GraphExtension:
    return GraphExtension(
        kernel,
        nodes.cloud.features,
        walk.weights,
        walk.pairs.values[1:],
        np.ascontiguousarray(walk.pairs.vectors[:, 1:]),
        t=options.t,
        radii=searched.radii,
        n_neighbors=searched.n_neighbors,
        row_sums=walk.row_sums,
        of_rows=nodes.of_rows,
        approximate=options.approximate_neighbors,
        index=searched.index,
    )


def check_graph_memory(
    cloud: PointCloud, options: GraphOptions, rule: Rule | Bandwidth | None
) -> None:
    """Refuse rows whose graph, weighted by a rule if any, would not fit the cloud's limit."""
    n_neighbors = _number_of_neighbors(options, cloud.n_samples)
    of_levels = _BYTES_A_ROW if rule is None or not _scales_rows(rule) else _BYTES_WITH_SCALES
    of_vectors = 8 * _VECTORS * (options.n_components + 4)
    needed = cloud.n_samples * (_BYTES_AN_EDGE * (n_neighbors + 1) + of_levels + of_vectors)
    if needed > cloud.memory_limit:
        raise MemoryError(
            f"The graph of {n_neighbors} neighbours of {cloud.n_samples} rows needs "
            f"{readable(needed)}, but memory_limit is {readable(cloud.memory_limit)}; raise it or "
            f"take fewer neighbours."
        )


def _neighbors(
    cloud: PointCloud, n_neighbors: int, approximate: bool | str, resources: Resources
) -> Found:
    """The nearest others of each row; exact where only distances are known."""
    if cloud.features is None:
        return Found(cloud.reduce(NearestOthers(n_neighbors)), 1.0, False, None)
    index = index_of_checked(
        cloud.features, n_neighbors, cloud.metric, approximate, resources=resources
    )
    return Found.by(index, n_neighbors)


def _nearest_outside(cloud: PointCloud, parts: np.ndarray) -> Neighbors:
    """The nearest row of another component, of rows outside the largest: these find it too."""
    rows = np.flatnonzero(parts != np.bincount(parts).argmax())
    if _DEARER * len(rows) > cloud.n_samples:
        return cloud.reduce(NearestOthers(groups=parts))
    found = Neighbors.none(cloud.n_samples, 1)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        cloud.report("links", start, len(rows))
        some = rows[start : start + _ROWS_AT_ONCE]
        r = cloud.squared_distances_between(some, slice(None))
        r[parts[some, None] == parts] = np.inf
        found.indices[some, 0] = r.argmin(axis=1)
        found.squared_distances[some, 0] = r.min(axis=1)
    cloud.report("links", len(rows), len(rows))
    return found


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
    alone = np.flatnonzero(sigma == 0)
    if len(alone):
        raise ValueError(
            f"{len(alone)} row(s) have none but copies for neighbours, the first of them row "
            f"{alone[0]}, so their own scale is 0; drop the copies or take more neighbours."
        )
    return Bandwidth(
        "self_tuning",
        None,
        SelfTuned(points, sigma, n_neighbors, metric=metric),
        f"One scale a row, its distance to neighbour {n_neighbors}: from {sigma.min():.3g} to "
        f"{sigma.max():.3g}.",
    )
