"""The interface of a metric, and the metrics by name."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, cast

import numpy as np

from .._validation import check_points
from ..distances import row_keys, squared_distances
from ..stored_rows import StoredRows

__all__ = ["METRICS", "NUMBERS_AT_ONCE", "Between", "Metric", "RowMetric", "Rows"]

Rows = slice | np.ndarray
Between = Callable[[np.ndarray, np.ndarray], np.ndarray]

# Number of entries of an intermediate array, which then fits in the cache of a core.
NUMBERS_AT_ONCE = 2**14
METRICS: dict[str, Metric] = {}
"""Metrics by name, of points and of given distances or similarities."""


@dataclass(frozen=True)
class Metric(ABC):
    """A distance between two rows.

    A subclass is a frozen dataclass whose fields, if it has any, are its options: numbers, texts or
    tuples of these, so that metrics can be compared. If its distances are Euclidean distances of
    other points, derive it from `Euclidean` and let `checked` return these points, one for each
    row. Otherwise derive it from `RowMetric`.

    Attributes
    ----------
    name : str
        Name of the metric.
    takes : str
        Kind of data that it takes: "points", "distances", ...
    sees_points : bool
        Whether data are points, one for each row; otherwise they are distances or similarities.
    is_euclidean : bool
        Whether distances are Euclidean distances of the prepared data, so that their squares are
        sums over features.
    half_squares : bool
        Whether distances are half the squared Euclidean distances of the prepared data.
    scales_features : bool
        Whether features may be multiplied by factors.
    gaussian_is_definite : bool
        Whether ``exp(-d^2 / (2 eps))`` is positive definite for any rows, as under Euclidean
        distances (Schoenberg 1938).

    Examples
    --------
    Chords between directions: for unit vectors ``|x - y|^2 = 2 - 2 cos(x, y)``. Two rows in the
    same direction have distance zero, and two at a right angle a squared distance of 2.

    >>> from kernelscale.metrics import Euclidean
    >>> @dataclass(frozen=True)
    ... class Chord(Euclidean):
    ...     name = "chord"
    ...     takes = "directions"
    ...     scales_features = False
    ...
    ...     def checked(self, X, **options):
    ...         points = super().checked(X, **options)
    ...         lengths = np.linalg.norm(points, axis=1, keepdims=True)
    ...         return super().checked(points / lengths, **options)  # refuses a row of zeros
    >>> Chord().squares_of([[1.0, 0.0], [5.0, 0.0], [0.0, 3.0]])
    array([[0., 0., 2.],
           [0., 0., 2.],
           [2., 2., 0.]])
    """

    name: ClassVar[str]
    takes: ClassVar[str] = "points"
    sees_points: ClassVar[bool] = False
    is_euclidean: ClassVar[bool] = False
    half_squares: ClassVar[bool] = False
    scales_features: ClassVar[bool] = False
    gaussian_is_definite: ClassVar[bool] = False

    @property
    def known_as(self) -> str | Metric:
        """The name, if `METRICS` has this metric; otherwise the metric itself."""
        return self.name if METRICS.get(self.name) == self else self

    @property
    def ranks_as_euclidean(self) -> bool:
        """Whether Euclidean distances of the prepared data give the metric's nearest rows."""
        return self.is_euclidean or self.half_squares

    @property
    def described(self) -> str:
        """The kind of data that the metric takes, for messages."""
        return self.takes if self.takes != "points" else f"points of metric='{self.name}'"

    @property
    def instead(self) -> str:
        """A clause for messages: why features cannot be used, and what to pass instead."""
        if self.takes != "points":
            return f"only {self.takes} were given; pass points"
        return f"the metric is '{self.name}'; leave it at 'euclidean'"

    def fitted_to(self, X: Any) -> Metric:
        """The metric with options that are computed from `X`; by default the metric unchanged."""
        return self

    def options(self) -> dict[str, np.ndarray]:
        """The options of the metric as numbers, for a model file."""
        return {}

    @classmethod
    def from_options(cls, options: Mapping[str, np.ndarray]) -> Metric:
        """The metric with these `options`."""
        return cls(**options)

    def may_be(self, fitted: Metric) -> bool:
        """Whether `fitted` is this metric, fitted to data."""
        return self == fitted

    @abstractmethod
    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        """The data, checked, converted to float64 and prepared for computing distances.

        Parameters
        ----------
        X : array-like
            Points of shape (n_samples, n_features), or distances of all pairs.
        name : str
            Name of the data in messages.
        min_rows : int
            Smallest number of points allowed.
        distinct : bool
            Whether at least two points have to differ.
        memory_limit : float
            Bytes that a copy may take, if one is needed.
        """

    @abstractmethod
    def checked_rows(self, X: Any, n_samples: int) -> np.ndarray:
        """New rows, checked as by `checked`, or their distances to `n_samples` fitted points."""

    def warn_of_others(self, values: np.ndarray) -> None:  # noqa: B027 - most metrics do not warn
        """Warn if checked data, for example a matrix of distances, need another metric."""

    @abstractmethod
    def n_features(self, values: np.ndarray) -> int:
        """Number of features of checked data; 0 for given distances."""

    @abstractmethod
    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The data of some rows; raises an error if all these rows are the same point."""

    def rescaled(self, values: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """Points with each feature multiplied by its entry of `scale`."""
        if not self.scales_features:
            raise ValueError(f"Features cannot be scaled, as {self.instead}.")
        if isinstance(values, StoredRows):
            return check_points(values.mapped(partial(np.multiply, scale)))
        return check_points(values * scale)

    @abstractmethod
    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        """Whether some of the rows differ from each other."""

    @abstractmethod
    def mean_squared_deviation(self, values: np.ndarray) -> float | None:
        """Half the mean squared distance of all pairs; None if no formula is known."""

    @abstractmethod
    def first_alike(self, values: np.ndarray) -> np.ndarray:
        """The index of the first row at distance zero from each row, of shape (n_samples,)."""

    @abstractmethod
    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between | None = None,
    ) -> np.ndarray:
        """Squared distances of some rows to other rows, of shape (n_rows, n_columns).

        If `between` is given, it computes these distances from two blocks of points.
        """

    @abstractmethod
    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        """Squared distances of unchecked data.

        Parameters
        ----------
        X : array-like
            Points, or distances of some rows to others.
        Y : array-like, optional
            Other points; `X` by default. Not allowed if `X` holds distances.
        """

    @abstractmethod
    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        """Squared distances of new rows to fitted points, both checked."""


@dataclass(frozen=True)
class RowMetric(Metric):
    """A metric of points, given by the squared distances between two blocks of points.

    A subclass computes these distances in `between`. It may also define `prepared`, which checks or
    transforms the points first; the result for a row must not depend on other rows.

    Examples
    --------
    The distance along streets of a rectangular grid.

    >>> from scipy.spatial.distance import cdist
    >>> @dataclass(frozen=True)
    ... class Streets(RowMetric):
    ...     name = "streets"
    ...
    ...     def between(self, x, y, euclidean=None):
    ...         return np.square(cdist(x, y, "cityblock"))
    >>> Streets().squares_of([[0.0, 0.0], [3.0, 4.0]])
    array([[ 0., 49.],
           [49.,  0.]])
    """

    sees_points: ClassVar[bool] = True

    def from_euclidean(self, r: np.ndarray) -> np.ndarray:
        """Squared distances from squared Euclidean distances, if `ranks_as_euclidean`."""
        if not self.half_squares:
            return r
        halves: np.ndarray = 0.5 * r
        return np.square(halves, out=halves)

    @abstractmethod
    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        """Squared distances between two blocks of prepared points, a new array (n_x, n_y).

        `euclidean` computes squared Euclidean distances in the selected arithmetic.
        """

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        """Checked points in the form for `between`; each row is prepared separately."""
        return points

    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        points = self.prepared(check_points(X, name=name, min_rows=min_rows, distinct=False), name)
        return check_points(points, name=name, min_rows=min_rows, distinct=distinct)

    def checked_rows(self, X: Any, n_samples: int) -> np.ndarray:
        return self.checked(X, min_rows=1, distinct=False)

    def n_features(self, values: np.ndarray) -> int:
        return values.shape[1]

    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        if isinstance(values, StoredRows):
            values = cast("np.ndarray", values.part(rows))
            return check_points(values)
        return check_points(values[rows])

    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        return bool(np.ptp(values[rows], axis=0).any())

    def mean_squared_deviation(self, values: np.ndarray) -> float | None:
        return None

    def first_alike(self, values: np.ndarray) -> np.ndarray:
        if isinstance(values, StoredRows):
            return _first_alike_by_keys(values)
        _, first, alike = np.unique(row_keys(values), return_index=True, return_inverse=True)
        found = first[alike.ravel()]
        if np.array_equal(values[found], values):
            return found
        _, first, alike = np.unique(values, axis=0, return_index=True, return_inverse=True)
        return first[alike.ravel()]  # different rows may have equal keys

    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between | None = None,
    ) -> np.ndarray:
        x = np.ascontiguousarray(values[rows])
        y = x if columns is rows else np.ascontiguousarray(values[columns])
        return (between or self.between)(x, y)

    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        metric = self.fitted_to(
            X if Y is None else Y
        )  # scikit-learn passes new rows first, and then fitted rows
        points = metric.checked(X, min_rows=1, distinct=False)
        if Y is None:
            metric.warn_of_others(points)
            return metric.squares_to(points, points)
        others = metric.checked(Y, name="Y", min_rows=1, distinct=False)
        if points.shape[1] != others.shape[1]:
            raise ValueError(
                f"X and Y must have the same features, but X has {points.shape[1]} and Y "
                f"{others.shape[1]}."
            )
        return metric.squares_to(points, others)

    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        assert points is not None  # a metric of rows always has points
        return self.between(rows, points)


def _first_alike_by_keys(blocks: StoredRows) -> np.ndarray:
    """`first_alike` for rows read in blocks: rows with equal keys count as equal.

    A key is a hash of 64 bits: among a million different rows, the probability that any two share a
    key is 3e-8.
    """
    keys = np.concatenate([row_keys(block) for _, block in blocks.blocks()])
    _, first, alike = np.unique(keys, return_index=True, return_inverse=True)
    found: np.ndarray = first[alike.ravel()]
    return found
