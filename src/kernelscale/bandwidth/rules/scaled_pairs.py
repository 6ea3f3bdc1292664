"""Sums of a kernel with a scale for each row, over all pairs or over the pairs of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from ...data import PointCloud
from ...data.scale_range import useful_range
from ...engine.arithmetic.reference import partial_histogram
from ...engine.pair_histogram import PairHistogram
from ...engine.statistics import DistanceHistogram, Neighbors

__all__ = ["AllPairs", "KnownPairs", "ScaledSums"]

FEWEST_ROWS = 256
FEWEST_PAIRS = 1 << 22  # number of pairs that gives the kernel's sum to about 1 %
PAIRS_AT_ONCE = 1 << 16


class AllPairs(NamedTuple):
    """Squared distances of rows to all rows."""

    cloud: PointCloud

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and the number of distances from each row."""
        return self.cloud.n_samples, self.cloud.n_samples

    def of_rows(self, rows: np.ndarray) -> tuple[np.ndarray, slice | np.ndarray]:
        """Squared distances from some rows, and the indices of the rows to which they lead."""
        return self.cloud.squared_distances_between(rows, slice(None)), slice(None)


class KnownPairs(NamedTuple):
    """Squared distances of rows to themselves and to their nearest neighbours."""

    neighbors: Neighbors

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and the number of distances from each row."""
        n_samples, n_neighbors = self.neighbors.indices.shape
        return n_samples, n_neighbors + 1

    def of_rows(self, rows: np.ndarray) -> tuple[np.ndarray, slice | np.ndarray]:
        """Squared distances from some rows, and the indices of the rows to which they lead."""
        squares, indices = (each[rows] for each in self.neighbors)
        return np.column_stack([np.zeros(len(rows)), squares]), np.column_stack([rows, indices])


@dataclass(frozen=True, eq=False)
class ScaledSums:
    """The sum of ``exp(-r_ij / (2 epsilon s_i s_j))`` at any epsilon.

    Attributes
    ----------
    histogram : PairHistogram
        The histogram of ``r_ij / (s_i s_j)``, including the pair of each row with itself.
    n_columns : int
        Number of pairs of each row.
    """

    histogram: PairHistogram
    n_columns: int

    @classmethod
    def of(cls, scales: np.ndarray, pairs: AllPairs | KnownPairs, unit: float) -> ScaledSums:
        """The sums for scales s over all rows or, if there are many pairs, over some of the rows.

        If only some rows are used, they are evenly spaced. `unit` is a squared distance that no
        squared distance of the pairs exceeds by much.
        """
        n_samples, n_columns = pairs.shape
        n_rows = min(n_samples, max(FEWEST_ROWS, FEWEST_PAIRS // n_columns))
        rows = np.arange(n_rows) * n_samples // n_rows
        statistic = DistanceHistogram(unit / float(scales.min()) ** 2)
        state = statistic.start(n_samples)
        for block in np.array_split(rows, min(n_rows, -(-n_rows * n_columns // PAIRS_AT_ONCE))):
            r, others = pairs.of_rows(block)
            r /= scales[block, None] * scales[others]
            state = statistic.merge(state, partial_histogram(r, statistic.unit))
        return cls(statistic.finish(state), n_columns)

    @property
    def _n_rows(self) -> int:
        return self.histogram.n_pairs // self.n_columns

    def _sum(self, epsilon: float) -> float:
        """``S - S_0``, where S_0 is the number of pairs at distance 0."""
        return float(self.histogram.sums(np.array([epsilon]))[0][0] - self.histogram.n_zero)

    def others(self, epsilon: float) -> float:
        """Number of other rows that a row reaches on average: its mean kernel sum.

        Pairs at distance 0 are not in the sum.
        """
        return self._sum(epsilon) / self._n_rows

    def scale_at(self, n_others: float) -> float:
        """The epsilon at which `others` is `n_others`, or the upper end of the useful range."""

        def excess(log_epsilon: float) -> float:
            total = np.log(self._sum(np.exp(log_epsilon)))
            return float(total - np.log(self._n_rows * n_others))

        low, high = np.log(useful_range(self.histogram, self.n_columns))
        return float(np.exp(brentq(excess, low, high) if excess(high) > 0 else high))

    def dimension(self, epsilon: float) -> float:
        """The implied dimension ``d_eps = T / (eps (S - S_0))``.

        S is the sum of the kernel, and T the sum of its values times the squared distances.
        """
        S, T = self.histogram.sums(np.array([epsilon]))
        return float(T[0] / (epsilon * (S[0] - self.histogram.n_zero)))
