"""The operator of a sparse kernel: its components, and its leading eigenpairs."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, dia_array
from scipy.sparse.csgraph import connected_components

from ..kernels.kernel import Kernel
from ..markov.eigenpairs import Eigenpairs, separating_vectors
from ..markov.krylov.krylov_solver import no_report
from ..markov.lazy_kernel import lazy_kernel
from ..markov.sparse.graph import compact
from ..markov.sparse.graph_solver import sparse_eigenpairs
from ..markov.sparse.row_products import Multiply
from .edges import WEAKEST_EDGE
from .truncation import starts_of

__all__ = ["GraphSpectrum", "graph_spectrum"]

SMALLEST_STEP = 1e-14  # smaller entries of the symmetric operator count as rounding errors


@dataclass(frozen=True, eq=False)
class GraphSpectrum:
    """Components and leading eigenpairs of the operator on the nodes of a graph.

    All duplicates of a row are one node.

    Attributes
    ----------
    pairs : Eigenpairs
        Leading eigenpairs, ordered by value, not by magnitude; the `stationary` value of a node is
        the sum over its rows.
    row_sums : ndarray of shape (n_nodes,)
        ``q_i = sum_j K_ij`` over all rows j, not nodes.
    weights : ndarray of shape (n_nodes,)
        The weights w_i of the operator, ``q_i^-alpha`` for most kernels.
    component_of : ndarray of shape (n_nodes,)
        The index of each node's component, in the graph of edges with values of at least the
        argument `weakest` of `graph_spectrum`.
    """

    pairs: Eigenpairs
    row_sums: np.ndarray
    weights: np.ndarray
    component_of: np.ndarray


def graph_spectrum(
    K: csr_array,
    kernel: Kernel,
    counts: np.ndarray,
    n_pairs: int,
    alpha: float,
    weakest: float = WEAKEST_EDGE,
    report: Callable[[str, int, int], None] | None = None,
    multiply: Multiply = operator.matmul,
) -> GraphSpectrum:
    """The spectrum of the operator on all rows of a graph, computed on its nodes.

    With m_i rows at node i, the operator on rows has the eigenpairs of the operator of
    ``m_i K_ij m_j w_i w_j`` on nodes; the other eigenvalues of the operator on rows are 0. A kernel
    may define a lazy walk, which stays in a row with a given probability. Then a row is not its own
    neighbour, but its duplicates are its neighbours.

    Parameters
    ----------
    K : csr_array of shape (n_nodes, n_nodes)
        A symmetric and nonnegative matrix, with a positive value in each row.
    kernel : Kernel
        The kernel with the values K, which gives the weights.
    counts : ndarray of shape (n_nodes,)
        Number of rows of each node.
    n_pairs : int
        Number of nontrivial pairs, below the number of nodes.
    alpha : float
        As in `DiffusionMap`.
    weakest : float
        Kernel values below this number do not connect two rows.
    report : callable, optional
        Called with the progress, ``report(stage, done, total)``.
    multiply : callable
        As in `sparse_eigenpairs`.

    Returns
    -------
    GraphSpectrum
        Components and eigenpairs.

    Examples
    --------
    A path of three nodes: with two rows at one end node, the probability of this node increases.

    >>> from kernelscale.kernels.graph_kernels import Unit
    >>> K = csr_array(np.array([[1.0, 1, 0], [1, 1, 1], [0, 1, 1]]))
    >>> for counts in ([1, 1, 1], [1, 1, 2]):
    ...     graph_spectrum(K, Unit(), np.array(counts), 1, 0.0).pairs.stationary.round(2)
    array([0.29, 0.43, 0.29])
    array([0.17, 0.33, 0.5 ])
    """
    report = report or no_report
    report("operator", 0, 1)
    K = compact(K)
    component_of = connected_components(_at_least(K, K.data, weakest), directed=False)[1]
    weighted, weights = _weighted(K, kernel, counts, alpha)
    report("operator", 1, 1)
    pairs = _eigenpairs(weighted, n_pairs, report, multiply)
    return GraphSpectrum(pairs, K @ counts.astype(float), weights, component_of)


def _weighted(
    K: csr_array, kernel: Kernel, counts: np.ndarray, alpha: float
) -> tuple[csr_array, np.ndarray]:
    """The weighted kernel on nodes, and its weights."""
    if kernel.moves is not None:
        K = _of_others(K, counts)
    weights = kernel.operator_weights(K @ counts.astype(float), alpha)
    if kernel.moves is not None:
        return compact(lazy_kernel(K, counts * weights, kernel.moves)), weights
    on_nodes = dia_array((counts * weights, 0), shape=K.shape)
    return compact(csr_array(on_nodes @ K @ on_nodes)), weights


def _of_others(K: csr_array, counts: np.ndarray) -> csr_array:
    """The kernel in which a row is not its own neighbour, but the other rows of its node are."""
    of_duplicates = (counts - 1 + WEAKEST_EDGE) / counts * K.diagonal()
    others = K.copy()
    others.setdiag(of_duplicates)
    return others


def _at_least(K: csr_array, values: np.ndarray, smallest: float) -> csr_array:
    """The graph of the entries whose `values` are at least `smallest`."""
    kept = values >= smallest
    if kept.all():
        return K
    starts = starts_of(K)[kept]
    return compact(csr_array((values[kept], (starts, K.indices[kept])), shape=K.shape))


def _without_rounding(K: csr_array, degrees: np.ndarray) -> csr_array:
    """The graph without entries that are rounding errors in float64."""
    if K.data.min() >= SMALLEST_STEP * degrees.max():
        return K
    return _at_least(K, K.data / np.sqrt(degrees[starts_of(K)] * degrees[K.indices]), SMALLEST_STEP)


def _eigenpairs(
    K: csr_array,
    n_pairs: int,
    report: Callable[[str, int, int], None],
    multiply: Multiply,
) -> Eigenpairs:
    """Leading eigenpairs, computed component by component if there are several.

    With several components eigenvalue 1 repeats, and its eigenvectors separate one component after
    another, beginning with the heaviest. All other eigenvectors are 0 outside one component.
    """
    degrees = K.sum(axis=1)
    n_connected, component_of = connected_components(_without_rounding(K, degrees), directed=False)
    if n_connected == 1:
        return sparse_eigenpairs(K, n_pairs, report=report, multiply=multiply)
    stationary = degrees / degrees.sum()
    masses = np.bincount(component_of, weights=stationary)
    n_ones = min(n_connected - 1, n_pairs)
    values, vectors = np.ones(1 + n_pairs), np.zeros((len(degrees), 1 + n_pairs))
    vectors[:, 0] = 1.0
    vectors[:, 1 : 1 + n_ones] = separating_vectors(masses, n_ones)[component_of]
    found: list[tuple[float, np.ndarray, np.ndarray]] = []
    for component in range(n_connected if n_ones < n_pairs else 0):
        rows = np.flatnonzero(component_of == component)
        own = min(n_pairs - n_ones, len(rows) - 1)
        if own:
            own_kernel = csr_array(K[rows][:, rows])
            pairs = sparse_eigenpairs(own_kernel, own, report=report, multiply=multiply)
            scaled = pairs.vectors / np.sqrt(masses[component])
            found += [(pairs.values[k], rows, scaled[:, k]) for k in range(1, own + 1)]
    found.sort(key=lambda pair: -pair[0])
    for k, (value, rows, vector) in enumerate(found[: n_pairs - n_ones], start=1 + n_ones):
        values[k], vectors[rows, k] = value, vector
    return Eigenpairs(values, vectors, stationary)
