"""The logarithm of the density of all other rows at each row, as a function of the scale."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from ...data import PointCloud
from ...data.drawn_rows import drawn_rows
from ...data.scale_range import geometric_grid
from ...engine.statistics import RowSums

__all__ = ["LeftOutDensities"]

PAIRS_AT_ONCE = 400_000
# The sum of a row is computed from logarithms if r / eps for its nearest neighbour exceeds `FAR`,
# because kernel values are cut off at exp(-700). For a row with duplicates the limit is
# `FAR_WITH_DUPLICATES`: each duplicate adds 1 to the sum, and values below exp(-20) lose digits
# when they are added to it.
FAR, FAR_WITH_DUPLICATES = 1200.0, 40.0


class LeftOutDensities:
    """``log p_i = log sum_j exp(-r_ij / (2 eps)) / n_i - d/2 log(2 pi eps / s^2)``.

    The sum is over the n_i other rows j of row i. Lengths are in units of s, the root of the mean
    variance of a feature, so the values do not depend on the unit of the data.

    Parameters
    ----------
    cloud : PointCloud
        The points. If rows are drawn at random, the density of all points is computed at the rows
        drawn.
    dimension : float
        The d of the formula.
    duplicates_are_others : bool
        Whether duplicates of a row count as other rows; if not, they are left out with that row.
    n_rows : int, optional
        Largest number of rows at which the density is computed, if the cloud has no `n_sample`.

    Attributes
    ----------
    rows : ndarray of shape (n_rows,)
        The rows at which the density is computed.
    nearest : ndarray of shape (n_rows,)
        Squared distance of each of these rows to its nearest neighbour.
    """

    def __init__(
        self,
        cloud: PointCloud,
        dimension: float,
        *,
        duplicates_are_others: bool,
        n_rows: int | None = None,
    ) -> None:
        self.dimension, self._cloud = dimension, cloud
        cloud.check_holds_rows()
        n_samples, sampled = cloud.n_samples, cloud.sampled
        n_rows = (n_rows or n_samples) if sampled is None else sampled.n_rows
        self.rows = np.arange(n_samples)
        if n_rows < n_samples:
            self.rows = np.sort(drawn_rows(n_samples, n_rows))
        group = cloud.first_alike
        self._n_duplicates = np.zeros(len(self.rows))
        if not duplicates_are_others:
            self._n_duplicates += np.bincount(group, minlength=n_samples)[group[self.rows]] - 1
        self.nearest, self._farthest = self._ends()
        self._logs: dict[float, np.ndarray] = {}

    def _ends(self) -> tuple[np.ndarray, float]:
        """Each row's smallest squared distance, and the largest of all (0 if all rows are used)."""
        if len(self.rows) < self._cloud.n_samples:
            ends = [self._ends_of(block) for block in self._blocks(self.rows)]
            nearest, farthest = zip(*ends, strict=True)
            return np.concatenate(nearest), max(farthest)
        if not self._n_duplicates.any():
            return self._cloud.nearest(1).squared_distances[:, 0], 0.0
        place = np.searchsorted(self._cloud.distinct_rows, self._cloud.first_alike)
        return self._cloud.distinct.nearest(1).squared_distances[place, 0], 0.0

    def _ends_of(self, rows: np.ndarray) -> tuple[np.ndarray, float]:
        r = self._to_others(rows)
        return r.min(axis=1), float(r[np.isfinite(r)].max())

    def _blocks(self, rows: np.ndarray) -> list[np.ndarray]:
        n_blocks = -(-len(rows) * self._cloud.n_samples // PAIRS_AT_ONCE)
        return np.array_split(rows, n_blocks) if n_blocks else []

    def _to_others(self, rows: np.ndarray) -> np.ndarray:
        """Squared distances of rows to all rows; infinite to rows that are not in the sum."""
        r = self._cloud.squared_distances_from(rows).copy()
        r[np.arange(len(rows)), rows] = np.inf
        if self._n_duplicates.any():
            alike = self._cloud.first_alike
            r[alike[rows][:, None] == alike] = np.inf
        return r

    def without_farthest(self, share: float) -> np.ndarray:
        """A mask of the rows that are kept if a share of the rows is left out.

        The rows left out are those farthest from their nearest neighbours. If the share is not 0,
        at least one row is left out, unless rows are tied or fewer than two would be kept.
        """
        n_rows = len(self.nearest)
        n_left = n_rows - max(int(share * n_rows), int(share > 0))
        if n_left < 2:
            return np.ones(n_rows, dtype=bool)
        kept: np.ndarray = self.nearest <= np.partition(self.nearest, n_left - 1)[n_left - 1]
        return kept

    def candidate_scales(self, counted: np.ndarray) -> np.ndarray:
        """Scales a factor of 2 apart, around the best scale for the rows marked in `counted`.

        The derivative of log p_i by log eps is ``(sum_j w_ij r_ij / eps - d) / 2``. The weights
        w_ij sum to 1, and are larger for smaller r_ij. So the mean of log p_i rises with eps as
        long as ``eps d`` is below the mean squared distance to the nearest neighbour. It falls
        where ``eps d`` exceeds the mean of all r_ij.
        """
        n_samples = self._cloud.n_samples
        to_all = 2 * self._cloud.mean_squared_deviation * n_samples
        low = np.mean(self.nearest[counted])
        high = to_all / (n_samples - 1 - self._n_duplicates.max())
        if len(self.rows) < n_samples:  # rows drawn may be farther from other rows than average
            high = max(high, self._farthest)
        return geometric_grid(low / (2 * self.dimension), 2 * high / self.dimension, 2.0)

    def compute(self, at: list[float]) -> None:
        """Compute log p_i at these scales in one pass, and keep it for the methods below."""
        scales = np.array(at)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(
                self._cloud.reduce(RowSums(scales), self.rows) - self._n_duplicates[:, None]
            )
        self._correct(logs, scales)
        n_others = self._cloud.n_samples - 1 - self._n_duplicates
        variance = 2 * np.pi * scales * self.dimension / self._cloud.mean_squared_deviation
        logs -= np.log(n_others)[:, None] + self.dimension / 2 * np.log(variance)
        self._logs.update(zip(scales.tolist(), logs.T.copy(), strict=True))

    def _correct(self, logs: np.ndarray, scales: np.ndarray) -> None:
        """Replace sums that are too small to be accurate by sums computed from logarithms."""
        reach = np.where(self._n_duplicates > 0, FAR_WITH_DUPLICATES, FAR)
        far = np.flatnonzero(self.nearest > reach * scales.min())
        for places in self._blocks(far):
            r = self._to_others(self.rows[places])
            for column, scale in enumerate(scales.tolist()):
                logs[places, column] = logsumexp(r / (-2 * scale), axis=1)

    def of_rows(self, scale: float) -> np.ndarray:
        """Log p_i at one scale, of shape (n_rows,)."""
        if scale not in self._logs:
            self.compute([scale])
        return self._logs[scale]

    def mean(self, scale: float, counted: np.ndarray) -> float:
        """Mean of log p_i over the rows marked in `counted`."""
        return float(self.of_rows(scale)[counted].mean())

    def error(self, scale: float, counted: np.ndarray) -> float:
        """Standard error of `mean`, for rows drawn without replacement."""
        values = self.of_rows(scale)[counted]
        left = 1 - len(self.rows) / self._cloud.n_samples
        return float(values.std(ddof=1) * np.sqrt(left / len(values)))

    def excess(self, scale: float, best: float, counted: np.ndarray) -> float:
        """How much worse a scale is than the best, in standard errors of the mean difference."""
        worse = (self.of_rows(best) - self.of_rows(scale))[counted]
        mean, error = float(worse.mean()), float(worse.std() / np.sqrt(len(worse)))
        return 0.0 if mean <= 0 else mean / error if error else np.inf
