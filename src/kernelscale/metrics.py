"""What the distance of two rows is: a small object for each metric, and their names.

Whoever looks at pairs asks the metric, so that no rule, kernel or map has to know whether there
are points or only distances. A new metric is a subclass, and a line in `METRICS`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ._validation import (
    check_distances,
    check_name,
    check_points,
    check_rows_of_distances,
)
from .distances import squared_distances, warn_of_distances

__all__ = ["METRICS", "Euclidean", "Metric", "Precomputed", "metric_named"]

Rows = slice | np.ndarray
Between = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Metric(ABC):
    """How far rows are from each other.

    Attributes
    ----------
    name : str
        What it goes by.
    sees_points : bool
        Whether its values are points, whose squared distances are sums over features; else they
        are the distances themselves.
    gaussian_is_definite : bool
        Whether ``exp(-d^2 / (2 eps))`` is sure to be positive definite, as of Euclidean distances
        (Schoenberg 1938).
    """

    name: ClassVar[str]
    sees_points: ClassVar[bool] = True
    gaussian_is_definite: ClassVar[bool] = True

    @abstractmethod
    def checked(
        self,
        X: Any,
        *,
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        """Data as float64, refused where they are not valid, and prepared for distances.

        Parameters
        ----------
        X : array-like
            Points of shape (n_samples, n_features), or distances of all pairs.
        min_rows : int
            Fewest points.
        distinct : bool
            Whether at least two points have to be apart.
        memory_limit : float
            Bytes a copy may take where one is needed.
        """

    @abstractmethod
    def n_features(self, values: np.ndarray) -> int:
        """Number of features of checked data; 0 where only distances are known."""

    @abstractmethod
    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """What is known of some rows alone."""

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


class Euclidean(Metric):
    """The length of the difference of two points.

    Examples
    --------
    A point and two others, 3 and 5 away.

    >>> points = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])
    >>> Euclidean().squared_distances(points, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name = "euclidean"

    def checked(
        self,
        X: Any,
        *,
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        return check_points(X, min_rows=min_rows, distinct=distinct)

    def n_features(self, values: np.ndarray) -> int:
        return values.shape[1]

    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return values[rows]

    def squared_distances(
        self,
        values: np.ndarray,
        rows: Rows,
        columns: Rows,
        between: Between = squared_distances,
    ) -> np.ndarray:
        return between(np.ascontiguousarray(values[rows]), np.ascontiguousarray(values[columns]))

    def squares_of(self, X: Any, Y: Any = None) -> np.ndarray:
        points = check_points(X, min_rows=1, distinct=False)
        if Y is None:
            warn_of_distances(points)
            return squared_distances(points)
        others = check_points(Y, name="Y", min_rows=1, distinct=False)
        if points.shape[1] != others.shape[1]:
            raise ValueError(
                f"X and Y must have the same features, but X has {points.shape[1]} and Y "
                f"{others.shape[1]}."
            )
        return squared_distances(points, others)

    def squares_to(self, rows: np.ndarray, points: np.ndarray | None) -> np.ndarray:
        return squared_distances(rows, points)


class Precomputed(Metric):
    """Distances that were given (not squared): row i holds those of point i to all.

    Examples
    --------
    Of three points the first is 3 and 5 away from the others.

    >>> distances = np.array([[0.0, 3.0, 5.0], [3.0, 0.0, 4.0], [5.0, 4.0, 0.0]])
    >>> Precomputed().squared_distances(distances, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name = "precomputed"
    sees_points = False

    def checked(
        self,
        X: Any,
        *,
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        return check_distances(X, distinct=distinct, memory_limit=memory_limit)

    def n_features(self, values: np.ndarray) -> int:
        return 0

    def part(self, values: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return values[np.ix_(rows, rows)]

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


METRICS: dict[str, Metric] = {metric.name: metric for metric in (Euclidean(), Precomputed())}
"""What data may be, by name: points, or distances of all pairs."""


def metric_named(name: str | Metric) -> Metric:
    """The metric of this name, or the object itself.

    Raises
    ------
    ValueError
        If there is none of this name.
    """
    return name if isinstance(name, Metric) else METRICS[check_name(name, METRICS, "metric")]
