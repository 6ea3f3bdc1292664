"""What the distance of two rows is: a small object for each metric, and their names.

Whoever looks at pairs asks the metric, so that no rule, kernel or map has to know whether there
are points or only distances. A new metric is a subclass, and a line in `METRICS`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ._validation import (
    check_distances,
    check_name,
    check_points,
    check_rows_of_distances,
    shown,
)
from .distances import centred_points, row_keys, squared_distances, warn_of_distances

__all__ = [
    "AFFINITY",
    "EUCLIDEAN",
    "METRICS",
    "Affinity",
    "Euclidean",
    "Metric",
    "Precomputed",
    "metric_named",
]

Rows = slice | np.ndarray
Between = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Metric(ABC):
    """How far rows are from each other.

    A subclass is a frozen dataclass whose fields, if it has any, are its options: numbers, words
    or tuples of these, as metrics are compared. Most are best made from `Euclidean`, whose
    `checked` they replace: what it returns, a row a row, are the points of which Euclidean
    distances are taken. Distances that are not such pass as ``metric="precomputed"``.

    Attributes
    ----------
    name : str
        What it goes by.
    takes : str
        What it is given, in a word.
    sees_points : bool
        Whether its values are points, whose squared distances are sums over features; else they
        are the distances themselves.
    scales_features : bool
        Whether features may be multiplied by factors of their own.
    gaussian_is_definite : bool
        Whether ``exp(-d^2 / (2 eps))`` is sure to be positive definite, as of Euclidean distances
        (Schoenberg 1938).

    Examples
    --------
    Angles between rows: of unit vectors ``|x - y|^2 = 2 - 2 cos(x, y)``. Two rows that point the
    same way are then at no distance, and two at a right angle at a squared one of 2.

    >>> @dataclass(frozen=True)
    ... class Cosine(Euclidean):
    ...     name = "cosine"
    ...     takes = "directions"
    ...     scales_features = False
    ...
    ...     def checked(self, X, **options):
    ...         points = super().checked(X, **options)
    ...         lengths = np.linalg.norm(points, axis=1, keepdims=True)
    ...         return super().checked(points / lengths, **options)  # refuses a row of zeros
    >>> Cosine().squares_of([[1.0, 0.0], [5.0, 0.0], [0.0, 3.0]])
    array([[0., 0., 2.],
           [0., 0., 2.],
           [2., 2., 0.]])
    """

    name: ClassVar[str]
    takes: ClassVar[str] = "points"
    sees_points: ClassVar[bool] = True
    scales_features: ClassVar[bool] = True
    gaussian_is_definite: ClassVar[bool] = True

    @property
    def known_as(self) -> str | Metric:
        """The name, where `METRICS` has this metric by it; else the metric itself."""
        return self.name if METRICS.get(self.name) == self else self

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
            raise ValueError(
                f"Features cannot be scaled where only {self.takes} are given; pass points."
            )
        return check_points(values * scale)

    @abstractmethod
    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        """Whether some of the rows are apart from each other."""

    @abstractmethod
    def mean_squared_deviation(self, values: np.ndarray) -> float:
        """Half the mean squared distance of all pairs."""

    @abstractmethod
    def first_alike(self, values: np.ndarray) -> np.ndarray:
        """For each row the index of the first one at no distance, of shape (n_samples,)."""

    @abstractmethod
    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between = squared_distances,
    ) -> np.ndarray:
        """Squared distances of some rows to some others, of shape (n_rows, n_columns).

        `between` computes those of two blocks of points.
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
class Euclidean(Metric):
    """The length of the difference of two points.

    Examples
    --------
    A point and two others, 3 and 5 away.

    >>> points = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])
    >>> Euclidean().squared_distances(points, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name: ClassVar[str] = "euclidean"

    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        return check_points(X, name=name, min_rows=min_rows, distinct=distinct)

    def checked_rows(self, X: Any, n_samples: int) -> np.ndarray:
        return self.checked(X, min_rows=1, distinct=False)

    def warn_of_others(self, values: np.ndarray) -> None:
        warn_of_distances(values)

    def n_features(self, values: np.ndarray) -> int:
        return values.shape[1]

    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return check_points(values[rows])

    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        return bool(np.ptp(values[rows], axis=0).any())

    def mean_squared_deviation(self, values: np.ndarray) -> float:
        centred = centred_points(values)
        return float(np.einsum("ij,ij->", centred, centred) / len(values))

    def first_alike(self, values: np.ndarray) -> np.ndarray:
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
        between: Between = squared_distances,
    ) -> np.ndarray:
        return between(np.ascontiguousarray(values[rows]), np.ascontiguousarray(values[columns]))

    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        points = self.checked(X, min_rows=1, distinct=False)
        if Y is None:
            self.warn_of_others(points)
            return squared_distances(points)
        others = self.checked(Y, name="Y", min_rows=1, distinct=False)
        if points.shape[1] != others.shape[1]:
            raise ValueError(
                f"X and Y must have the same features, but X has {points.shape[1]} and Y "
                f"{others.shape[1]}."
            )
        return squared_distances(points, others)

    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        return squared_distances(rows, points)


@dataclass(frozen=True)
class Precomputed(Metric):
    """Distances that were given (not squared): row i holds those of point i to all.

    Examples
    --------
    Of three points the first is 3 and 5 away from the others.

    >>> distances = np.array([[0.0, 3.0, 5.0], [3.0, 0.0, 4.0], [5.0, 4.0, 0.0]])
    >>> Precomputed().squared_distances(distances, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name: ClassVar[str] = "precomputed"
    takes: ClassVar[str] = "distances"
    sees_points: ClassVar[bool] = False
    scales_features: ClassVar[bool] = False

    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        return check_distances(X, name=name, distinct=distinct, memory_limit=memory_limit)

    def checked_rows(self, X: Any, n_samples: int) -> np.ndarray:
        return check_rows_of_distances(X, n_samples)

    def n_features(self, values: np.ndarray) -> int:
        return 0

    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return check_distances(values[np.ix_(rows, rows)])

    def vary(self, values: np.ndarray, rows: np.ndarray) -> bool:
        return bool(values[np.ix_(rows, rows)].any())

    def mean_squared_deviation(self, values: np.ndarray) -> float:
        return float(np.einsum("ij,ij->", values, values) / (2 * len(values) ** 2))

    def first_alike(self, values: np.ndarray) -> np.ndarray:
        return (values == 0).argmax(axis=1)

    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between = squared_distances,
    ) -> np.ndarray:
        if isinstance(rows, np.ndarray) and isinstance(columns, np.ndarray):
            return np.square(values[np.ix_(rows, columns)])
        return np.square(values[rows, columns])

    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        if Y is not None:
            raise ValueError(
                "This kernel takes distances (metric='precomputed'), so there is no Y; pass X of "
                "shape (n_rows, n_others) alone."
            )
        return np.square(check_rows_of_distances(X))

    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        return np.square(rows)


