"""Round clusters, whose spread a noise floor is easily taken for.

Clusters that spread alike in all directions leave a flat tail of principal variances too, below the
few directions in which their centres lie. But they are apart, so that a graph of nearest neighbours
has several components, and within one of them the directions above the floor spread no more than
those below it. A manifold under noise is connected, or spreads along itself.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from .noise_floor import NoiseFloor, without_noise
from .sample import Sample

__all__ = ["is_of_clusters"]

MOST_ROWS_SEEN = 100  # around which the spread is looked at
SHARE_OF_A_CLUSTER = 0.1  # of the rows: those nearest to one of a cluster belong to it too
SAME_SPREAD = 1.25  # of a variance to the floor's, up to which they are taken for equal


def is_of_clusters(sample: Sample, floor: NoiseFloor, n_neighbors: int) -> bool:
    """Whether a floor is the spread within round clusters, and no noise about a manifold.

    Parameters
    ----------
    sample : Sample
        The points.
    floor : NoiseFloor
        A floor that was found in them.
    n_neighbors : int
        Of each row in the graph whose components are counted.

    Examples
    --------
    Three clusters in six features, and a line in noise.

    >>> from kernelscale.intrinsic_dimension.noise_floor import find_noise_floor
    >>> random = np.random.default_rng(0)
    >>> noise = random.normal(size=(300, 6))
    >>> clusters = Sample(9 * random.normal(size=(3, 6)).repeat(100, axis=0) + noise)
    >>> line = Sample(np.linspace(-9, 9, 300)[:, None] @ random.normal(size=(1, 6)) + noise)
    >>> [is_of_clusters(it, find_noise_floor(it.points), 16) for it in (clusters, line)]
    [True, False]
    """
    return _n_components(sample, n_neighbors) > 1 and _is_round(sample.points, floor)


def _n_components(sample: Sample, n_neighbors: int) -> int:
    """Parts of the graph of nearest neighbours that no edge joins."""
    indices = sample.nearest(n_neighbors).indices
    ends = np.arange(0, indices.size + 1, n_neighbors)
    edges = np.ones(indices.size, bool), indices.ravel(), ends
    graph = csr_array(edges, shape=(sample.n_samples, sample.n_samples))
    n_components, _ = connected_components(graph, directed=False)
    return int(n_components)


def _is_round(points: np.ndarray, floor: NoiseFloor) -> bool:
    """Whether close together the directions above the floor spread no more than those below."""
    kept = without_noise(points, floor)
    n_nearest = max(2, int(SHARE_OF_A_CLUSTER * len(points)))
    spread = []
    for row in range(0, len(points), -(-len(points) // MOST_ROWS_SEEN)):
        squares = ((points - points[row]) ** 2).sum(axis=1)
        nearest = np.argpartition(squares, n_nearest - 1)[:n_nearest]
        spread.append(kept[nearest].var(axis=0, ddof=1).mean())
    return bool(np.median(spread) < SAME_SPREAD * floor.sd**2)
