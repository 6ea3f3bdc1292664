"""The base class of all dimension estimators, which return a `Dimension`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from sklearn.base import BaseEstimator

from .._estimators import FittedArray, fits_kind_of
from .._scikit_learn import Tags
from .._validation.feature_names import check_feature_names
from .._warnings import warn_caller
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..metrics.euclidean import EUCLIDEAN
from ..metrics.metric import Metric
from ..results import Dimension
from .caveats import (
    MANY,
    DimensionWarning,
    discrete_data,
    duplicates_counted_once,
    duplicates_suspected,
    moves,
)
from .near_duplicates import CERTAIN, POSSIBLE
from .sample import Sample, sample_of

__all__ = ["DimensionEstimator", "MetricOption"]


@dataclass(repr=False, eq=False)
class MetricOption:
    """The option `metric` of estimators that need distances only."""

    metric: str | Metric = field(default="euclidean", kw_only=True)


@dataclass(repr=False, eq=False)
class DimensionEstimator(BaseEstimator, ABC):
    """Base of the estimators of intrinsic dimension.

    A subclass is a dataclass whose fields are its options. It checks them in `_check_parameters`
    and estimates in `_estimate`.

    Parameters
    ----------
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. The memory limit holds for passes over the pairs; a few copies of
        the points are needed in addition.

    Attributes
    ----------
    dimension_ : int
        The dimension as a whole number.
    dimension_continuous_ : float
        The estimate before rounding.
    result_ : Dimension
        The dimension with its evidence.
    pointwise_ : ndarray of shape (n_samples,) or None
        The estimate around each row, if the method has local estimates; NaN for rows that were
        dropped or are not counted.

    Examples
    --------
    By each of three methods, a circle has one dimension.

    >>> import numpy as np
    >>> from kernelscale.intrinsic_dimension import LevinaBickel, LocalPCA, TwoNN
    >>> angles = np.random.default_rng(0).uniform(0, 2 * np.pi, 500)
    >>> circle = np.column_stack([np.cos(angles), np.sin(angles)])
    >>> [each.fit(circle).dimension_ for each in (LevinaBickel(), LocalPCA(), TwoNN())]
    [1, 1, 1]
    """

    memory_limit: int | str = field(default=DEFAULT_MEMORY_LIMIT, kw_only=True)
    executor: str | Executor = field(default="threads", kw_only=True)
    arithmetic: str | Arithmetic = field(default="auto", kw_only=True)
    n_threads: int | None = field(default=None, kw_only=True)
    progress: Progress | bool | None = field(default=None, kw_only=True)
    method: ClassVar[str]
    pointwise_ = FittedArray()

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.array_api_support = True
        return tags

    def fit(self, X: Any, y: Any = None) -> DimensionEstimator:
        """Estimate the dimension of the points.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The points. Data that are read in blocks (see `select_bandwidth`) are loaded, if they
            fit in memory.
        y : ignored
            For compatibility with scikit-learn's pipelines.

        Returns
        -------
        DimensionEstimator
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the points or an option are not valid, or there are too few rows.
        """
        self._check_parameters()
        X = fits_kind_of(self, X)
        sample = sample_of(X, self._resources, getattr(self, "metric", EUCLIDEAN))
        check_feature_names(self, X)
        self.result_ = self.estimate(sample)
        self.dimension_ = self.result_.dimension
        self.dimension_continuous_ = self.result_.continuous
        self.pointwise_ = self.result_.pointwise
        return self

    def estimate(self, sample: Sample) -> Dimension:
        """The dimension of a sample; several estimators may share a sample."""
        self._check_parameters()
        used, duplicate_flags = self._used(sample)
        found = self._of_any_rank(used)
        caveats = self._caveats(used, found) if used.rank > 1 else ()
        # Each flag occurs once.
        flags = tuple(dict.fromkeys([*found.flags, *caveats, *duplicate_flags]))
        return self._flagged(replace(found, flags=flags), sample)

    def _used(self, sample: Sample) -> tuple[Sample, tuple[str, ...]]:
        """The rows that the estimate uses, and a flag if near-duplicates are counted once."""
        once = self._counted_once(sample)
        return once, duplicates_counted_once(sample.n_samples - once.n_samples, sample.n_samples)

    def _counted_once(self, sample: Sample) -> Sample:
        """The sample with each group of near-duplicates counted once, if enough rows are left."""
        once = sample.counting_once(CERTAIN)
        return once if once.n_samples >= self._fewest_rows() else sample

    def _of_any_rank(self, sample: Sample) -> Dimension:
        """The dimension: 0 for a single point, 1 for points on a line, otherwise an estimate."""
        if sample.n_samples == 1:
            reason = "All rows are the same point."
            return Dimension(self.method, 0, 0.0, reason, flags=("one point",), n_samples=1)
        if sample.n_samples < self._fewest_rows():
            raise ValueError(
                f"The method '{self.method}' needs at least {self._fewest_rows()} distinct rows, "
                f"but there are {sample.n_samples}; pass more rows, or set fewer neighbours where "
                f"the method has that option."
            )
        if sample.rank == 1:
            reason = "All rows lie on a straight line."
            return Dimension(self.method, 1, 1.0, reason, n_samples=sample.n_samples)
        return self._estimate(sample)

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        """A flag, with a warning, for each reason to doubt the estimate."""
        ties = discrete_data(sample.nearest(2).squared_distances)
        return (*ties, *self._duplicates_left(sample, found.continuous))

    def _duplicates_left(self, sample: Sample, found: float) -> tuple[str, ...]:
        """The flag "near duplicates", if suspected near-duplicates may change the estimate."""
        once = sample.counting_once(POSSIBLE)
        if once is sample:
            return ()
        n_omitted = sample.n_samples - once.n_samples
        few = once.n_samples >= self._fewest_rows() and n_omitted <= MANY * sample.n_samples
        if few and once.rank > 1 and not moves(found, self._estimate(once).continuous):
            return ()
        return duplicates_suspected(n_omitted, sample.n_samples)

    def _flagged(self, found: Dimension, sample: Sample) -> Dimension:
        """The dimension, with a flag and a warning if rows were dropped."""
        # For a single point there is another flag.
        if not sample.n_dropped or sample.n_samples == 1:
            return found
        warn_caller(
            f"{sample.n_dropped} of {sample.n_rows} rows are exact duplicates of earlier ones and "
            f"were dropped.",
            DimensionWarning,
        )
        return replace(found, flags=(*found.flags, "rows dropped"))

    @property
    def _resources(self) -> Resources:
        return Resources.of(self)

    @abstractmethod
    def _fewest_rows(self) -> int:
        """The least number of distinct rows that the estimate needs."""

    @abstractmethod
    def _check_parameters(self) -> None:
        """Raise an error if an option is not valid."""

    @abstractmethod
    def _estimate(self, sample: Sample) -> Dimension:
        """The estimate for distinct rows whose rank is at least 2."""
