"""Metrics that depend only on the angle between rows, or between rows minus their means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..distances import centred_points, squared_distances
from .metric import Between, RowMetric

__all__ = ["Correlation", "Cosine"]

_NUMBERS_AT_ONCE = 2**20
_ROUNDING = 16 * np.finfo(float).eps  # largest rounding error of entries of unit rows


@dataclass(frozen=True)
class Cosine(RowMetric):
    """One minus the cosine of the angle between two rows, from 0 to 2.

    ``d(x, y) = 1 - x.y / (|x| |y|)``, as in SciPy and scikit-learn; the kernel uses its square.
    Rows are first divided by their lengths. Then ``d = |x - y|^2 / 2``, computed from differences,
    so that small distances keep their digits.

    Raises
    ------
    ValueError
        If a row is zero, so that it has no direction.

    Examples
    --------
    Two rows in the same direction, and one at a right angle to both.

    >>> Cosine().squares_of([[1.0, 0.0], [5.0, 0.0], [0.0, 3.0]])
    array([[0., 0., 1.],
           [0., 0., 1.],
           [1., 1., 0.]])
    """

    name: ClassVar[str] = "cosine"
    half_squares: ClassVar[bool] = True

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        # Exact multiples have the same quotients to the last bit, so their distance is zero.
        largest = np.abs(points).max(axis=1, keepdims=True)
        if not largest.all():
            raise ValueError(self._no_direction(int(np.argmin(largest)), name))
        units = points / largest
        units /= np.sqrt((units * units).sum(axis=1, keepdims=True))
        return units

    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        units = super().checked(X, name=name, min_rows=min_rows, distinct=distinct)
        if distinct and np.ptp(units, axis=0).max() < _ROUNDING:
            raise ValueError(
                f"All {len(units)} rows of {name} agree up to rounding with metric="
                f"'{self.name}', so no scale can be chosen."
            )
        return units

    def _no_direction(self, row: int, name: str) -> str:
        return (
            f"Row {row} of {name} is zero, which has no direction, so metric='{self.name}' has "
            f"no distance from it; drop such rows."
        )

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        return self.from_euclidean(euclidean(x, y))

    def mean_squared_deviation(self, values: np.ndarray) -> float:
        # With centred rows c_i and a_i = |c_i|^2, |x_i - x_j|^2 = a_i + a_j - 2 c_i.c_j. The square
        # of this, averaged over all pairs, gives the sum below, because the c_i add up to 0.
        centred = centred_points(values)
        a = (centred * centred).sum(axis=1)
        products = _sum_of_squared_products(centred) / len(values) ** 2
        return float(((a * a).mean() + a.mean() ** 2) / 4 + products / 2)


@dataclass(frozen=True)
class Correlation(Cosine):
    """One minus Pearson's correlation of two rows over the features, from 0 to 2.

    This is `Cosine` of rows minus their own means, as in SciPy and scikit-learn.

    Raises
    ------
    ValueError
        If there are fewer than three features (with two, distances are 0 or 2), or all features of
        a row are equal, so that it has no correlation.

    Examples
    --------
    Profiles of the same form have distance zero, whatever their mean and range.

    >>> Correlation().squares_of([[1.0, 2.0, 3.0], [10.0, 30.0, 50.0], [3.0, 2.0, 1.0]])
    array([[0., 0., 4.],
           [0., 0., 4.],
           [4., 4., 0.]])
    """

    name: ClassVar[str] = "correlation"

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        if points.shape[1] < 3:
            raise ValueError(
                f"metric='correlation' needs at least three features, because over two features "
                f"the correlation of any two rows is 1 or -1, but {name} has {points.shape[1]}."
            )
        flat = np.ptp(points, axis=1) == 0
        if flat.any():
            raise ValueError(self._no_direction(int(np.argmax(flat)), name))
        # For integers, n_features times the difference from the mean is exact.
        centred = points * points.shape[1] - points.sum(axis=1, keepdims=True)
        return super().prepared(centred, name)

    def _no_direction(self, row: int, name: str) -> str:
        return (
            f"Row {row} of {name} has the same value in all features, so metric='{self.name}' "
            f"has no distance from it; drop such rows."
        )


def _sum_of_squared_products(rows: np.ndarray) -> float:
    """``sum_ij (x_i.x_j)^2``, from the smaller of the two matrices of products."""
    if rows.shape[1] > rows.shape[0]:
        rows = rows.T
    total, step = 0.0, max(1, _NUMBERS_AT_ONCE // rows.shape[1])
    for start in range(0, rows.shape[1], step):  # a few columns at a time avoid a large matrix
        products = rows.T @ rows[:, start : start + step]
        total += float(np.einsum("ij,ij->", products, products))
    return total
