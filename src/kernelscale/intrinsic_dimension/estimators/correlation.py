"""The correlation dimension (Grassberger and Procaccia 1983)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from ..._validation import check_count
from ...engine.statistics import CountsBetween
from ...results import Dimension
from ..caveats import bounded
from ..estimator import DimensionEstimator, MetricOption
from ..sample import Sample

__all__ = ["CorrelationDimension", "CorrelationSums", "correlation_sums"]


@dataclass(repr=False, eq=False)
class CorrelationDimension(DimensionEstimator, MetricOption):
    """The exponent d if the number of pairs within a distance R grows as R^d.

    ``d = log(C(R_2) / C(R_1)) / log(R_2 / R_1)``, where C(R) is the share of pairs at a distance
    below R, and R_1 and R_2 are the median distances to neighbours k1 and k2 (Hino, package ider).

    Parameters
    ----------
    k1, k2 : int
        R_1 and R_2 are the median distances to the k1-th and to the k2-th nearest neighbour.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. With the metrics cosine and correlation the estimate is computed
        from the prepared rows, which have length 1.

    References
    ----------
    P. Grassberger, I. Procaccia, "Measuring the strangeness of strange attractors", Physica D 9,
    189-208 (1983).

    Examples
    --------
    The attractor of Henon's map has 1.2 dimensions, as Grassberger and Procaccia found.

    >>> import numpy as np
    >>> orbit = [(0.1, 0.1)]
    >>> for _ in range(3000):
    ...     x, y = orbit[-1]
    ...     orbit.append((1 - 1.4 * x * x + y, 0.3 * x))
    >>> round(CorrelationDimension().fit(orbit[100:]).dimension_continuous_, 1)
    1.2
    """

    k1: int = 10
    k2: int = 20
    method: ClassVar[str] = "correlation"

    def _check_parameters(self) -> None:
        check_count(self.k1, "k1")
        check_count(self.k2, "k2", smallest=self.k1 + 1)

    def _fewest_rows(self) -> int:
        return self.k2 + 1

    def _estimate(self, sample: Sample) -> Dimension:
        sums = correlation_sums(sample, self.k1, self.k2)
        dimension, continuous, flags = bounded(sums.slope, sample.rank)
        reason = (
            f"This is the exponent d if the share of pairs at a distance below R grows as R^d, for "
            f"R between the median distances to neighbours {self.k1} and {self.k2}."
        )
        return Dimension(
            self.method,
            dimension,
            continuous,
            reason,
            flags=flags,
            n_samples=sample.n_samples,
            evidence=sums._asdict(),
        )


class CorrelationSums(NamedTuple):
    """Two distances `radii`, and the share of pairs below each in `shares`, both of shape (2,)."""

    radii: np.ndarray
    shares: np.ndarray

    @property
    def slope(self) -> float:
        """Slope of log share over log distance; infinite if distances are equal or a share is 0."""
        if self.radii[0] == self.radii[1] or self.shares[0] == 0:
            return np.inf
        return float(np.diff(np.log(self.shares))[0] / np.diff(np.log(self.radii))[0])


def correlation_sums(sample: Sample, k1: int, k2: int) -> CorrelationSums:
    """Shares of pairs below the median distances to neighbours k1 and k2."""
    r = sample.nearest(k2).squared_distances
    low, high = (_square_of_median_distance(r[:, k - 1]) for k in (k1, k2))
    counts = np.zeros(1) if low == high else sample.cloud.reduce(CountsBetween(low, high))
    n_pairs = sample.n_samples * (sample.n_samples - 1) / 2
    nearer = np.array([counts[0], counts.sum()]) / n_pairs
    return CorrelationSums(np.sqrt([low, high]), nearer)


def _square_of_median_distance(r: np.ndarray) -> float:
    """Square of the median distance, from squared distances; exact if their number is odd."""
    lower, upper = (float(np.quantile(r, 0.5, method=method)) for method in ("lower", "higher"))
    return lower if lower == upper else float((lower**0.5 + upper**0.5) / 2) ** 2
