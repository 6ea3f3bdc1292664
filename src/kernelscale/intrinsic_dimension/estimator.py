"""The base of all dimension estimators, which return a `Dimension`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

from sklearn.base import BaseEstimator

from .._estimators import FittedArray, fits_kind_of
from .._scikit_learn import Tags
from .._validation.feature_names import check_feature_names
from .._warnings import warn_caller
from ..engine.resources import Resources
from ..metrics.euclidean import EUCLIDEAN
from ..results import Dimension
from .caveats import (
    MANY,
    DimensionWarning,
    copies_counted_once,
    copies_suspected,
    discrete_data,
    moves,
)
from .near_copies import PLAIN, POSSIBLE
from .sample import Sample, sample_of

__all__ = ["DimensionEstimator"]


class DimensionEstimator(BaseEstimator, ABC):
    """Base of the estimators of intrinsic dimension.

    A subclass stores its options in its constructor, checks them in `_check_parameters`, and
    estimates in `_estimate`. The constructor of each takes `memory_limit`, `executor`,
    `arithmetic`, `n_threads` and `progress` as in `select_bandwidth`; the limit holds for passes
    over the pairs, and a few copies of the points come in addition.

    Attributes
    ----------
    dimension_ : int
        The dimension as a whole number.
    dimension_continuous_ : float
        The estimate before rounding.
    result_ : Dimension
        The dimension with its evidence.
    pointwise_ : ndarray of shape (n_samples,) or None
        The estimate around each row, where the method has one; NaN for rows that were dropped.

    Examples
    --------
    All are fitted in the same way. A circle has one dimension.

    >>> import numpy as np
    >>> from kernelscale.intrinsic_dimension import LevinaBickel, LocalPCA, TwoNN
    >>> angles = np.random.default_rng(0).uniform(0, 2 * np.pi, 500)
    >>> circle = np.column_stack([np.cos(angles), np.sin(angles)])
    >>> [each.fit(circle).dimension_ for each in (LevinaBickel(), LocalPCA(), TwoNN())]
    [1, 1, 1]
    """

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
            The points; what is read in blocks (`select_bandwidth`) is loaded, where it fits.
        y : ignored
            Present for scikit-learn's pipelines.

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
        """The dimension of a sample, which several estimators may share."""
        self._check_parameters()
        used, copies = self._used(sample)
        found = self._of_any_rank(used)
        caveats = self._caveats(used, found) if used.rank > 1 else ()
        flags = tuple(dict.fromkeys([*found.flags, *caveats, *copies]))  # each once
        return self._flagged(replace(found, flags=flags), sample)

    def _used(self, sample: Sample) -> tuple[Sample, tuple[str, ...]]:
        """The rows that the estimate is made from, and a flag if near copies are counted once."""
        once = self._counted_once(sample)
        return once, copies_counted_once(sample.n_samples - once.n_samples, sample.n_samples)

    def _counted_once(self, sample: Sample) -> Sample:
        """The sample, each group of near copies counted once where that leaves enough rows."""
        once = sample.counting_once(PLAIN)
        return once if once.n_samples >= self._fewest_rows() else sample

    def _of_any_rank(self, sample: Sample) -> Dimension:
        """The estimate; known without one for a single point and for points on a line."""
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
        """Flags of what makes the estimate doubtful, each with a warning."""
        ties = discrete_data(sample.nearest(2).squared_distances)
        return (*ties, *self._copies_left(sample, found.continuous))

    def _copies_left(self, sample: Sample, found: float) -> tuple[str, ...]:
        """The flag "near duplicates" where rows that may be copies decide the estimate."""
        once = sample.counting_once(POSSIBLE)
        if once is sample:
            return ()
        n_left_out = sample.n_samples - once.n_samples
        few = once.n_samples >= self._fewest_rows() and n_left_out <= MANY * sample.n_samples
        if few and once.rank > 1 and not moves(found, self._estimate(once).continuous):
            return ()
        return copies_suspected(n_left_out, sample.n_samples)

    def _flagged(self, found: Dimension, sample: Sample) -> Dimension:
        """The dimension, with a warning and a flag if rows were dropped."""
        if not sample.n_dropped or sample.n_samples == 1:  # that of one point has its own flag
            return found
        warn_caller(
            f"{sample.n_dropped} of {sample.n_rows} rows repeat an earlier one exactly and were "
            f"dropped.",
            DimensionWarning,
        )
        return replace(found, flags=(*found.flags, "rows dropped"))

    @property
    def _resources(self) -> Resources:
        return Resources.of(self)

    @abstractmethod
    def _fewest_rows(self) -> int:
        """The number of distinct rows that the estimate needs."""

    @abstractmethod
    def _check_parameters(self) -> None:
        """Raise an error where an option is not valid."""

    @abstractmethod
    def _estimate(self, sample: Sample) -> Dimension:
        """The estimate, for distinct rows of rank 2 at least."""
