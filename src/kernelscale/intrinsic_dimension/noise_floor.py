"""The noise floor: noise of equal variance in many directions, found from principal variances.

Independent noise of variance v makes the smallest principal variances nearly equal. For q
directions and n points they lie between ``v (1 - sqrt(q/n))^2`` and ``v (1 + sqrt(q/n))^2``, up to
fluctuations at the ends (Marchenko and Pastur 1967). Variances that come from curvature are not
nearly equal. So if the smallest variances are nearly equal (a flat tail) and well below the other
variances, they come from noise, or from the variance within round clusters. After the directions of
noise are projected out, the manifold is left, together with the noise along the manifold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..distances import centred_points
from ..engine.machine.blas import one_blas_thread

__all__ = ["NoiseFloor", "find_noise_floor", "is_of_clusters", "without_noise"]

FEWEST_DIRECTIONS = 3  # least number of directions of noise: two variances may be equal by chance
SMALLEST_GAP = 4.0  # least ratio of the variance before the tail to the variance of the noise
EDGE_WIDTH = 8.0  # allowed fluctuation of the ends of the tail, in units of n^(-2/3)
MOST_ROWS = 100  # largest number of rows around which variances are measured
SHARE_OF_A_CLUSTER = 0.1  # share of the rows that are assumed to be in the same cluster as a row
SAME_SPREAD = 1.25  # a variance below this multiple of the noise's variance counts as equal to it


class NoiseFloor(NamedTuple):
    """The principal directions that are considered noise.

    Attributes
    ----------
    n_kept : int
        Number of leading principal directions above the noise.
    sd : float
        Standard deviation of the noise along one direction, in units of the data; 0 without noise.
    n_directions : int
        Number of directions of noise.
    """

    n_kept: int
    sd: float
    n_directions: int

    @property
    def distance(self) -> float:
        """Root mean squared distance of two points that differ only by this noise."""
        return float(self.sd * np.sqrt(2 * self.n_directions))


def find_noise_floor(points: np.ndarray) -> NoiseFloor:
    """The longest flat tail of the principal variances, if it is well below the other variances.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        The points.

    Examples
    --------
    A line in ten features with independent noise.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> line = random.uniform(-1, 1, (500, 1)) @ random.normal(size=(1, 10))
    >>> floor = find_noise_floor(line + 0.05 * random.normal(size=(500, 10)))
    >>> floor.n_kept, floor.n_directions, round(floor.sd, 2)
    (1, 9, 0.05)
    """
    variances = _principal_axes(points)[0]
    n_kept = _first_of_flat_tail(variances, len(points))
    n_directions = len(variances) - n_kept
    floor = float(variances[n_kept:].mean()) if n_directions else 0.0
    if n_kept == 0 or n_directions == 0 or variances[n_kept - 1] < SMALLEST_GAP * floor:
        return NoiseFloor(len(variances), 0.0, 0)
    return NoiseFloor(n_kept, float(np.sqrt(floor)), n_directions)


def without_noise(points: np.ndarray, floor: NoiseFloor) -> np.ndarray:
    """The points in the `n_kept` directions above the noise; unchanged if there is no noise."""
    if not floor.n_directions:
        return points
    axes = _principal_axes(points)[1][: floor.n_kept]
    with one_blas_thread():
        return np.ascontiguousarray(centred_points(points) @ axes.T)


def _principal_axes(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nonzero principal variances, descending, and their axes as the rows of a matrix."""
    with one_blas_thread():
        _, values, axes = np.linalg.svd(centred_points(points), full_matrices=False)
    used = values > 1e-6 * values[0]
    return values[used] ** 2 / len(points), axes[used]


def _first_of_flat_tail(variances: np.ndarray, n_samples: int) -> int:
    """Index at which the longest flat tail begins; the number of variances if there is none."""
    slack = EDGE_WIDTH * n_samples ** (-2 / 3)
    for first in range(len(variances) - FEWEST_DIRECTIONS + 1):
        tail = variances[first:]
        edge = np.sqrt(len(tail) / n_samples)
        high, low = (1 + edge) ** 2 * (1 + slack), max(0.0, 1 - edge) ** 2 * (1 - slack)
        if low * tail.mean() <= tail[-1] and tail[0] <= high * tail.mean():
            return first
    return len(variances)


def is_of_clusters(points: np.ndarray, neighbors: np.ndarray, floor: NoiseFloor) -> bool:
    """Whether a noise floor comes from round clusters rather than from noise around a manifold.

    Round clusters also have a flat tail of principal variances, below the variances of the few
    directions in which their centres lie. They have two properties that a manifold with noise does
    not have together. First, their graph of nearest neighbours has several components. Second,
    within a cluster the variances along the leading directions are no larger than along the
    directions of the floor.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        The points.
    neighbors : ndarray of int of shape (n_samples, n_neighbors)
        The nearest neighbours of each point, which define the graph.
    floor : NoiseFloor
        The noise floor of the points.

    Examples
    --------
    Three clusters in six features, and a line with noise.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import NearestOthers
    >>> random = np.random.default_rng(0)
    >>> noise = random.normal(size=(300, 6))
    >>> clusters = 9 * random.normal(size=(3, 6)).repeat(100, axis=0) + noise
    >>> line = np.linspace(-9, 9, 300)[:, None] @ random.normal(size=(1, 6)) + noise
    >>> for points in (clusters, line):
    ...     neighbors = reduce(points, NearestOthers(16)).indices
    ...     print(is_of_clusters(points, neighbors, find_noise_floor(points)))
    True
    False
    """
    return _n_connected(neighbors) > 1 and _is_round(points, floor)


def _n_connected(neighbors: np.ndarray) -> int:
    """Number of components of the graph of nearest neighbours."""
    n_samples, n_neighbors = neighbors.shape
    ends = np.arange(0, neighbors.size + 1, n_neighbors)
    edges = np.ones(neighbors.size, bool), neighbors.ravel(), ends
    graph = csr_array(edges, shape=(n_samples, n_samples))
    n_connected, _ = connected_components(graph, directed=False)
    return int(n_connected)


def _is_round(points: np.ndarray, floor: NoiseFloor) -> bool:
    """Whether near rows vary no more along the leading directions than along those of the floor."""
    kept = without_noise(points, floor)
    n_nearest = max(2, int(SHARE_OF_A_CLUSTER * len(points)))
    spread = []
    for row in range(0, len(points), -(-len(points) // MOST_ROWS)):
        squares = ((points - points[row]) ** 2).sum(axis=1)
        nearest = np.argpartition(squares, n_nearest - 1)[:n_nearest]
        spread.append(kept[nearest].var(axis=0, ddof=1).mean())
    return bool(np.median(spread) < SAME_SPREAD * floor.sd**2)
