"""The points of one pass, and in which numbers their distances are formed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

__all__ = ["QuickDistances", "Source"]

SINGLE_ROWS = 1024  # with fewer there is too little to gain, and to average out
_ROWS_FOR_CENTRE = 1000


class QuickDistances(NamedTuple):
    """Squared distances over a unit: to about 1e-6, each rounded by chance, or exact."""

    values: np.ndarray
    unit: float


@dataclass(frozen=True, eq=False)
class Source:
    """Points, and what float32 distances of theirs are relative to.

    Attributes
    ----------
    values : ndarray of shape (n_samples, n_features)
        The points, float64.
    centre : ndarray of shape (n_features,)
        A point in their midst. Float32 keeps few digits of points far from it.
    unit : float
        A squared distance that none exceeds; a power of 4, so that dividing by its root is exact
        and whole numbers stay what they are.
    single : bool
        Whether quick distances may be float32.
    """

    values: np.ndarray
    centre: np.ndarray
    unit: float
    single: bool

    @classmethod
    def of(cls, points: np.ndarray) -> Source:
        """Look at the points once; the median of some stays in their midst whatever strays far."""
        some = points[:: max(1, len(points) // _ROWS_FOR_CENTRE)]
        extent = np.ptp(points, axis=0)
        diagonal = float(extent @ extent)
        single = len(points) > SINGLE_ROWS and diagonal > 0
        unit = 4.0 ** np.ceil(np.log2(diagonal) / 2) if single else 1.0
        return cls(points, np.median(some, axis=0), float(unit), single)

    @classmethod
    def given(cls, distances: np.ndarray) -> Source:
        """Distances instead of points."""
        return cls(distances, np.zeros(0), 1.0, False)

    def block(self, rows: slice | np.ndarray) -> np.ndarray:
        """Some of the points, C-contiguous."""
        return np.ascontiguousarray(self.values[rows])
