"""Rows that are embedded among landmarks.

Eigenvectors are computed for the landmarks only. By the Nystrom extension, the coordinates of any
other row are averages over nearby landmarks. So a criterion that uses coordinates can be computed
on many more rows than there are landmarks.
"""

from __future__ import annotations

import numpy as np

from ...data import PointCloud
from ...kernels.kernel import Kernel
from ...markov.eigenpairs import Eigenpairs
from ...markov.out_of_sample.averages import operator_averages
from ..subsampling import stratified_rows

__all__ = ["EmbeddedRows"]

# Largest number of embedded rows; a criterion on them is nearly the same as on all rows.
EMBEDDED_ROWS = 5000
ROWS_AT_ONCE = 500
SMALLEST_EIGENVALUE = 1e-8  # smallest number by which the Nystrom extension divides


class EmbeddedRows:
    """Rows of a cloud, with their distances to landmarks.

    Parameters
    ----------
    cloud : PointCloud
        All rows, with labels.
    landmarks : PointCloud
        The landmarks, a subset of the rows made by `PointCloud.restricted`.
    n_rows : int
        Number of rows to embed.

    Attributes
    ----------
    cloud : PointCloud
        The rows that are embedded. Each class has nearly the same share of them as of all rows.
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
        """The number of rows, at most `EMBEDDED_ROWS`, that fit a third of the memory limit."""
        # A row needs entries in three float32 arrays of distances, and in the vectors at all
        # scales.
        a_row = 12 * n_landmarks + 8 * n_vectors
        return min(cloud.n_samples, EMBEDDED_ROWS, cloud.memory_limit // (3 * a_row))

    def extended(self, pairs: Eigenpairs, kernel: Kernel) -> Eigenpairs:
        """The eigenpairs of a kernel on the landmarks, with vectors extended to embedded rows."""
        exponents = kernel.log_values(self._distances)
        weights = np.ones(exponents.shape[1], dtype=np.float32)
        vectors = pairs.vectors.astype(np.float32)
        averages = operator_averages(exponents, weights, vectors, self._distances).values
        vectors = averages.astype(float) / np.maximum(pairs.values, SMALLEST_EIGENVALUE)
        return Eigenpairs(pairs.values, vectors, np.full(len(vectors), 1 / len(vectors)))
