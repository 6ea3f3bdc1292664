"""Distances between some rows or between all rows, and statistics over pairs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from .._attributes import cached_property
from ..engine.passes import distances_between, run_pass
from ..engine.plan import readable
from ..engine.progress import Progress
from ..engine.source import SINGLE_ROWS, Source
from ..engine.statistics import Statistic
from ..metrics.metric import RowMetric
from .checked_data import CheckedData

__all__ = ["PairDistances"]

Data = TypeVar("Data", bound="PairDistances")

_SHARE_KEPT = 1 / 16  # largest share of the memory limit that stored distances may use
_DENSE_COPIES = 6  # N x N arrays in memory while eigenpairs are computed (5.2 were measured)


class PairDistances(CheckedData):
    """Checked data with the distances of all pairs, which are stored if they take little memory."""

    @cached_property
    def source(self) -> Source:
        """The points in the form in which passes over pairs use them."""
        return Source.of(self._values, self.metric)

    def reduce(self, statistic: Statistic, rows: np.ndarray | None = None) -> Any:
        """A statistic over all pairs, or over the pairs of some rows with all rows."""
        known = self.squared_distances if self.keeps_distances else None
        source = None if self.keeps_distances else self.source
        return run_pass(
            self._values,
            statistic,
            self.resources,
            rows=rows,
            metric=self.metric,
            known=known,
            source=source,
        )

    def squared_distances_between(
        self, rows: np.ndarray | slice, others: np.ndarray | slice
    ) -> np.ndarray:
        """Squared distances of some rows to other rows, of shape (len(rows), len(others))."""
        if "squared_distances" in vars(self):  # The distances have been stored before.
            return np.array(self.squared_distances[rows][:, others])
        return self.metric.squared_distances(self._values, rows, others, self._between)

    def squared_distances_from(self, rows: np.ndarray) -> np.ndarray:
        """Squared distances of some rows to all rows, of shape (len(rows), n_samples)."""
        return self.squared_distances_between(rows, slice(None))

    def _between(
        self, X: np.ndarray, Y: np.ndarray, progress: Progress | bool | None = None
    ) -> np.ndarray:
        assert isinstance(self.metric, RowMetric)  # Other metrics need no blocks of points.
        used = self.resources
        return distances_between(
            *(X, Y, used.arithmetic, used.executor, used.n_threads, progress), metric=self.metric
        )

    @cached_property
    def squared_distances(self) -> np.ndarray:
        """All squared distances, of shape (n_samples, n_samples); calls `check_dense` first.

        The array is read-only, as all computations share it.
        """
        self.check_dense()
        between, every = partial(self._between, progress=self.resources.progress), slice(None)
        r = self.metric.squared_distances(self._values, every, every, between)
        r.flags.writeable = False
        return r

    @property
    def keeps_distances(self) -> bool:
        """Whether passes read stored distances instead of computing them again.

        This is so under three conditions: the distances take no more memory than the points, as for
        few rows with many features; they take a small share of the memory limit; and passes would
        compute them in float64.
        """
        fit = 8 * self.n_samples**2 <= _SHARE_KEPT * self.memory_limit
        return fit and self.n_samples <= min(self.n_features, SINGLE_ROWS)

    def forget_distances(self) -> None:
        """Free the memory of the squared distances, if they were computed."""
        vars(self).pop("squared_distances", None)

    def restricted(self: Data, rows: np.ndarray) -> Data:
        """The same data with some of the rows only.

        Distances that were stored because of `keeps_distances` are kept.
        """
        part = super().restricted(rows)
        if self.keeps_distances and "squared_distances" in vars(self):
            part.squared_distances = self.squared_distances[np.ix_(rows, rows)]
            part.squared_distances.flags.writeable = False
        return part

    @cached_property
    def distinct(self: Data) -> Data:
        """The distinct rows of the data; the same object if there are no exact duplicates."""
        rows = self.distinct_rows
        return self if len(rows) == self.n_samples else self.restricted(rows)

    def bare(
        self: Data,
        *,
        with_distances: bool = False,
        with_source: bool = False,
        taken: int = 0,
        progress: Progress | bool | None = None,
    ) -> Data:
        """The same data without computed quantities, except those that the parameters keep.

        Parameters
        ----------
        with_distances : bool
            Whether to keep the squared distances.
        with_source : bool
            Whether to keep `source`, and with it the copy of the points on a device.
        taken : int
            Number of bytes in use elsewhere, by which the memory limit is lowered.
        progress : callable, bool or None
            The listener of the new data.
        """
        part = self._like(resources=replace(self.resources.quiet(taken), progress=progress))
        if with_distances:
            part.squared_distances = self.squared_distances
        if with_source:
            part.source = self.source
        return part

    def largest_dense(self, n_vectors: int = 0) -> int:
        """Largest N for which an N x N kernel and `n_vectors` vectors fit the memory limit."""
        # The positive root N of 8 _DENSE_COPIES N^2 + 8 n_vectors N = memory_limit.
        half = n_vectors / (2 * _DENSE_COPIES)
        return int((half**2 + self.memory_limit / (8 * _DENSE_COPIES)) ** 0.5 - half)

    def check_dense(self, n_kept: int = 0) -> None:
        """Raise an error if eigenpairs, and `n_kept` more N x N matrices, do not fit in memory."""
        needed = 8 * (_DENSE_COPIES + n_kept) * self.n_samples**2
        if needed > self.memory_limit:
            raise MemoryError(
                f"Eigenpairs of {self.n_samples} rows need {readable(needed)} but memory_limit is "
                f"{readable(self.memory_limit)}; raise the limit or pass fewer rows."
            )
