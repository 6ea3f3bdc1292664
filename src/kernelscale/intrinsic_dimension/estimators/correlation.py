"""The correlation dimension (Grassberger and Procaccia 1983)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np

from ..._validation import check_count
from ...engine.executors import Executor
from ...engine.progress import Progress
from ...engine.resources import DEFAULT_MEMORY_LIMIT
from ...engine.statistics import CountsBetween
from ...engine.tile import Arithmetic
from ...metrics.metric import Metric
from ...results import Dimension
from ..caveats import bounded
from ..estimator import DimensionEstimator
from ..sample import Sample

__all__ = ["CorrelationDimension", "CorrelationSums", "correlation_sums"]


class CorrelationDimension(DimensionEstimator):
    """The growth of the number of near pairs with the distance up to which they are near.

    ``d = log(C(R_2) / C(R_1)) / log(R_2 / R_1)``, where C(R) is the share of pairs nearer than R,
    and R_1 and R_2 are the median distances to neighbours k1 and k2 (Hino, package ider).

    Parameters
    ----------
    k1, k2 : int
        Neighbours whose median distances are the two radii.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. Of directions (cosine, correlation) it is the dimension of the
        rows divided by their lengths.

    References
    ----------
    P. Grassberger, I. Procaccia, "Measuring the strangeness of strange attractors", Physica D 9,
    189-208 (1983).

    Examples
    --------
    The attractor of Henon's map is neither a curve nor a surface: it has 1.2 dimensions, by
    Grassberger and Procaccia and here.

    >>> import numpy as np
    >>> orbit = [(0.1, 0.1)]
    >>> for _ in range(3000):
    ...     x, y = orbit[-1]
    ...     orbit.append((1 - 1.4 * x * x + y, 0.3 * x))
    >>> round(CorrelationDimension().fit(orbit[100:]).dimension_continuous_, 1)
    1.2
    """

    method: ClassVar[str] = "correlation"

    def __init__(
        self,
        k1: int = 10,
        k2: int = 20,
        *,
        metric: str | Metric = "euclidean",
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.k1 = k1
        self.k2 = k2
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_count(self.k1, "k1")
        check_count(self.k2, "k2", smallest=self.k1 + 1)

    def _fewest_rows(self) -> int:
        return self.k2 + 1

    def _estimate(self, sample: Sample) -> Dimension:
        sums = correlation_sums(sample, self.k1, self.k2)
        dimension, continuous, flags = bounded(sums.slope, sample.rank)
        reason = (
            f"Growth of the share of near pairs between the median distances to neighbours "
            f"{self.k1} and {self.k2}."
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
    """Two distances, and the shares of all pairs that are nearer, each of shape (2,)."""

    radii: np.ndarray
    shares: np.ndarray

    @property
    def slope(self) -> float:
        """Growth of the share with the distance; infinite where both distances are the same."""
        if self.radii[0] == self.radii[1] or self.shares[0] == 0:
            return np.inf
        return float(np.diff(np.log(self.shares))[0] / np.diff(np.log(self.radii))[0])


def correlation_sums(sample: Sample, k1: int, k2: int) -> CorrelationSums:
    """Shares of pairs nearer than the median distances to neighbours k1 and k2."""
    r = sample.nearest(k2).squared_distances
    low, high = (_square_of_median_distance(r[:, k - 1]) for k in (k1, k2))
    counts = np.zeros(1) if low == high else sample.cloud.reduce(CountsBetween(low, high))
    n_pairs = sample.n_samples * (sample.n_samples - 1) / 2
    nearer = np.array([counts[0], counts.sum()]) / n_pairs
    return CorrelationSums(np.sqrt([low, high]), nearer)


def _square_of_median_distance(r: np.ndarray) -> float:
    """Square of the median distance, from squared ones; exact where the median is one of them."""
    lower, upper = (float(np.quantile(r, 0.5, method=method)) for method in ("lower", "higher"))
    return lower if lower == upper else float((lower**0.5 + upper**0.5) / 2) ** 2
