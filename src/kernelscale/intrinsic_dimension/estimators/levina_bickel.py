"""The dimension by maximum likelihood of distances to neighbours (Levina and Bickel 2004)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..._validation import check_count, check_name
from ...engine.executors import Executor
from ...engine.progress import Progress
from ...engine.resources import DEFAULT_MEMORY_LIMIT
from ...engine.tile import Arithmetic
from ...metrics.metric import Metric
from ...results import Dimension
from ..caveats import bounded
from ..estimator import DimensionEstimator
from ..sample import Sample

__all__ = ["LevinaBickel", "inverse_dimensions"]

AVERAGES = ("harmonic", "arithmetic")


class LevinaBickel(DimensionEstimator):
    """The likeliest dimension around each point, averaged over points and numbers of neighbours.

    Where the density hardly changes over k neighbours of x, the likeliest dimension is
    ``m_k(x) = [1/(k - 1) sum_(j < k) log(r_k / r_j)]^-1``.

    Parameters
    ----------
    k1, k2 : int
        Fewest and most neighbours; all numbers from k1 to k2 have the same weight.
    average : {"harmonic", "arithmetic"}
        How points and numbers of neighbours are averaged. "harmonic" averages 1/m_k, which is the
        likeliest dimension of all points together (MacKay and Ghahramani 2005); "arithmetic" is
        the original, which is too high by a factor of (k - 1)/(k - 2).
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. Of directions (cosine, correlation) it is the dimension of the
        rows divided by their lengths.

    References
    ----------
    E. Levina, P. Bickel, "Maximum likelihood estimation of intrinsic dimension", NIPS 17 (2004).
    D. MacKay, Z. Ghahramani, comments on it, inference.org.uk/mackay/dimension (2005).

    Examples
    --------
    A sheet and a thread that pierces it: around a point it is the dimension of the one it is on.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> sheet = np.column_stack([random.uniform(-1, 1, (500, 2)), np.zeros(500)])
    >>> thread = random.uniform(1, 9, (500, 1)) * [0, 0, 1]
    >>> local = LevinaBickel().fit(np.vstack([sheet, thread])).pointwise_
    >>> bool(np.median(local[:500]).round() == 2 and np.median(local[500:]).round() == 1)
    True
    """

    method: ClassVar[str] = "levina_bickel"

    def __init__(
        self,
        k1: int = 10,
        k2: int = 20,
        average: str = "harmonic",
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
        self.average = average
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_count(self.k1, "k1", smallest=2)
        check_count(self.k2, "k2", smallest=self.k1)
        check_name(self.average, AVERAGES, "average")

    def _fewest_rows(self) -> int:
        return self.k2 + 1

    def _estimate(self, sample: Sample) -> Dimension:
        r = sample.nearest(self.k2).squared_distances
        apart = r[:, 0] > 0  # squares of differences of distinct points can underflow
        inverses = inverse_dimensions(r[apart], self.k1)
        pointwise = np.full(len(r), np.nan)
        pointwise[apart] = self._averaged(inverses, 1)
        n_neighbors = np.arange(self.k1, self.k2 + 1)
        dimension, continuous, flags = bounded(float(self._averaged(inverses, None)), sample.rank)
        return Dimension(
            self.method,
            dimension,
            continuous,
            f"The {self.average} mean over points and over {self.k1} to {self.k2} neighbours.",
            pointwise=sample.in_rows(pointwise),
            flags=flags,
            n_samples=sample.n_samples,
            evidence={"n_neighbors": n_neighbors, "dimensions": self._averaged(inverses, 0)},
        )

    def _averaged(self, inverses: np.ndarray, axis: int | None) -> np.ndarray:
        with np.errstate(divide="ignore"):  # infinite where neighbours are equally far
            if self.average == "harmonic":
                return 1 / inverses.mean(axis=axis)
            return (1 / inverses).mean(axis=axis)


def inverse_dimensions(r: np.ndarray, k1: int) -> np.ndarray:
    """``1/m_k(x)`` for each point and each k from `k1` on, of shape (n_samples, k2 - k1 + 1).

    Parameters
    ----------
    r : ndarray of shape (n_samples, k2)
        Squared distances to the nearest others, ascending and positive.
    k1 : int
        Fewest neighbours, 2 at least.
    """
    logs = np.log(r) / 2
    k = np.arange(k1, r.shape[1] + 1)
    sums_of_nearer = np.cumsum(logs, axis=1)[:, k - 2]
    return np.maximum(logs[:, k - 1] - sums_of_nearer / (k - 1), 0.0)
