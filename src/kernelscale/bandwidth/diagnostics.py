"""Numbers that describe a kernel on a point cloud, computed identically for every rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import entr

from ..data import PointCloud
from ..engine.arithmetic.exponential import FLOOR
from ..engine.statistics import RowSums
from ..kernels.kernel import Kernel
from ..markov.continuation import Continuation
from ..markov.dense import leading_eigenpairs
from ..markov.eigenpairs import Eigenpairs
from ..markov.lazy_kernel import lazy_kernel
from ..markov.operator import operator_of_kernel
from ..markov.participation import participation
from ..neighbor_graphs.edges import WEAKEST_EDGE, components, spanning_forest

__all__ = [
    "EIGENGAP_ROWS",
    "Diagnosis",
    "component_sizes",
    "connected_from",
    "diagnose",
]

EIGENGAP_ROWS = 5000
ENTROPY_ROWS = 1000
PAIRS_AT_ONCE = 400_000
STEP = 0.01  # step of log eps; the error of a slope from five points is of order STEP^4
SHOWN = 2  # number of coordinates that a picture shows


@dataclass(frozen=True)
class Diagnosis:
    """Numbers that describe a kernel on a point cloud, as in `results.ComparisonRow`."""

    position: float | None
    implied_dimension: float | None
    n_connected_components: int | None  # None if rows are read in blocks
    n_isolated: int  # n_connected_components - 1 if all but the largest are isolated rows; else 0
    effective_neighbors: float
    eigengap: float | None
    participation: float | None = None


def diagnose(cloud: PointCloud, kernel: Kernel) -> Diagnosis:
    """Compute the numbers that describe a kernel on a cloud.

    Parameters
    ----------
    cloud : PointCloud
        The points.
    kernel : Kernel
        The kernel. Only a Gaussian kernel has a position and an implied dimension.

    Returns
    -------
    Diagnosis
        With N_C classes the eigengap is lambda_{N_C} - lambda_{N_C + 1} (Ge); without labels it is
        1 - lambda_2. The eigengap and the participation need a decomposition. They are None above
        `EIGENGAP_ROWS` rows, if rows are read in blocks, or if the decomposition does not fit the
        memory limit (1 GiB is enough for 4729 rows).

    Raises
    ------
    ValueError
        If the kernel was made for other rows, or its values are not similarities.
    """
    kernel, cloud, _ = kernel.for_rows(cloud)
    position = dimension = None
    if (epsilon := kernel.gaussian_scale) is not None:
        low, high = np.log(cloud.scale_range)
        position = float((np.log(epsilon) - low) / (high - low))
        dimension = float(cloud.curve(np.array([epsilon])).dimension[0])
    sizes = component_sizes(cloud, kernel) if cloud.holds_rows else None
    fits = cloud.n_samples <= min(EIGENGAP_ROWS, cloud.largest_dense())
    pairs = _leading_pairs(cloud, kernel) if fits and cloud.holds_rows else None
    return Diagnosis(
        position,
        dimension,
        None if sizes is None else len(sizes),
        0 if sizes is None else _n_isolated(sizes),
        _effective_neighbors(cloud, kernel),
        None if pairs is None else pairs.eigengap(max(cloud.n_classes, 1)),
        None if pairs is None else _least_participation(_pairs_of_map(cloud, kernel, pairs), cloud),
    )


def _n_isolated(sizes: np.ndarray) -> int:
    return len(sizes) - 1 if np.all(sizes[1:] == 1) else 0


def component_sizes(cloud: PointCloud, kernel: Kernel) -> np.ndarray:
    """Numbers of points in the connected components of the neighbour graph, descending.

    The graph has edges from each row to its 16 nearest neighbours. If these edges leave several
    components, the shortest edges between the components are added. Only edges with K_ij >= 1e-8
    are kept, so the graph has several components at small scales. Exact duplicates count as one
    point; otherwise all neighbours of a row with many duplicates would be its duplicates.
    """
    edges = cloud.distinct.linked_edges
    rows = cloud.distinct_rows
    weights = kernel.edge_values(rows[edges.starts], rows[edges.ends], edges.lengths)
    kept = edges.chosen(weights >= WEAKEST_EDGE)
    return np.sort(np.bincount(components(cloud.distinct.n_samples, kept)))[::-1]


def connected_from(cloud: PointCloud) -> float:
    """The smallest epsilon of a Gaussian at which the graph of `component_sizes` is connected.

    At this epsilon the kernel value of the longest edge of the graph's spanning tree is 1e-8.
    """
    forest = spanning_forest(cloud.distinct.n_samples, cloud.distinct.linked_edges)
    return float(-forest.lengths[-1] / (2 * np.log(WEAKEST_EDGE)))


def _effective_neighbors(cloud: PointCloud, kernel: Kernel) -> float:
    """Median over rows i of exp(entropy of P_ij over j != i), which is 0 for an isolated row.

    If there are more than `ENTROPY_ROWS` rows, this number of rows i is drawn at random.
    """
    n_rows = min(ENTROPY_ROWS, cloud.n_samples)
    rows = np.sort(np.random.default_rng(0).choice(cloud.n_samples, n_rows, replace=False))
    if kernel.gaussian_scale is not None:
        return float(np.median(_perplexities_at(cloud, kernel.gaussian_scale, rows)))
    n_blocks = -(-n_rows * cloud.n_samples // PAIRS_AT_ONCE)
    blocks = np.array_split(rows, min(n_blocks, n_rows))
    kernels = (kernel.values(cloud.squared_distances_from(block)) for block in blocks)
    counts = [_perplexities(K, block) for K, block in zip(kernels, blocks, strict=True)]
    return float(np.median(np.concatenate(counts)))


def _perplexities_at(cloud: PointCloud, epsilon: float, rows: np.ndarray) -> np.ndarray:
    """Exponential of each row's entropy ``log S_i + dlog S_i / dlog eps``; S_i is the row's sum."""
    sums = cloud.reduce(RowSums(epsilon * np.exp(STEP * np.arange(-2, 3))), rows)
    isolated = sums[:, 0] < FLOOR * cloud.n_samples
    logarithms = np.log(np.where(isolated[:, None], 1.0, sums))
    slopes = logarithms @ np.array([1, -8, 0, 8, -1]) / (12 * STEP)
    return np.where(isolated, 0.0, np.exp(logarithms[:, 2] + slopes))


def _perplexities(K: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Exponential of each row's entropy, from kernel values of these rows with all rows."""
    K[np.arange(len(rows)), rows] = 0.0
    K[K < FLOOR] = 0.0
    total = K.sum(axis=1)
    isolated = total == 0
    probabilities = K / np.where(isolated, 1.0, total)[:, None]
    return np.where(isolated, 0.0, np.exp(entr(probabilities).sum(axis=1)))


