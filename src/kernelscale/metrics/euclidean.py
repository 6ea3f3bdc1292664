"""The Euclidean metric, and a function that opens data for any metric."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_points
from ..distances import centred_points, squared_distances, warn_of_distances
from ..stored_rows import StoredRows, opened
from .metric import Between, Metric, RowMetric

__all__ = ["EUCLIDEAN", "Euclidean", "opened_for"]


@dataclass(frozen=True)
class Euclidean(RowMetric):
    """The length of the difference of two points.

    Examples
    --------
    The squared distances of a point to two others, at distances 3 and 5.

    >>> points = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])
    >>> Euclidean().squared_distances(points, slice(0, 1), slice(1, 3))
    array([[ 9., 25.]])
    """

    name: ClassVar[str] = "euclidean"
    is_euclidean: ClassVar[bool] = True
    scales_features: ClassVar[bool] = True
    gaussian_is_definite: ClassVar[bool] = True

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

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        return euclidean(x, y)

    def warn_of_others(self, values: np.ndarray) -> None:
        warn_of_distances(values)

    def mean_squared_deviation(self, values: np.ndarray) -> float:
        if isinstance(values, StoredRows):
            return float(values.moments.squares.sum() / len(values))
        centred = centred_points(values)
        return float(np.einsum("ij,ij->", centred, centred) / len(values))


EUCLIDEAN = Euclidean()


def opened_for(
    metric: Metric,
    X: Any,
    memory_limit: int,
    report: Callable[[str, int, int], None] | None = None,
) -> Any:
    """Open data as `stored_rows.opened` does; only the Euclidean metric reads rows in blocks.

    For any other metric the rows are read into memory, because it prepares all rows together.
    """
    found = opened(X, memory_limit, report)
    return np.asarray(found) if isinstance(found, StoredRows) and metric != EUCLIDEAN else found
