"""The points as every dimension estimator sees them: distinct, without idle features, of full rank.

An exact duplicate is at distance 0 and would be infinitely dense; a constant feature adds nothing;
and points span no more dimensions than their rank, which bounds every estimate. All three are
taken care of once, and the nearest neighbours are shared by all estimators.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._cached import cached_property
from .._validation import check_points
from ..distances import centred_points
from ..engine import NearestOthers
from ..engine.blas import one_blas_thread
from ..engine.statistics import Neighbors
from ..point_cloud import PointCloud

__all__ = ["Sample"]


class Sample:
    """Distinct points, rotated into as many coordinates as they span.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        The points. They may all be the same, or only one.
    **engine_options
        `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `engine.reduce`.
    """

    def __init__(self, X: Any, **engine_options: Any) -> None:
        self.given = check_points(X, min_rows=1, distinct=False)
        self.n_rows, self.n_features = self.given.shape
        self._options = engine_options
        self._neighbors: Neighbors | None = None

    def part(self, rows: np.ndarray) -> Sample:
        """Some of the rows as a sample of their own."""
        return self.replaced(self.given[rows])

    def replaced(self, points: np.ndarray) -> Sample:
        """Other points as a sample with the same options."""
        return Sample(points, **{**self._options, "progress": None})

    @cached_property
    def rows(self) -> np.ndarray:
        """Numbers of the rows that do not repeat an earlier one, ascending."""
        return np.sort(np.unique(self.given, axis=0, return_index=True)[1])

    @cached_property
    def points(self) -> np.ndarray:
        """The distinct points, of shape (n_samples, rank)."""
        return _rotated(self.given[self.rows])

    @property
    def n_samples(self) -> int:
        """Number of distinct points."""
        return len(self.rows)

    @property
    def n_dropped(self) -> int:
        """Rows that repeat an earlier one exactly."""
        return self.n_rows - self.n_samples

    @property
    def rank(self) -> int:
        """Dimension of the space the points span: no estimate can be larger."""
        return self.points.shape[1] if self.n_samples > 1 else 0

    @cached_property
    def cloud(self) -> PointCloud:
        """The distinct points and everything that is known of their pairs."""
        return PointCloud(self.points, **self._options)

    def nearest(self, n_neighbors: int) -> Neighbors:
        """Squared distances and indices of the nearest other points, (n_samples, n_neighbors)."""
        if n_neighbors >= self.n_samples:
            raise ValueError(
                f"{n_neighbors} neighbours of each point are needed, but there are only "
                f"{self.n_samples} distinct rows; pass more rows or ask for fewer neighbours."
            )
        kept = self._neighbors
        if kept is None or kept.indices.shape[1] < n_neighbors:
            kept = self._neighbors = self.cloud.reduce(NearestOthers(n_neighbors))
        return Neighbors(*(part[:, :n_neighbors] for part in kept))

    def in_rows(self, values: np.ndarray) -> np.ndarray:
        """Values of distinct points as values of all rows; NaN for rows that were dropped."""
        of_rows = np.full(self.n_rows, np.nan)
        of_rows[self.rows] = values
        return of_rows


def _rotated(points: np.ndarray) -> np.ndarray:
    """The same points, to rounding, in as many coordinates as they span."""
    centred = centred_points(points[:, np.ptp(points, axis=0) > 0])
    if centred.shape[1] == 0:
        return np.zeros((len(points), 1))
    with one_blas_thread():
        if _spans_everything(centred):
            return centred  # a rotation would gain nothing, and add rounding
        # Axes and singular values of a tall matrix are those of its small triangular factor.
        tall = len(centred) > 2 * centred.shape[1]
        factor = np.linalg.qr(centred, mode="r") if tall else centred
        _, values, axes = np.linalg.svd(factor, full_matrices=False)
        rank = max(1, int(np.count_nonzero(values > _rounding(points, values[0]))))
        return np.ascontiguousarray(centred @ axes[:rank].T)


def _spans_everything(centred: np.ndarray) -> bool:
    """Whether the points are plainly of full rank; cheaper to see than the rank itself."""
    if len(centred) <= centred.shape[1]:
        return False
    scale = np.abs(centred).max()
    squares = np.linalg.eigvalsh((centred / scale).T @ (centred / scale))
    return bool(squares[0] > 1e-10 * squares[-1])


def _rounding(points: np.ndarray, largest: float) -> float:
    """Singular values that may be nothing but rounding of the numbers as they came."""
    size = max(largest, np.sqrt(len(points)) * np.abs(points).max())
    return float(max(points.shape) * np.finfo(float).eps * size)
