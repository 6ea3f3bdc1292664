"""What every metric is asked, and the metrics by name."""

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

NUMBERS_AT_ONCE = 2**14  # of an intermediate result: they stay in a core's own cache
METRICS: dict[str, Metric] = {}
"""What data may be, by name: points of one metric or another, distances of all pairs, or
similarities for a map."""


@dataclass(frozen=True)
class Metric(ABC):
    """How far rows are from each other.

    A subclass is a frozen dataclass whose fields, if it has any, are its options: numbers, words
    or tuples of these, as metrics are compared. Where Euclidean distances of other points will do
    it is best made from `Euclidean`, whose `checked` it replaces: what it returns, a row a row,
    are these points. Else it is made from `RowMetric`.

    Attributes
    ----------
    name : str
        What it goes by.
    takes : str
        What it is given, in a word.
    sees_points : bool
        Whether its values are points, one a row; else they are the distances themselves.
    is_euclidean : bool
        Whether distances are the Euclidean ones of its values, whose squares are sums over
        features.
    half_squares : bool
        Whether distances are half of the squared Euclidean ones of its values.
    scales_features : bool
        Whether features may be multiplied by factors of their own.
    gaussian_is_definite : bool
        Whether ``exp(-d^2 / (2 eps))`` is sure to be positive definite, as of Euclidean distances
        (Schoenberg 1938).

    Examples
    --------
    Chords between directions: of unit vectors ``|x - y|^2 = 2 - 2 cos(x, y)``. Two rows that point
    the same way are then at no distance, and two at a right angle at a squared one of 2.

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
        """The name, where `METRICS` has this metric by it; else the metric itself."""
        return self.name if METRICS.get(self.name) == self else self

    @property
    def ranks_as_euclidean(self) -> bool:
        """Whether distances ascend with Euclidean ones of its values: neighbours are the same."""
        return self.is_euclidean or self.half_squares

    @property
    def described(self) -> str:
        """What it takes, told apart from points of other metrics."""
        return self.takes if self.takes != "points" else f"points of metric='{self.name}'"

    @property
    def instead(self) -> str:
        """Why there are no points to be looked at feature by feature, as a clause."""
        if self.takes != "points":
            return f"only {self.takes} were given; pass points"
        return f"the metric is '{self.name}'; leave it at 'euclidean'"

    def fitted_to(self, X: Any) -> Metric:
        """The metric with all that is taken from the data it is used for; itself mostly."""
        return self

    def options(self) -> dict[str, np.ndarray]:
        """What a model file keeps of it beside its name: options as numbers."""
        return {}

    @classmethod
    def from_options(cls, options: Mapping[str, np.ndarray]) -> Metric:
        """The metric of these `options`."""
        return cls(**options)

    def may_be(self, fitted: Metric) -> bool:
        """Whether it is the same as a metric with all that is taken from data."""
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
        """Data as float64, refused where they are not valid, and prepared for distances.

        Parameters
        ----------
        X : array-like
            Points of shape (n_samples, n_features), or distances of all pairs.
        name : str
            What to call the data in messages.
        min_rows : int
            Fewest points.
        distinct : bool
            Whether at least two points have to be apart.
        memory_limit : float
            Bytes a copy may take where one is needed.
        """

    @abstractmethod
    def checked_rows(self, X: Any, n_samples: int) -> np.ndarray:
        """New rows, as `checked`; distances are those to `n_samples` known points."""

    def warn_of_others(self, values: np.ndarray) -> None:  # noqa: B027 - few have another
        """Warn where checked data look like those of another metric."""

    @abstractmethod
    def n_features(self, values: np.ndarray) -> int:
        """Number of features of checked data; 0 where only distances are known."""

    @abstractmethod
    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """What is known of some rows alone; refused where they are all the same point."""

    def rescaled(self, values: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """Points with each feature multiplied by its entry of `scale`, or a sentence why not."""
        if not self.scales_features:
            raise ValueError(f"Features cannot be scaled, as {self.instead}.")
        if isinstance(values, StoredRows):
            return check_points(values.mapped(partial(np.multiply, scale)))
        return check_points(values * scale)

    @abstractmethod
    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        """Whether some of the rows are apart from each other."""

    @abstractmethod
    def mean_squared_deviation(self, values: np.ndarray) -> float | None:
        """Half the mean squared distance of all pairs; None where that takes a look at them."""

    @abstractmethod
    def first_alike(self, values: np.ndarray) -> np.ndarray:
        """For each row the index of the first one at no distance, of shape (n_samples,)."""

    @abstractmethod
    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between | None = None,
    ) -> np.ndarray:
        """Squared distances of some rows to some others, of shape (n_rows, n_columns).

        `between` computes those of two blocks of values, where these are points.
        """

    @abstractmethod
    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        """Squared distances of data as a caller passes them, which are checked.

        Parameters
        ----------
        X : array-like
            Points, or distances of some rows to others.
        Y : array-like, optional
            Other points; `X` by default. Refused where `X` holds distances.
        """

    @abstractmethod
    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        """Squared distances of new rows to known points, both of them checked."""


@dataclass(frozen=True)
class RowMetric(Metric):
    """A metric of points, given by the squared distances between two blocks of them.

    A subclass says in `between` what these are and, where points have to be prepared or some of
    them refused, how, in `prepared`. Both look at each row alone: a row has to come out the same
    whatever others are beside it.

    Examples
    --------
    How far two points on a map are for somebody who walks along streets.

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
        """Squared distances from squared Euclidean ones, for those that rank as these."""
        if not self.half_squares:
            return r
        halves: np.ndarray = 0.5 * r
        return np.square(halves, out=halves)

    @abstractmethod
    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        """Squared distances between two blocks of prepared points, a new array (n_x, n_y).

        `euclidean` computes squared Euclidean distances in the arithmetic that is asked for.
        """

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        """Checked points as `between` takes them, each row by itself; refused where not valid."""
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
        return first[alike.ravel()]  # two rows happened to have one key

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
        metric = self.fitted_to(X if Y is None else Y)  # scikit-learn passes (new rows, the fit's)
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
        assert points is not None  # known wherever there are rows
        return self.between(rows, points)


def _first_alike_by_keys(blocks: StoredRows) -> np.ndarray:
    """Of rows that are read in blocks the keys alone are compared.

    They have 64 bits: that two different ones of a million rows agree has a chance of 3e-8.
    """
    keys = np.concatenate([row_keys(block) for _, block in blocks.blocks()])
    _, first, alike = np.unique(keys, return_index=True, return_inverse=True)
    found: np.ndarray = first[alike.ravel()]
    return found
