"""The distinct points for dimension estimators, in as many coordinates as they span.

Exact duplicates, at which the density would be infinite, and constant features are removed. A
sample also has the rank of its points, which no rounded estimate exceeds. It keeps the nearest
neighbours, and the statistics of random halves, so that several estimators can use them, and finds
near-duplicates.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from .._attributes import cached_property
from .._validation import check_points
from ..data import PointCloud
from ..distances import centred_points, warn_of_distances
from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..engine.statistics import NearestOthers, Neighbors
from ..metrics.euclidean import EUCLIDEAN, opened_for
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from .near_duplicates import FARTHEST, Jump, beyond_chance, median_dimension, tight_groups

__all__ = ["DistanceSample", "Sample", "sample_of"]

FEWEST_DISTINCT = 4  # near-duplicates are removed only if at least this many rows are left


class Sample:
    """Distinct points, rotated into as many coordinates as they span.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        The points. They may all be the same, or there may be only one.
    resources : Resources, optional
        Memory limit, executor and threads of computations.
    """

    def __init__(self, X: Any, resources: Resources | None = None) -> None:
        self.given = np.asarray(check_points(X, min_rows=1, distinct=False))
        warn_of_distances(self.given)
        self._hold(resources or Resources())

    def _hold(self, resources: Resources) -> None:
        self.n_rows, self.n_features = self.given.shape
        self.resources = resources
        self._neighbors: Neighbors | None = None
        self.of_halves: dict[Any, list[Any]] = {}  # statistics of random halves of the points

    def of_rows(self, rows: np.ndarray) -> Sample:
        """The sample of some of the rows."""
        return self.replaced(self.given[rows])

    def replaced(self, points: np.ndarray) -> Sample:
        """The sample of other points, with the same resources."""
        return Sample(points, self.resources.quiet())

    def only(self, kept: np.ndarray) -> Sample:
        """The sample with some of its distinct points.

        `in_rows` still returns an array for all rows, with NaN for the rows left out.
        """
        fewer = copy.copy(self)
        for name in ("points", "cloud"):
            vars(fewer).pop(name, None)
        fewer.rows, fewer._neighbors, fewer.of_halves = self.rows[kept], None, {}
        return fewer

    def counting_once(self, jump: Jump) -> Sample:
        """The sample with only the first row of each group of near-duplicates.

        Parameters
        ----------
        jump : Jump
            The conditions for near-duplicates.

        Returns
        -------
        Sample
            The sample itself if it has no near-duplicates.
        """
        n_neighbors = min(FARTHEST, self.n_samples - 1)
        if n_neighbors < 2 or self.rank < 2:
            return self
        groups = tight_groups(self.nearest(n_neighbors), jump)
        if not FEWEST_DISTINCT <= len(groups.kept) < self.n_samples:
            return self
        if jump.in_a_line and len(groups.kept) <= groups.size.max():
            return self  # the groups are clusters: the largest has more rows than there are groups
        dimension = 1.0 if jump.in_a_line else self.only(groups.kept)._low_dimension(jump.ratio)
        groups = beyond_chance(groups, dimension, jump)
        return self if len(groups.kept) == self.n_samples else self.only(groups.kept)

    def _low_dimension(self, largest_ratio: float) -> float:
        """A lower bound of the dimension: the estimate by the median minus two standard errors."""
        r = self.nearest(2).squared_distances
        apart = r[:, 0] > 0
        dimension = median_dimension(np.log(r[apart, 1] / r[apart, 0]) / 2, largest_ratio)
        dimension = min(dimension, self.rank) / (1 + 2 / (np.log(2) * self.n_samples**0.5))
        return max(1.0, dimension)

    @cached_property
    def rows(self) -> np.ndarray:
        """Indices of the distinct rows, ascending: the first of each group of equal rows."""
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
        """Number of rows that were dropped."""
        return self.n_rows - self.n_samples

    @property
    def rank(self) -> int:
        """Dimension of the space that the points span, an upper bound of rounded estimates."""
        return self.points.shape[1] if self.n_samples > 1 else 0

    @cached_property
    def cloud(self) -> PointCloud:
        """The distinct points as a point cloud."""
        return PointCloud.of_checked(check_points(self.points), self.resources)

    def nearest(self, n_neighbors: int) -> Neighbors:
        """Squared distances and indices of neighbours, of shape (n_samples, n_neighbors)."""
        if n_neighbors >= self.n_samples:
            raise ValueError(
                f"{n_neighbors} neighbours of each point are needed, but there are only "
                f"{self.n_samples} distinct rows; pass more rows or set fewer neighbours."
            )
        kept = self._neighbors
        if kept is None or kept.indices.shape[1] < n_neighbors:
            kept = self._neighbors = self.cloud.reduce(NearestOthers(n_neighbors))
        return Neighbors(*(each[:, :n_neighbors] for each in kept))

    def in_rows(self, values: np.ndarray) -> np.ndarray:
        """Values for all rows from values for the distinct points; NaN for dropped rows."""
        of_rows = np.full(self.n_rows, np.nan)
        of_rows[self.rows] = values
        return of_rows


class DistanceSample(Sample):
    """Distinct rows with distances that are not Euclidean distances of points.

    Parameters
    ----------
    values : ndarray
        The data, prepared by the metric.
    metric : Metric
        The metric.
    resources : Resources
        Memory limit, executor and threads of computations.
    """

    def __init__(self, values: np.ndarray, metric: Metric, resources: Resources) -> None:
        self.given, self.metric = values, metric
        self._hold(resources)

    @cached_property
    def rows(self) -> np.ndarray:
        """Indices, ascending, of the rows at a distance above 0 from all earlier rows."""
        first = self.metric.first_alike(self.given)
        return np.flatnonzero(first == np.arange(len(first)))

    @property
    def rank(self) -> int:
        """Upper bound of rounded estimates: the number of varying features, or of rows minus 1."""
        if self.n_samples == 1:
            return 0
        if not self.metric.sees_points:
            return self.n_samples - 1
        return int(np.count_nonzero(np.ptp(self.given, axis=0)))

    @cached_property
    def cloud(self) -> PointCloud:
        """The distinct rows as a point cloud."""
        values = self.metric.part(self.given, self.rows)
        return PointCloud.of_checked(values, self.resources, self.metric)


def sample_of(X: Any, resources: Resources, metric: str | Metric) -> Sample:
    """The sample of data under a metric.

    Some metrics, such as the cosine, prepare rows whose Euclidean distances have the same order as
    the distances of the metric. The sample then consists of the prepared rows.
    """
    metric = metric_named(metric)
    X = opened_for(metric, X, resources.bytes_allowed, resources.report)
    if metric == EUCLIDEAN:
        return Sample(X, resources)
    with one_blas_thread():
        metric = metric.fitted_to(X)
        limit = resources.bytes_allowed
        values = metric.checked(X, min_rows=1, distinct=False, memory_limit=limit)
    if metric.ranks_as_euclidean:
        return Sample(values, resources)
    return DistanceSample(values, metric, resources)


def _rotated(points: np.ndarray) -> np.ndarray:
    """The points rotated into as many coordinates as they span."""
    centred = centred_points(points[:, np.ptp(points, axis=0) > 0])
    if centred.shape[1] == 0:
        return np.zeros((len(points), 1))
    with one_blas_thread():
        if _spans_everything(centred):
            return centred  # a rotation would only add rounding errors
        # A tall matrix has the same axes and singular values as its small triangular factor.
        tall = len(centred) > 2 * centred.shape[1]
        factor = np.linalg.qr(centred, mode="r") if tall else centred
        _, values, axes = np.linalg.svd(factor, full_matrices=False)
        rank = max(1, int(np.count_nonzero(values > _rounding(points, values[0]))))
        return np.ascontiguousarray(centred @ axes[:rank].T)


def _spans_everything(centred: np.ndarray) -> bool:
    """Whether the points are clearly of full rank, which is quicker to compute than the rank."""
    if len(centred) <= centred.shape[1]:
        return False
    scale = np.abs(centred).max()
    squares = np.linalg.eigvalsh((centred / scale).T @ (centred / scale))
    return bool(squares[0] > 1e-10 * squares[-1])


def _rounding(points: np.ndarray, largest: float) -> float:
    """The size up to which singular values may be rounding errors of the data."""
    size = max(largest, np.sqrt(len(points)) * np.abs(points).max())
    return float(max(points.shape) * np.finfo(float).eps * size)
