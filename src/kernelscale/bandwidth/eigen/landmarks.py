"""Landmarks: rows of which eigenvectors are computed, and other rows embedded among them.

The Nystrom extension gives each other row coordinates that are averages over the landmarks near
it, so a criterion that uses coordinates is computed on many more rows than a matrix could hold.
"""

from __future__ import annotations

import numpy as np

from ...data import PointCloud
from ...kernels.kernel import Kernel
from ...markov.eigenpairs import Eigenpairs
from ...markov.out_of_sample.averages import operator_averages
from ..subsampling import stratified_rows

__all__ = ["EmbeddedRows"]

EMBEDDED_ROWS = 5000  # at most; a criterion on 5000 rows is near that on all rows
ROWS_AT_ONCE = 500
SMALLEST_EIGENVALUE = 1e-8  # divisors are at least this; coordinates are multiplied by it again


class EmbeddedRows:
    """Rows of a cloud that are embedded among landmarks.

    Parameters
    ----------
    cloud : PointCloud
        All rows, with labels.
    landmarks : PointCloud
        Some of them, as `PointCloud.restricted` makes it.
    n_rows : int
        How many rows to embed.

    Attributes
    ----------
    cloud : PointCloud
        The rows that are embedded; every class keeps its share.
    """

    def __init__(self, cloud: PointCloud, landmarks: PointCloud, n_rows: int) -> None:
        assert landmarks.rows is not None
        rows = np.arange(cloud.n_samples)
        if n_rows < len(rows):
            rows = np.sort(stratified_rows(cloud, n_rows, np.random.default_rng(0)))
        self.cloud = cloud.restricted(rows)
        self._distances = np.empty((len(rows), landmarks.n_samples), dtype=np.float32)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            block = slice(start, start + ROWS_AT_ONCE)
            self._distances[block] = cloud.squared_distances_between(rows[block], landmarks.rows)

    @staticmethod
    def affordable(cloud: PointCloud, n_landmarks: int, n_vectors: int) -> int:
        """How many rows to embed: all, at most `EMBEDDED_ROWS`, as a third of memory allows."""
        # Distances and two arrays like them, in float32, and the vectors of all scales.
        a_row = 12 * n_landmarks + 8 * n_vectors
        return min(cloud.n_samples, EMBEDDED_ROWS, cloud.memory_limit // (3 * a_row))

    def extended(self, pairs: Eigenpairs, kernel: Kernel) -> Eigenpairs:
        """The landmarks' eigenpairs of a kernel, with their vectors extended to these rows."""
        exponents = kernel.log_values(self._distances)
        weights = np.ones(exponents.shape[1], dtype=np.float32)
        vectors = pairs.vectors.astype(np.float32)
        averages = operator_averages(exponents, weights, vectors, self._distances).values
        vectors = averages.astype(float) / np.maximum(pairs.values, SMALLEST_EIGENVALUE)
        return Eigenpairs(pairs.values, vectors, np.full(len(vectors), 1 / len(vectors)))