def _leading_pairs(cloud: PointCloud, kernel: Kernel) -> Eigenpairs | None:
    """The trivial eigenpair and at most max(n_classes, 2) others."""
    if max(cloud.n_classes, 1) >= cloud.n_samples:
        return None
    n_pairs = min(max(cloud.n_classes, SHOWN), cloud.n_samples - 1)
    if kernel.gaussian_scale is not None:
        return cloud.continuation.at(kernel.gaussian_scale, n_pairs)
    # The largest eigenvalues, not the largest in magnitude: Ge is defined by them for every kernel.
    return _pairs_of(kernel.values(cloud.squared_distances), n_pairs)


def _pairs_of(K: np.ndarray, n_pairs: int) -> Eigenpairs:
    continuation = Continuation(
        lambda epsilon: operator_of_kernel(K),
        lambda epsilon, n_pairs: leading_eigenpairs(K, n_pairs),
        len(K),
    )
    return continuation.at(1.0, n_pairs)


def _pairs_of_map(cloud: PointCloud, kernel: Kernel, pairs: Eigenpairs) -> Eigenpairs:
    """Eigenpairs of a `DiffusionMap`'s operator; for some kernels it is lazy (`lazy_kernel`)."""
    if (moves := kernel.moves) is None:
        return pairs
    K = kernel.values(cloud.squared_distances)
    np.fill_diagonal(K, WEAKEST_EDGE)
    weights = kernel.operator_weights(K.sum(axis=1), 0.0)
    return _pairs_of(lazy_kernel(K, weights, moves), len(pairs.values) - 1)


def _least_participation(pairs: Eigenpairs, cloud: PointCloud) -> float:
    """The least participation of the first max(n_classes - 1, 2) coordinates."""
    leading = pairs.vectors[:, 1 : 1 + max(cloud.n_classes - 1, SHOWN)]
    return float(participation(leading, pairs.stationary).min())
