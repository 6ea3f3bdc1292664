"""Diffusion maps on graphs of nearest neighbours, whose nodes are the distinct rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ..._validation import check_count
from ...data import PointCloud
from ...engine.resources import Resources
from ...engine.statistics import NearestOthers
from ...kernels.kernel import Kernel
from ...markov.sparse.row_products import multiply_by
from ...neighbor_graphs import (
    Found,
    GraphExtension,
    GraphSpectrum,
    SparseGraphExtension,
    graph_spectrum,
    index_of_checked,
    neighbor_lists,
    truncated_kernel,
)
from ..fitted_map import Fitted
from ..kernel_choice import KernelChoice
from .component_links import linked, with_links
from .edge_weights import Weighting, edge_kernel
from .graph_options import GraphOptions
from .nodes import Nodes
from .number_of_neighbors import chosen_number, number_of_neighbors
from .sparse_cloud import SparseCloud

__all__ = ["fit_chosen_graph", "fit_graph"]


def fit_chosen_graph(cloud: PointCloud, weighting: Weighting, options: GraphOptions) -> Fitted:
    """Fit a map to a graph whose number of neighbours is chosen from the rows.

    `chosen_number` chooses the number.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    weighting : KernelChoice, Rule or None
        As from `edge_weighting`.
    options : GraphOptions
        Checked parameters of the map; `neighbors` is "auto".
    """
    choice = chosen_number(cloud.distinct)
    fitted = fit_graph(cloud, weighting, options._replace(neighbors=choice.n_neighbors))
    count = "1 neighbour" if fitted.n_neighbors == 1 else f"{fitted.n_neighbors} neighbours"
    reason = f"{fitted.bandwidth.reason} {count}, {choice.why}."
    return replace(fitted, bandwidth=replace(fitted.bandwidth, reason=reason))


def fit_graph(cloud: PointCloud, weighting: Weighting, options: GraphOptions) -> Fitted:
    """Fit a map to the graph of nearest neighbours of a cloud.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    weighting : KernelChoice, Rule or None
        As from `edge_weighting`.
    options : GraphOptions
        Checked parameters of the map.
    """
    nodes = Nodes.of(weighting.cloud if isinstance(weighting, KernelChoice) else cloud)
    n_nodes = len(nodes.first)
    check_count(
        options.n_components,
        "n_components (below the number of distinct rows)",
        largest=n_nodes - 1,
    )
    n_neighbors = number_of_neighbors(options, n_nodes)
    K, choice, searched = _weighted_graph(nodes.cloud, n_neighbors, weighting, options, cloud)
    spectrum = graph_spectrum(
        K,
        choice.kernel,
        nodes.counts,
        options.n_components,
        options.alpha,
        report=cloud.report,
        multiply=multiply_by(cloud.resources),
    )
    return Fitted(
        with_links(choice.bandwidth, searched.n_links),
        choice.kernel,
        choice.scale,
        nodes.to_rows(spectrum.pairs),
        spectrum.component_of[nodes.node_of_row],
        _extension(spectrum, nodes, choice.kernel, searched, options),
        n_neighbors,
        searched.recall,
    )


class _Searched(NamedTuple):
    """Results of a search for the nearest neighbours."""

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
) -> tuple[csr_array, KernelChoice, _Searched]:
    """The kernel matrix of the graph of nodes, the kernel, and the results of the search.

    The lists of neighbours are freed on return, before the solver needs memory.
    """
    found = _neighbors(nodes, n_neighbors, options.approximate_neighbors, cloud.resources)
    cloud.report("edges", 0, 1)
    choice = edge_kernel(weighting, nodes, found.neighbors, options)
    radii = found.neighbors.squared_distances[:, -1].copy()  # a view would keep all lists in memory
    lists = neighbor_lists(found.neighbors)
    n_edges = lists.nnz
    if options.link_components:
        lists = linked(lists, radii, nodes, choice.kernel)
    n_links = lists.nnz - n_edges
    K = truncated_kernel(lists, choice.kernel)
    cloud.report("edges", 1, 1)
    return K, choice, _Searched(radii, n_neighbors, found.recall, found.index, n_links)


def _extension(
    spectrum: GraphSpectrum,
    nodes: Nodes,
    kernel: Kernel,
    searched: _Searched,
    options: GraphOptions,
) -> GraphExtension:
    extension: Callable[..., GraphExtension] = GraphExtension
    if isinstance(nodes.cloud, SparseCloud):
        extension = partial(SparseGraphExtension, sparse_points=nodes.cloud.sparse_points)
    return extension(
        kernel,
        nodes.cloud.features,
        spectrum.weights,
        spectrum.pairs.values[1:],
        np.ascontiguousarray(spectrum.pairs.vectors[:, 1:]),
        t=options.t,
        radii=searched.radii,
        n_neighbors=searched.n_neighbors,
        row_sums=spectrum.row_sums,
        node_of_row=nodes.node_of_row,
        approximate=options.approximate_neighbors,
        index=searched.index,
    )


def _neighbors(
    cloud: PointCloud, n_neighbors: int, approximate: bool | str, resources: Resources
) -> Found:
    """The nearest other rows of each row; the search is exact if only distances are given."""
    if cloud.features is None:
        return Found(cloud.reduce(NearestOthers(n_neighbors)), 1.0, False, None)
    index = index_of_checked(
        cloud.features, n_neighbors, cloud.metric, approximate, resources=resources
    )
    return Found.by(index, n_neighbors)