@dataclass(frozen=True)
class Affinity(Precomputed):
    """Similarities that were given, for `DiffusionMap` only: the weights of a graph's edges.

    Examples
    --------
    Rules choose from distances, of which similarities tell nothing.

    >>> Affinity().checked([[1.0, 0.5], [0.5, 1.0]])
    Traceback (most recent call last):
        ...
    ValueError: With metric='affinity' X holds similarities, from which no scale can be chosen, ...
    """

    name: ClassVar[str] = "affinity"
    takes: ClassVar[str] = "similarities"

    def checked(self, X: Any, *, name: str = "X", **options: Any) -> np.ndarray:
        raise ValueError(
            f"With metric='affinity' {name} holds similarities, from which no scale can be chosen, "
            f"but DiffusionMap takes them as they are; pass points or distances here."
        )

    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        """The similarities, which are all there is."""
        if Y is not None:
            raise ValueError("With metric='affinity' X holds similarities, so there is no Y.")
        return check_rows_of_distances(X)


EUCLIDEAN = Euclidean()
AFFINITY = Affinity()
METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (EUCLIDEAN, Precomputed(), AFFINITY)
}
"""What data may be, by name: points, or distances of all pairs, or similarities for a map."""


def metric_named(name: str | Metric) -> Metric:
    """The metric of this name, or the object itself.

    Parameters
    ----------
    name : str or Metric
        A name from `METRICS`, or an object.

    Returns
    -------
    Metric
        What gives distances.

    Raises
    ------
    ValueError
        If there is none of this name.
    TypeError
        If it is a class, or its values are points but its distances are not Euclidean ones.

    Examples
    --------
    Where a metric is asked for, its name will do.

    >>> metric_named("precomputed").takes
    'distances'
    """
    if isinstance(name, type):
        raise TypeError(f"metric must be a name or an object, but a class was given: {shown(name)}")
    if not isinstance(name, Metric):
        return METRICS[check_name(name, METRICS, "metric")]
    if name.sees_points and type(name).squared_distances is not Euclidean.squared_distances:
        raise TypeError(
            f"The metric {name!r} sees points, so their distances are Euclidean ones, but it has a "
            f"`squared_distances` of its own; pass its distances with metric='precomputed'."
        )
    return name
