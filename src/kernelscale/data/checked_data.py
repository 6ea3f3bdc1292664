"""Rows, with labels or targets, that are checked once for all computations on them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from .._attributes import cached_property
from .._validation import check_labels, check_sample_size, check_targets, group_codes, on_host
from ..data_checks import notes_on
from ..data_checks.note import Note, names_of_features
from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..metrics.euclidean import EUCLIDEAN, opened_for
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from ..stored_rows import StoredRows

__all__ = ["CheckedData"]

Data = TypeVar("Data", bound="CheckedData")


class CheckedData:
    """Rows with a metric, optionally with labels, targets or groups.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or other data that the metric accepts; in memory or read in blocks, as in
        `select_bandwidth`.
    y : array-like of shape (n_samples,), optional
        Class of each point.
    targets : array-like of shape (n_samples,) or (n_samples, n_targets), optional
        Values that a regression is to predict, in place of classes.
    groups : array-like of shape (n_samples,), optional
        The group of each row; rows of one group are left out together.
    metric : str or Metric
        As in `select_bandwidth`.
    n_sample : "auto", int or None
        As in `select_bandwidth`: the number of rows that are drawn at random and compared with all
        rows.
    feature_names : sequence of str, optional
        Names of the features in notes; by default the column names of a data frame, or the indices
        of the features.
    **engine_options
        `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `select_bandwidth`.

    Attributes
    ----------
    metric : Metric
        The metric.
    resources : Resources
        The memory limit, executor, arithmetic, threads and progress listener of computations.
    """

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        targets: Any = None,
        groups: Any = None,
        metric: str | Metric = "euclidean",
        n_sample: int | str | None = None,
        feature_names: Any = None,
        **engine_options: Any,
    ) -> None:
        X, metric = on_host(X), metric_named(metric)
        resources = _checked_resources(engine_options)
        with one_blas_thread():
            X = opened_for(metric, X, resources.bytes_allowed, resources.report)
            metric = metric.fitted_to(X)
            values = metric.checked(X, memory_limit=resources.bytes_allowed)
        labels = None if y is None else check_labels(y, len(values))
        self._hold(values, labels, metric, resources, check_sample_size(n_sample))
        self.targets = None if targets is None else check_targets(targets, len(values))
        self.groups = None if groups is None else group_codes(groups, len(values))
        if metric.sees_points:
            self.feature_names = names_of_features(X, feature_names, self.n_features)
        metric.warn_of_others(values)

    @classmethod
    def of_checked(
        cls: type[Data],
        values: np.ndarray,
        resources: Resources,
        metric: Metric = EUCLIDEAN,
        *,
        labels: tuple[np.ndarray, np.ndarray] | None = None,
        n_sample: int | str | None = None,
    ) -> Data:
        """Data from values that the metric has checked and prepared."""
        data = cls.__new__(cls)
        data._hold(values, labels, metric, resources, n_sample)
        return data

    def _hold(
        self,
        values: np.ndarray,
        labels: tuple[np.ndarray, np.ndarray] | None,
        metric: Metric,
        resources: Resources,
        n_sample: int | str | None,
    ) -> None:
        self.metric, self.resources = metric, resources
        self._values, self._labels, self._n_sample = values, labels, n_sample

    rows: np.ndarray | None = None
    """Indices of these rows in the data from which `restricted` took them; otherwise None."""

    targets: np.ndarray | None = None
    """Targets of a regression, of shape (n_samples, n_targets); None without targets."""

    groups: np.ndarray | None = None
    """Group of each row as a number; None without groups."""

    feature_names: list[str] | None = None
    """Names of the features in notes; if None, notes name their indices."""

    weighed = False
    """Whether features were multiplied by factors, which give them different weights."""

    def _like(self: Data, **changes: Any) -> Data:
        """The same data with some changes, and without computed quantities."""
        made_of: dict[str, Any] = {
            "values": self._values,
            "resources": self.resources,
            "metric": self.metric,
            "labels": self._labels,
            "n_sample": self._n_sample,
        }
        data = type(self).of_checked(**{**made_of, **changes})
        data.targets, data.groups = self.targets, self.groups
        data.weighed = self.weighed
        return data

    # Rows

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return len(self._values)

    @property
    def n_features(self) -> int:
        """Number of features; 0 if only distances are given."""
        return self.metric.n_features(self._values)

    @property
    def points(self) -> np.ndarray:
        """The points, of shape (n_samples, n_features), if the metric is Euclidean.

        Raises
        ------
        ValueError
            If the metric is not Euclidean, or only distances are given.
        """
        if not self.metric.is_euclidean:
            raise ValueError(
                f"This needs points and the Euclidean metric, but metric='{self.metric.name}' was "
                f"given; use squared_distances or nearest, which all kinds of data have."
            )
        return np.asarray(self._values)

    @property
    def features(self) -> np.ndarray | None:
        """The rows as the metric prepares them; None if only distances are given."""
        return np.asarray(self._values) if self.metric.sees_points else None

    @property
    def blocks(self) -> StoredRows | None:
        """The rows, if they are read in blocks; otherwise None."""
        return self._values if isinstance(self._values, StoredRows) else None

    @property
    def holds_rows(self) -> bool:
        """Whether all rows are in memory or fit in it."""
        return self.blocks is None or self.blocks.fits

    def check_holds_rows(self) -> None:
        """Raise an error, before any work, if the rows do not fit in memory."""
        if self.blocks is not None:
            self.blocks.check_fits(self.n_samples)

    def in_memory(self: Data) -> Data:
        """The same data with all rows in memory; raises an error if they do not fit."""
        if self.blocks is None:
            return self
        data = self._like(values=np.asarray(self.blocks))
        data.feature_names = self.feature_names
        return data

    def own_points(self, X: Any) -> None:
        """Copy the points if `X` is an array that shares memory with them."""
        if isinstance(X, np.ndarray) and np.shares_memory(self._values, X):
            self._values = self._values.copy()

    def rescaled(self: Data, scale: np.ndarray) -> Data:
        """The same data with each feature multiplied by its entry of `scale`."""
        data = self._like(values=self.metric.rescaled(self._values, scale))
        data.weighed = True
        return data

    def restricted(self: Data, rows: np.ndarray) -> Data:
        """The same data with only the rows of the given indices."""
        part = self._like(
            values=self.metric.part(self._values, rows),
            labels=None if self._labels is None else (self.codes[rows], self._labels[1]),
            resources=self.resources.quiet(),
            n_sample=None,
        )
        part.rows = rows
        part.targets = None if self.targets is None else self.targets[rows]
        part.groups = None if self.groups is None else self.groups[rows]
        return part

    def vary(self, rows: np.ndarray) -> bool:
        """Whether at least two of the given rows differ."""
        return self.metric.vary(self._values, rows)

    @cached_property
    def first_alike(self) -> np.ndarray:
        """For each row the index of the first row at distance zero, of shape (n_samples,)."""
        return self.metric.first_alike(self._values)

    @property
    def distinct_rows(self) -> np.ndarray:
        """Indices of the distinct rows, ascending: the first of each group of exact duplicates."""
        return np.flatnonzero(self.first_alike == np.arange(self.n_samples))

    # Labels

    @property
    def n_classes(self) -> int:
        """Number of classes; 0 without labels."""
        return 0 if self._labels is None else len(self._labels[1])

    @property
    def codes(self) -> np.ndarray:
        """Class of each point as an integer, (n_samples,); raises an error without labels."""
        if self._labels is None:
            raise ValueError("This needs a label for each row; pass y.")
        return self._labels[0]

    @property
    def label_codes(self) -> np.ndarray | None:
        """An integer for each point, equal for equal labels or targets; None without either."""
        if self.targets is None:
            return None if self._labels is None else self._labels[0]
        return np.unique(self.targets, axis=0, return_inverse=True)[1].ravel()

    def labelled(self: Data, y: Any) -> Data:
        """The same points with the given classes."""
        data = self._like(labels=None if y is None else check_labels(y, self.n_samples))
        data.targets = None
        return data

    # Notes on the data, and resources

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on faults of the data that may affect the choice of a scale."""
        euclidean = self.metric == EUCLIDEAN
        # Some metrics have replaced the rows, for example by unit rows or by whitened points.
        prepared = self.metric.ranks_as_euclidean and not euclidean
        # The checks need the points as the user passed them.
        if not self.metric.sees_points or prepared:
            return ()
        labelled = self._labels is not None or self.targets is not None
        return notes_on(
            self._values,
            feature_names=self.feature_names,
            grouped=self.groups is not None,
            labelled=labelled,
            euclidean=euclidean,
        )

    @property
    def memory_limit(self) -> int:
        """Number of bytes allowed beyond the data themselves."""
        return self.resources.bytes_allowed

    def report(self, stage: str, done: int, total: int) -> None:
        """Send the progress of a stage to the listener, if there is one."""
        self.resources.report(stage, done, total)


def _checked_resources(engine_options: dict[str, Any]) -> Resources:
    """The resources that these options define; raises an error for an unknown option."""
    names = [field.name for field in fields(Resources)]
    unknown = [name for name in engine_options if name not in names]
    if unknown:
        raise TypeError(
            f"There is no option '{unknown[0]}'; the options are groups, metric, n_sample, "
            f"{', '.join(names[:-1])} and {names[-1]}."
        )
    return Resources(**engine_options)
