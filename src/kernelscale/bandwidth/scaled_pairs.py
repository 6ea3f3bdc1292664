"""How many others a row sees by a kernel of scales of rows, of all pairs or of those of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from ..data import PointCloud
from ..data.scale_range import useful_range
from ..engine import DistanceHistogram
from ..engine.arithmetic.reference import histogram_part
from ..engine.pair_histogram import PairHistogram
from ..engine.statistics import Neighbors

__all__ = ["AllPairs", "KnownPairs", "Seen"]

FEWEST_ROWS = 256
PAIRS = 1 << 22  # at least: the sum of the kernel to about 1 %
PAIRS_AT_ONCE = 1 << 16


class AllPairs(NamedTuple):
    """Squared distances of rows with all."""

    cloud: PointCloud

    @property
    def shape(self) -> tuple[int, int]:
        """Rows, and with how many each has a distance."""
        return self.cloud.n_samples, self.cloud.n_samples

    def of_rows(self, rows: np.ndarray) -> tuple[np.ndarray, slice | np.ndarray]:
        """Those of some rows, and which others they are with."""
        return self.cloud.squared_distances_between(rows, slice(None)), slice(None)


class KnownPairs(NamedTuple):
    """Squared distances of rows with themselves and their nearest."""

    neighbors: Neighbors

    @property
    def shape(self) -> tuple[int, int]:
        """As of `AllPairs`."""
        n_samples, n_neighbors = self.neighbors.indices.shape
        return n_samples, n_neighbors + 1

    def of_rows(self, rows: np.ndarray) -> tuple[np.ndarray, slice | np.ndarray]:
        """As of `AllPairs`."""
        squares, indices = (part[rows] for part in self.neighbors)
        return np.column_stack([np.zeros(len(rows)), squares]), np.column_stack([rows, indices])


@dataclass(frozen=True, eq=False)
class Seen:
    """The sum of ``exp(-r_ij / (2 epsilon s_i s_j))`` at any epsilon.

    Attributes
    ----------
    histogram : PairHistogram
        Of ``r_ij / (s_i s_j)``, a row with itself among them.
    n_columns : int
        With how many, itself among them, each row is.
    """

    histogram: PairHistogram
    n_columns: int

    @classmethod
    def by(cls, scales: np.ndarray, pairs: AllPairs | KnownPairs, unit: float) -> Seen:
        """By scales s; of all rows, or of evenly spaced ones where pairs are many.

        `unit` is a squared distance that none of the others is much larger than.
        """
        n_samples, n_columns = pairs.shape
        n_rows = min(n_samples, max(FEWEST_ROWS, PAIRS // n_columns))
        rows = np.arange(n_rows) * n_samples // n_rows
        statistic = DistanceHistogram(unit / float(scales.min()) ** 2)
        state = statistic.start(n_samples)
        for block in np.array_split(rows, min(n_rows, -(-n_rows * n_columns // PAIRS_AT_ONCE))):
            r, others = pairs.of_rows(block)
            r /= scales[block, None] * scales[others]
            state = statistic.merge(state, histogram_part(r, statistic.unit))
        return cls(statistic.finish(state), n_columns)

    @property
    def _n_rows(self) -> int:
        return self.histogram.n_pairs // self.n_columns

    def _sum(self, epsilon: float) -> float:
        """``S - S_0``, S_0 the pairs at no distance."""
        return float(self.histogram.sums(np.array([epsilon]))[0][0] - self.histogram.n_zero)

    def others(self, epsilon: float) -> float:
        """How many others a row sees on average."""
        return self._sum(epsilon) / self._n_rows

    def scale_at(self, n_others: float) -> float:
        """Epsilon at which it sees so many; the largest useful one where it never does."""

        def excess(log_epsilon: float) -> float:
            seen = np.log(self._sum(np.exp(log_epsilon)))
            return float(seen - np.log(self._n_rows * n_others))

        low, high = np.log(useful_range(self.histogram, self.n_columns))
        return float(np.exp(brentq(excess, low, high) if excess(high) > 0 else high))

    def dimension(self, epsilon: float) -> float:
        """The dimension d_eps that is implied there, ``T / (eps (S - S_0))``."""
        S, T = self.histogram.sums(np.array([epsilon]))
        return float(T[0] / (epsilon * (S[0] - self.histogram.n_zero)))
