"""Metrics of SciPy and scikit-learn, computed block by block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.spatial.distance import cdist

from .._validation import shown
from ..distances import squared_distances
from .metric import NUMBERS_AT_ONCE, Between, RowMetric

__all__ = ["Chebyshev", "CityBlock", "Hamming", "Haversine", "Jaccard"]


@dataclass(frozen=True)
class CityBlock(RowMetric):
    """The sum of absolute differences, ``sum_l |x_l - y_l|``.

    Examples
    --------
    Differences of 3 and 4 add up to 7; the result is the square, 49.

    >>> CityBlock().squares_of([[0.0, 0.0]], [[3.0, 4.0]])
    array([[49.]])
    """

    name: ClassVar[str] = "cityblock"

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        return _squared(cdist(x, y, "cityblock"))


@dataclass(frozen=True)
class Chebyshev(RowMetric):
    """The largest absolute difference, ``max_l |x_l - y_l|``.

    Examples
    --------
    Of the differences 3 and 4, the larger is 4; the result is the square, 16.

    >>> Chebyshev().squares_of([[0.0, 0.0]], [[3.0, 4.0]])
    array([[16.]])
    """

    name: ClassVar[str] = "chebyshev"

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        return _squared(cdist(x, y, "chebyshev"))


@dataclass(frozen=True)
class Hamming(RowMetric):
    """The share of features in which two rows differ, for codes of categories.

    Examples
    --------
    These rows differ in one of four features; the result is the square of 0.25.

    >>> Hamming().squares_of([[1, 2, 3, 1]], [[1, 2, 5, 1]])
    array([[0.0625]])
    """

    name: ClassVar[str] = "hamming"

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        return _squared(cdist(x, y, "hamming"))


@dataclass(frozen=True)
class Jaccard(RowMetric):
    """Of the features that at least one of two rows has, the share that only one row has.

    A row is a set of features: 1 or True for the features that it has, 0 or False for all other
    features. Two rows without any features have distance zero, as in SciPy.

    Raises
    ------
    ValueError
        If an entry is neither 0 nor 1.

    Examples
    --------
    One of three features is in both rows, and two are in one row only; the result is the square of
    2/3.

    >>> Jaccard().squares_of([[True, True, False]], [[True, False, True]]).round(3)
    array([[0.444]])
    """

    name: ClassVar[str] = "jaccard"

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        others = (points != 0) & (points != 1)
        if others.any():
            row, column = np.argwhere(others)[0]
            raise ValueError(
                f"metric='jaccard' takes entries 0 and 1 (or False and True), for features that a "
                f"row lacks or has, but {name} holds {shown(points[row, column].item())} in row "
                f"{row}, column {column}; for codes of categories use metric='hamming'."
            )
        return points

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        both = x @ y.T  # sums of whole numbers are exact in any order
        either = x.sum(axis=1)[:, None] + y.sum(axis=1) - both
        return _squared(np.divide(either - both, either, out=both, where=either > 0))


@dataclass(frozen=True)
class Haversine(RowMetric):
    """The angle in radians between two places on a sphere, given by latitude and longitude.

    Multiplied by 6371 km, the angle gives the distance on the Earth.

    Raises
    ------
    ValueError
        If there are not two features, or a number is too large to be an angle in radians.

    Examples
    --------
    The angle from the equator to the pole is a quarter of a full circle.

    >>> d = np.sqrt(Haversine().squares_of([[0.0, 0.3]], [[np.pi / 2, 0.0]]))
    >>> d / (2 * np.pi)
    array([[0.25]])
    """

    name: ClassVar[str] = "haversine"

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        if points.shape[1] != 2:
            raise ValueError(
                f"metric='haversine' takes two features, latitude and longitude in radians, but "
                f"{name} has {points.shape[1]}."
            )
        beyond = np.abs(points) > (np.pi / 2 * (1 + 1e-9), np.pi * (1 + 1e-9))
        if beyond.any():
            row, column = np.argwhere(beyond)[0]
            raise ValueError(
                f"metric='haversine' takes radians: latitude from -pi/2 to pi/2, then longitude "
                f"from -pi to pi, but {name} holds {points[row, column]:.6g} in row {row}, column "
                f"{column}; if these are degrees, pass numpy.radians({name})."
            )
        return points

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        r, step = np.empty((len(x), len(y))), max(1, NUMBERS_AT_ONCE // max(1, len(y)))
        for start in range(0, len(x), step):
            rows = slice(start, start + step)
            # As in scikit-learn: sin^2(b / 2) + cos a cos a' sin^2(l / 2), with latitudes a and a'
            # and differences b of latitude and l of longitude.
            across = _half_sines(x[rows, 1], y[:, 1])
            across *= np.cos(x[rows, 0, None]) * np.cos(y[:, 0])
            across += _half_sines(x[rows, 0], y[:, 0])
            # Rounding may give more than 1 for opposite positions.
            r[rows] = np.square(2 * np.arcsin(np.sqrt(np.minimum(across, 1, out=across))))
        return r


def _half_sines(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Squared sines of half the differences."""
    return _squared(np.sin((x[:, None] - y) / 2))


def _squared(d: np.ndarray) -> np.ndarray:
    return np.square(d, out=d)
