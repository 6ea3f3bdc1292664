"""The dimension by maximum likelihood of distances to neighbours (Levina and Bickel 2004)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..._validation import check_count, check_name
from ...results import Dimension
from ..caveats import bounded
from ..estimator import DimensionEstimator, MetricOption
from ..sample import Sample

__all__ = ["LevinaBickel", "inverse_dimensions"]

AVERAGES = ("harmonic", "arithmetic")


@dataclass(repr=False, eq=False)
class LevinaBickel(DimensionEstimator, MetricOption):
    """The most likely dimension around each point, averaged over points and numbers of neighbours.

    If the density is nearly constant over the k nearest neighbours of x, the most likely dimension
    is ``m_k(x) = [1/(k - 1) sum_(j < k) log(r_k / r_j)]^-1``.

    Parameters
    ----------
    k1, k2 : int
        Smallest and largest number of neighbours; all numbers from k1 to k2 have the same weight.
    average : {"harmonic", "arithmetic"}
        The average over points and numbers of neighbours. "harmonic" averages 1/m_k, which gives
        the most likely dimension of all points together (MacKay and Ghahramani 2005). "arithmetic"
        is the original average, which is too high by a factor of (k - 1)/(k - 2).
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. With the metrics cosine and correlation the estimate is computed
        from the prepared rows, which have length 1.

    References
    ----------
    E. Levina, P. Bickel, "Maximum likelihood estimation of intrinsic dimension", NIPS 17 (2004).
    D. MacKay, Z. Ghahramani, comments on that paper, inference.org.uk/mackay/dimension (2005).

    Examples
    --------
    A sheet and a line perpendicular to it have local dimensions 2 and 1.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> sheet = np.column_stack([random.uniform(-1, 1, (500, 2)), np.zeros(500)])
    >>> thread = random.uniform(1, 9, (500, 1)) * [0, 0, 1]
    >>> local = LevinaBickel().fit(np.vstack([sheet, thread])).pointwise_
    >>> bool(np.median(local[:500]).round() == 2 and np.median(local[500:]).round() == 1)
    True
    """

    k1: int = 10
    k2: int = 20
    average: str = "harmonic"
    method: ClassVar[str] = "levina_bickel"

    def _check_parameters(self) -> None:
        check_count(self.k1, "k1", smallest=2)
        check_count(self.k2, "k2", smallest=self.k1)
        check_name(self.average, AVERAGES, "average")

    def _fewest_rows(self) -> int:
        return self.k2 + 1

    def _estimate(self, sample: Sample) -> Dimension:
        r = sample.nearest(self.k2).squared_distances
        apart = r[:, 0] > 0  # a squared distance of distinct points may underflow to 0
        inverses = inverse_dimensions(r[apart], self.k1)
        pointwise = np.full(len(r), np.nan)
        pointwise[apart] = self._averaged(inverses, 1)
        n_neighbors = np.arange(self.k1, self.k2 + 1)
        dimension, continuous, flags = bounded(float(self._averaged(inverses, None)), sample.rank)
        return Dimension(
            self.method,
            dimension,
            continuous,
            f"This is the {self.average} mean of the most likely dimensions around all points, "
            f"from {self.k1} to {self.k2} neighbours.",
            pointwise=sample.in_rows(pointwise),
            flags=flags,
            n_samples=sample.n_samples,
            evidence={"n_neighbors": n_neighbors, "dimensions": self._averaged(inverses, 0)},
        )

    def _averaged(self, inverses: np.ndarray, axis: int | None) -> np.ndarray:
        with np.errstate(divide="ignore"):  # infinite if neighbours are at equal distances
            if self.average == "harmonic":
                return 1 / inverses.mean(axis=axis)
            return (1 / inverses).mean(axis=axis)


def inverse_dimensions(r: np.ndarray, k1: int) -> np.ndarray:
    """``1/m_k(x)`` for each point and each k from k1 to k2, of shape (n_samples, k2 - k1 + 1).

    Parameters
    ----------
    r : ndarray of shape (n_samples, k2)
        Squared distances to the nearest neighbours, ascending and positive.
    k1 : int
        Smallest number of neighbours, at least 2.
    """
    logs = np.log(r) / 2
    k = np.arange(k1, r.shape[1] + 1)
    sums_of_nearer = np.cumsum(logs, axis=1)[:, k - 2]
    return np.maximum(logs[:, k - 1] - sums_of_nearer / (k - 1), 0.0)
