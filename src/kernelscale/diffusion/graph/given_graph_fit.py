"""Diffusion maps of given graphs and given similarities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from ..._validation import check_count, check_graph, check_similarities, shown
from ...bandwidth.rule import Rule
from ...bandwidth.rules.fixed import Fixed
from ...bandwidth.rules.self_tuning import SelfTuning
from ...engine.plan import readable
from ...engine.resources import Resources
from ...kernels.gaussian import Gaussian
from ...kernels.graph_kernels import Given
from ...kernels.kernel import Kernel
from ...markov.out_of_sample.extension import Extension
from ...neighbor_graphs import (
    GraphExtension,
    GraphSpectrum,
    SimilarityExtension,
    given_lists,
    graph_spectrum,
    truncated_kernel,
)
from ...neighbor_graphs.edges import WEAKEST_EDGE
from ...neighbor_graphs.truncation import starts_of
from ...results import Bandwidth
from ..fitted_map import Fitted
from .edge_weights import bandwidth_of_edges, check_has_scales
from .graph_options import GraphOptions

__all__ = ["fit_given_graph", "fit_similarities"]

# Largest number of bytes in use for each entry (measured).
_BYTES_A_DISTANCE, _BYTES_A_SIMILARITY = 220, 120


def fit_given_graph(
    X: Any, rule: Rule | Bandwidth, options: GraphOptions, resources: Resources
) -> Fitted:
    """Fit a map to a sparse matrix of distances to neighbours."""
    _check_memory(X, _BYTES_A_DISTANCE, resources)
    graph = check_graph(X)
    _check_components(options, graph.shape[0])
    lists, radii = given_lists(graph, options.stated_neighbors)
    n_neighbors = int(np.diff(lists.indptr).max()) - 1
    if options.edge_weights == "bandwidth":
        bandwidth = _bandwidth_of_distances(rule, lists)
    else:
        bandwidth = bandwidth_of_edges(
            options.edge_weights, None, radii, n_neighbors, "precomputed"
        )
    K = truncated_kernel(lists, bandwidth.kernel)
    counts = np.ones(len(radii), dtype=np.int64)
    spectrum = graph_spectrum(
        K,
        bandwidth.kernel,
        counts,
        options.n_components,
        options.alpha,
        report=resources.report,
    )
    extension = GraphExtension(
        *_of_spectrum(spectrum, bandwidth),
        t=options.t,
        radii=radii,
        n_neighbors=n_neighbors,
        row_sums=spectrum.row_sums,
        node_of_row=np.arange(len(radii)),
    )
    return _fit(spectrum, bandwidth, extension, n_neighbors)


def fit_similarities(X: Any, options: GraphOptions, resources: Resources) -> Fitted:
    """Fit a map to the similarities of all pairs, dense or sparse."""
    _check_memory(X, _BYTES_A_SIMILARITY, resources)
    K = check_similarities(X)
    _check_components(options, K.shape[0])
    counts = np.ones(K.shape[0], dtype=np.int64)
    weakest = WEAKEST_EDGE * float(K.data.max())
    spectrum = graph_spectrum(
        K, Given(), counts, options.n_components, options.alpha, weakest, resources.report
    )
    reason = "Similarities were given, so there was no scale to choose."
    bandwidth = Bandwidth("given", None, Given(), reason)
    smallest = float(spectrum.row_sums.min())
    extension = SimilarityExtension(
        *_of_spectrum(spectrum, bandwidth), t=options.t, smallest_mass=smallest
    )
    return _fit(spectrum, bandwidth, extension)


def _check_memory(X: Any, bytes_an_entry: int, resources: Resources) -> None:
    """Refuse an input whose map would not fit the memory limit."""
    n_entries = int(np.size(X))  # for a sparse matrix, np.size is the number of stored entries
    needed, limit = bytes_an_entry * n_entries, resources.bytes_allowed
    if needed > limit:
        raise MemoryError(
            f"A map of {n_entries} given distances or similarities needs {readable(needed)}, but "
            f"memory_limit is {readable(limit)}; raise it or pass fewer entries in a sparse matrix."
        )


def _check_components(options: GraphOptions, n_samples: int) -> None:
    check_count(options.n_components, "n_components (below n_samples)", largest=n_samples - 1)


def _of_spectrum(
    spectrum: GraphSpectrum, bandwidth: Bandwidth
) -> tuple[Kernel, None, np.ndarray, np.ndarray, np.ndarray]:
    """The first arguments of an extension, which are the same for every class of extensions."""
    vectors = np.ascontiguousarray(spectrum.pairs.vectors[:, 1:])
    return bandwidth.kernel, None, spectrum.weights, spectrum.pairs.values[1:], vectors


def _fit(
    spectrum: GraphSpectrum,
    bandwidth: Bandwidth,
    extension: Extension,
    n_neighbors: int | None = None,
) -> Fitted:
    kernel, pairs, component_of = bandwidth.kernel, spectrum.pairs, spectrum.component_of
    return Fitted(bandwidth, kernel, None, pairs, component_of, extension, n_neighbors)


def _bandwidth_of_distances(rule: Rule | Bandwidth, lists: csr_array) -> Bandwidth:
    """The bandwidth as given, from a given number, or from the distances to neighbours."""
    if isinstance(rule, SelfTuning):
        return _self_tuned(rule, lists)
    if isinstance(rule, Fixed):
        kernel = Gaussian(rule.epsilon, metric="precomputed")
        return Bandwidth(rule.name, rule.epsilon, kernel, "Given as a number.")
    if isinstance(rule, Bandwidth) and rule.kernel.metric == "precomputed":
        _check_has_one_scale(rule)
        return rule
    raise ValueError(
        f"bandwidth={shown(rule)} chooses a scale from the distances of all pairs, but a given "
        f"graph has only a few of them; pass a number, 'self_tuning', or a Bandwidth chosen with "
        f"metric='precomputed', or set edge_weights to a value other than 'bandwidth'."
    )


def _self_tuned(rule: SelfTuning, lists: csr_array) -> Bandwidth:
    """Scales of rows from their lists of neighbours, in which each row itself comes first."""
    rule.check_neighbors(int(np.diff(lists.indptr).min()) - 1)
    ascending = lists.data[np.lexsort([lists.data, starts_of(lists)])]
    sigma = np.sqrt(ascending[lists.indptr[:-1] + rule.n_neighbors])
    check_has_scales(sigma)
    found = rule.with_scales(None, sigma)
    return replace(found, kernel=found.kernel.of_metric("precomputed"))


def _check_has_one_scale(bandwidth: Bandwidth) -> None:
    if bandwidth.kernel.scales_of_rows() is not None:
        raise ValueError(
            f"The bandwidth of {bandwidth.rule!r} has a scale for each row, chosen from all pairs; "
            f"for scales chosen from the graph pass edge_weights='self_tuned'."
        )
