"""Given distances of all pairs, or similarities, in place of points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_distances, check_rows_of_distances
from .metric import Between, Metric, Rows

__all__ = ["AFFINITY", "Affinity", "Precomputed"]


@dataclass(frozen=True)
class Precomputed(Metric):
    """Given distances (not squared): row i holds the distances of point i to all points.

    Examples
    --------
    The first of three points is at distances 3 and 5 from the others; the squares are 9 and 25.

    >>> distances = np.array([[0.0, 3.0, 5.0], [3.0, 0.0, 4.0], [5.0, 4.0, 0.0]])
    >>> Precomputed().squared_distances(distances, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name: ClassVar[str] = "precomputed"
    takes: ClassVar[str] = "distances"

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
        between: Between | None = None,
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
    """Given similarities, the edge weights of a graph; for `DiffusionMap` only.

    Examples
    --------
    Rules need distances, so the check of their data refuses similarities.

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
        """The similarities themselves."""
        if Y is not None:
            raise ValueError("With metric='affinity' X holds similarities, so there is no Y.")
        return check_rows_of_distances(X)


AFFINITY = Affinity()
