"""The entries that describe a graph in a model file, and the extension that is made from them.

All duplicates of a row are one node of a graph of nearest neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ...kernels.kernel import Kernel
from ...markov.out_of_sample.extension import Extension
from ...neighbor_graphs import GraphExtension, SimilarityExtension, SparseGraphExtension
from ..diffusion_map import DiffusionMap
from ..graph.graph_options import GraphOptions
from ..graph.sparse_cloud import SparseCloud
from ..kept_mass.kept_mass_extension import KeptMassExtension

__all__ = [
    "extension_of",
    "graph_entries",
    "graph_parameters",
    "needs_bandwidth",
    "nodes_of",
    "seen_rows",
    "value_of_each_row",
]


def value_of_each_row(extension: Extension, of_nodes: np.ndarray) -> np.ndarray:
    """A value for each fitted row; `of_nodes` has one for each node of a graph, or for each row."""
    return of_nodes[extension.node_of_row] if isinstance(extension, GraphExtension) else of_nodes


def graph_entries(fitted: DiffusionMap) -> dict[str, Any]:
    """The entries that only models of graphs, truncated kernels and similarities have."""
    extension, approximate = fitted._extension, fitted.approximate_neighbors
    if isinstance(extension, KeptMassExtension):
        return {"smallest_kept": extension.smallest_kept, "kept_sums": extension.row_sums}
    if isinstance(extension, SimilarityExtension):
        return {"smallest_mass": extension.smallest_mass}
    if not isinstance(extension, GraphExtension):
        return {}
    options = GraphOptions.of(fitted)
    return {
        "node": extension.node_of_row,
        "radii": extension.radii[extension.node_of_row],
        "row_sums": extension.row_sums[extension.node_of_row],
        "n_neighbors": extension.n_neighbors,
        "neighbor_recall": fitted.neighbor_recall_,
        "neighbors": options.stated_neighbors or _chosen_neighbors(fitted),
        "edge_weights": fitted.edge_weights,
        "link_components": options.link_components and fitted._cloud is not None,
        "approximate_neighbors": None if approximate == "auto" else approximate,
    }


def _chosen_neighbors(fitted: DiffusionMap) -> int | None:
    """The chosen number of neighbours; None for a given graph, where no number was chosen."""
    return None if fitted._cloud is None else fitted.n_neighbors_


def graph_parameters(entries: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """The parameters of a map that concern its graph."""
    names = ("neighbors", "edge_weights", "link_components", "approximate_neighbors")
    return {name: entries[name].item() for name in names if name in entries}


def needs_bandwidth(entries: Mapping[str, np.ndarray]) -> bool:
    """Whether the weights of the map's pairs are kernel values of a bandwidth."""
    weighed = entries.get("edge_weights", "bandwidth") == "bandwidth"
    return weighed and "smallest_mass" not in entries


def nodes_of(entries: Mapping[str, np.ndarray]) -> Any:
    """The fitted rows on which the kernel is evaluated; for a graph, the first row of each node."""
    if "node" not in entries:
        return slice(None)
    return np.unique(entries["node"], return_index=True)[1]


def seen_rows(entries: Mapping[str, np.ndarray]) -> Any:
    """Indices, among all rows, of the rows that `nodes_of` selects."""
    nodes = nodes_of(entries)
    return entries["landmarks"][nodes] if "landmarks" in entries else nodes


def extension_of(
    entries: Mapping[str, np.ndarray],
    kernel: Kernel,
    points: np.ndarray | None,
    scales: tuple[np.ndarray, ...],
    fitted: DiffusionMap,
) -> Extension:
    """The extension of a map to new rows; `points` are the rows on which `kernel` is evaluated."""
    nodes, values = nodes_of(entries), fitted.eigenvalues_
    weights, vectors = entries["weights"][nodes], fitted.eigenvectors_[seen_rows(entries)]
    if "smallest_mass" in entries:
        smallest = entries["smallest_mass"].item()
        return SimilarityExtension(
            kernel, points, weights, values, vectors, scales, fitted.t, smallest
        )
    if "smallest_kept" in entries:
        return KeptMassExtension(
            kernel,
            points,
            weights,
            values,
            vectors,
            scales,
            fitted.t,
            share=entries["kept_mass"].item(),
            smallest_kept=entries["smallest_kept"],
            row_sums=entries["kept_sums"],
        )
    if "node" not in entries:
        return Extension(kernel, points, weights, values, vectors, scales, fitted.t)
    extension: Callable[..., GraphExtension] = GraphExtension
    if isinstance(cloud := fitted._cloud, SparseCloud):
        extension = partial(SparseGraphExtension, sparse_points=cloud.sparse_points[nodes])
    return extension(
        kernel,
        points,
        weights,
        values,
        vectors,
        scales,
        fitted.t,
        radii=entries["radii"][nodes],
        n_neighbors=entries["n_neighbors"].item(),
        row_sums=entries["row_sums"][nodes],
        node_of_row=entries["node"],
        approximate=fitted.approximate_neighbors,
    )
