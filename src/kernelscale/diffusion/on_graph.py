"""Diffusion maps on graphs of nearest neighbours."""

from __future__ import annotations

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
    linked_lists,
    nearest_neighbors,
    neighbor_lists,
    truncated_kernel,
)
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .fitted import Fitted
from .graph_options import GraphOptions
from .long_fits import warn_if_links_are_long
from .resolution import Resolved

__all__ = [
    "bandwidth_of_edges",
    "check_graph_memory",
    "check_has_one_scale",
    "fit_graph",
]

_BYTES_AN_EDGE = 100  # what is found, lists, both directions, the kernel as it is scaled (measured)
_VECTORS = 12  # a pair, of these and the few that are iterated beside them

_LONGEST = 18.0  # of r / (sigma_i sigma_j): beyond, exp of it is below `WEAKEST_EDGE`
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


def fit_graph(cloud: PointCloud, resolved: Resolved | None, options: GraphOptions) -> Fitted:
    """Fit a map to the graph of nearest neighbours of a cloud.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    resolved : Resolved or None
        The kernel of the bandwidth, where edges are weighted by it.
    options : GraphOptions
        Checked parameters of the map.
    """
    if resolved is not None:
        check_has_one_scale(resolved.bandwidth)
    nodes = Nodes.of(cloud if resolved is None else resolved.cloud)
    n_nodes = len(nodes.first)
    check_count(options.n_components, "n_components (below the distinct rows)", largest=n_nodes - 1)
    n_neighbors = min(options.neighbors or n_nodes, n_nodes - 1)
    lists, searched = _searched(nodes.cloud, n_neighbors, options, cloud.resources)
    if resolved is None:
        bandwidth = bandwidth_of_edges(
            options.edge_weights,
            nodes.cloud.features,
            searched.radii,
            n_neighbors,
            cloud.metric.known_as,
        )
        resolved = Resolved(bandwidth, bandwidth.kernel, cloud, None)
    cloud.report("edges", 0, 1)
    K = truncated_kernel(lists, resolved.kernel)
    del lists  # before the solver needs memory
    cloud.report("edges", 1, 1)
    walk = graph_walk(K, nodes.copies, options.n_components, options.alpha, report=cloud.report)
    return Fitted(
        resolved.bandwidth,
        resolved.kernel,
        resolved.scale,
        nodes.to_rows(walk.pairs),
        walk.parts[nodes.of_rows],
        _extension(walk, nodes, resolved.kernel, searched, options),
        n_neighbors,
        searched.recall,
    )


class _Searched(NamedTuple):
    """What is kept of a search for the nearest neighbours."""

    radii: np.ndarray
    n_neighbors: int
    recall: float
    index: Any


def _searched(
    cloud: PointCloud, n_neighbors: int, options: GraphOptions, resources: Resources
) -> tuple[csr_array, _Searched]:
    """The lists of neighbours, and what else is known of them."""
    found = _neighbors(cloud, n_neighbors, options.approximate_neighbors, resources)
    radii = found.neighbors.squared_distances[:, -1].copy()  # a view would hold all of them
    lists = neighbor_lists(found.neighbors)
    if options.link_components:
        warn_if_links_are_long(cloud, lists, _DEARER)
        longest = _LONGEST if options.edge_weights == "self_tuned" else np.inf
        lists = linked_lists(lists, radii, partial(_nearest_outside, cloud), longest)
    return lists, _Searched(radii, n_neighbors, found.recall, found.index)


def _extension(
    walk: GraphWalk, nodes: Nodes, kernel: Kernel, searched: _Searched, options: GraphOptions
) -> GraphExtension:
    return GraphExtension(
        kernel,
        nodes.cloud.features,
        walk.row_sums**-options.alpha,
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


def check_graph_memory(cloud: PointCloud, neighbors: int, n_pairs: int) -> None:
    """Refuse rows whose graph would not fit the cloud's memory limit."""
    n_neighbors = min(neighbors, cloud.n_samples - 1)
    needed = cloud.n_samples * (_BYTES_AN_EDGE * (n_neighbors + 1) + 8 * _VECTORS * (n_pairs + 4))
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
    points = cloud.features
    return nearest_neighbors(points, n_neighbors, approximate=approximate, resources=resources)


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


def check_has_one_scale(chosen: Rule | Bandwidth) -> None:
    """Refuse a kernel that has a scale a row, taken from all pairs, if possible before the work."""
    if isinstance(chosen, Rule):
        name, local = chosen.name, chosen.scales_rows
    else:
        name, local = chosen.rule, chosen.kernel.scales_of_rows() is not None
    if local:
        raise ValueError(
            f"The bandwidth of {name!r} has a scale a row, taken from all pairs; for one "
            f"taken from the graph pass edge_weights='self_tuned'."
        )


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
