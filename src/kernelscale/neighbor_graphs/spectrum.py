"""The walk on a sparse kernel: its components, and its leading eigenpairs."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, dia_array
from scipy.sparse.csgraph import connected_components

from ..kernels import Kernel
from ..markov import Eigenpairs, sparse_eigenpairs, waiting_walk
from ..markov.pieces import taken_off
from ..markov.row_products import Multiply
from ..markov.solver import unheard
from ..markov.sparse_graph import compact
from ..neighbors import WEAKEST_EDGE
from .truncated import starts_of

__all__ = ["GraphWalk", "graph_walk"]

FAINTEST = 1e-14  # of steps from i to j and back: less does not count in float64


@dataclass(frozen=True, eq=False)
class GraphWalk:
    """A walk on the nodes of a graph.

    Attributes
    ----------
    pairs : Eigenpairs
        Its leading eigenpairs, largest first, not in magnitude; `stationary` of a node is that of
        all rows there.
    row_sums : ndarray of shape (n_nodes,)
        ``q_i = sum_j K_ij`` over all rows j.
    weights : ndarray of shape (n_nodes,)
        w_i of the walk, ``q_i^-alpha`` of most kernels.
    parts : ndarray of shape (n_nodes,)
        Number of each node's component, edges of at least the weakest that joins.
    """

    pairs: Eigenpairs
    row_sums: np.ndarray
    weights: np.ndarray
    parts: np.ndarray


def graph_walk(
    K: csr_array,
    kernel: Kernel,
    copies: np.ndarray,
    n_pairs: int,
    alpha: float,
    weakest: float = WEAKEST_EDGE,
    report: Callable[[str, int, int], None] | None = None,
    multiply: Multiply = operator.matmul,
) -> GraphWalk:
    """The walk on all rows of a graph, computed on its nodes.

    With m_i rows at node i, the walk on rows has the eigenpairs of the walk of ``m_i K_ij m_j w_i
    w_j`` on nodes, and others that are 0 but within nodes; as many rows of a node have one place in
    it. A kernel whose walk waits has no row for its own neighbour, but its copies.

    Parameters
    ----------
    K : csr_array of shape (n_nodes, n_nodes)
        Symmetric, not negative, no row without a positive value.
    kernel : Kernel
        What K holds values of; it weights the walk.
    copies : ndarray of shape (n_nodes,)
        How many rows each node stands for.
    n_pairs : int
        Pairs wanted beside the trivial one, below the number of nodes.
    alpha : float
        Power of the density that is taken out.
    weakest : float
        A smaller value does not join two rows.
    report : callable, optional
        Told the stage, what is done and what there is to do.
    multiply : callable
        As in `sparse_eigenpairs`.

    Returns
    -------
    GraphWalk
        The walk.

    Examples
    --------
    A path of three rows, and the same with two rows at one end: the walk is there more often.

    >>> from kernelscale.kernels import Unit
    >>> K = csr_array(np.array([[1.0, 1, 0], [1, 1, 1], [0, 1, 1]]))
    >>> for copies in ([1, 1, 1], [1, 1, 2]):
    ...     graph_walk(K, Unit(), np.array(copies), 1, 0.0).pairs.stationary.round(2)
    array([0.29, 0.43, 0.29])
    array([0.17, 0.33, 0.5 ])
    """
    tell = report or unheard
    tell("walk", 0, 1)
    K = compact(K)
    parts = connected_components(_at_least(K, K.data, weakest), directed=False)[1]
    weighted, weights = _weighted(K, kernel, copies, alpha)
    tell("walk", 1, 1)
    pairs = _eigenpairs(weighted, n_pairs, report, multiply)
    return GraphWalk(pairs, K @ copies.astype(float), weights, parts)


def _weighted(
    K: csr_array, kernel: Kernel, copies: np.ndarray, alpha: float
) -> tuple[csr_array, np.ndarray]:
    """The kernel of the walk on nodes, and its weights."""
    if kernel.moves is not None:
        K = _of_others(K, copies)
    weights = kernel.operator_weights(K @ copies.astype(float), alpha)
    if kernel.moves is not None:
        return compact(waiting_walk(K, copies * weights, kernel.moves)), weights
    on_nodes = dia_array((copies * weights, 0), shape=K.shape)
    return compact(csr_array(on_nodes @ K @ on_nodes)), weights


def _of_others(K: csr_array, copies: np.ndarray) -> csr_array:
    """The kernel in which a row has no edge to itself, but for what just does not join two rows."""
    of_copies = (copies - 1 + WEAKEST_EDGE) / copies * K.diagonal()
    others = K.copy()
    others.setdiag(of_copies)
    return others


def _at_least(K: csr_array, values: np.ndarray, smallest: float) -> csr_array:
    """The graph of entries whose value is so large."""
    kept = values >= smallest
    if kept.all():
        return K
    starts = starts_of(K)[kept]
    return compact(csr_array((values[kept], (starts, K.indices[kept])), shape=K.shape))


def _seen(K: csr_array, degrees: np.ndarray) -> csr_array:
    """The graph of steps that count in float64."""
    if K.data.min() >= FAINTEST * degrees.max():
        return K
    return _at_least(K, K.data / np.sqrt(degrees[starts_of(K)] * degrees[K.indices]), FAINTEST)


def _eigenpairs(
    K: csr_array,
    n_pairs: int,
    report: Callable[[str, int, int], None] | None,
    multiply: Multiply,
) -> Eigenpairs:
    """Leading eigenpairs, each component on its own where there are several.

    There eigenvalue 1 repeats, and the coordinates that belong to it take off one component after
    the other, heaviest first. All others live on one component each.
    """
    degrees = K.sum(axis=1)
    n_parts, parts = connected_components(_seen(K, degrees), directed=False)
    if n_parts == 1:
        return sparse_eigenpairs(K, n_pairs, report=report, multiply=multiply)
    stationary = degrees / degrees.sum()
    masses = np.bincount(parts, weights=stationary)
    n_ones = min(n_parts - 1, n_pairs)
    values, vectors = np.ones(1 + n_pairs), np.zeros((len(degrees), 1 + n_pairs))
    vectors[:, 0] = 1.0
    vectors[:, 1 : 1 + n_ones] = taken_off(masses, n_ones)[parts]
    found: list[tuple[float, np.ndarray, np.ndarray]] = []
    for part in range(n_parts if n_ones < n_pairs else 0):
        rows = np.flatnonzero(parts == part)
        own = min(n_pairs - n_ones, len(rows) - 1)
        if own:
            part_of_K = csr_array(K[rows][:, rows])
            pairs = sparse_eigenpairs(part_of_K, own, report=report, multiply=multiply)
            scaled = pairs.vectors / np.sqrt(masses[part])
            found += [(pairs.values[k], rows, scaled[:, k]) for k in range(1, own + 1)]
    found.sort(key=lambda pair: -pair[0])
    for k, (value, rows, vector) in enumerate(found[: n_pairs - n_ones], start=1 + n_ones):
        values[k], vectors[rows, k] = value, vector
    return Eigenpairs(values, vectors, stationary)
