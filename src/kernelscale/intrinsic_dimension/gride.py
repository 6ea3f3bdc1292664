"""The dimension from ratios of distances to farther neighbours (Denti, Doimo, Laio, Mira 2022)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np
from scipy.optimize import brentq

from .._validation import check_count
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT
from ..engine.tile import Arithmetic
from ..metrics import Metric
from ..results import Dimension
from .caveats import bounded, log_ratios
from .estimator import DimensionEstimator
from .sample import Sample

__all__ = ["GRIDE", "Ladder", "likeliest_dimension", "scale_ladder"]


class GRIDE(DimensionEstimator):
    """The generalised ratios estimator, with a ladder of scales.

    Where the density hardly changes over n_2 neighbours ``mu = r_(n_2) / r_(n_1)`` has the density
    ``d (mu^d - 1)^(n_2 - n_1 - 1) / (B(n_2 - n_1, n_1) mu^((n_2 - 1) d + 1))``. With n_2 = 2 n_1
    its likeliest d is found for n_1 = 1, 2, 4, ...: a dimension that stays the same over several
    scales is the data's, one that falls from the first scale on was noise or is curvature.

    Parameters
    ----------
    n1 : int
        Nearer neighbour of the scale whose dimension is the answer. With 1 it is the likelihood
        form of `TwoNN`, which came nearest to the truth on 23 manifolds of 1000 points: 12 % off
        on average, against 15, 21 and 23 % with 2, 4 and 8.
    n_neighbors : int
        Farthest neighbour the ladder reaches, as far as there are rows.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`. Of directions (cosine, correlation) it is the dimension of the rows
        divided by their lengths.

    Notes
    -----
    DADApy and scikit-dimension take ratios beyond ``q_50 + 20 (q_95 - q_50)``, quantiles of mu, for
    overlapping points and cut them off. On a line the density itself puts one ratio in 362 there,
    so with n_1 = 1 their answer is nearly 2 % too high; here every ratio counts.

    References
    ----------
    F. Denti, D. Doimo, A. Laio, A. Mira, "The generalized ratios intrinsic dimension estimator",
    Scientific Reports 12, 20005 (2022).

    Examples
    --------
    A ribbon, 60 long and 1 wide, looks like a plane from near by and like a line from far away.

    >>> import numpy as np
    >>> ribbon = np.random.default_rng(0).uniform(size=(1000, 2)) * [60, 1]
    >>> found = GRIDE(n_neighbors=256).fit(ribbon)
    >>> found.dimension_
    2
    >>> found.result_.evidence["dimensions"].round(1)[[0, -1]]
    array([2., 1.])
    """

    method: ClassVar[str] = "gride"

    def __init__(
        self,
        n1: int = 1,
        n_neighbors: int = 64,
        *,
        metric: str | Metric = "euclidean",
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.n1 = n1
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_count(self.n1, "n1")
        check_count(self.n_neighbors, "n_neighbors", smallest=2)

    def _fewest_rows(self) -> int:
        return 2 * self.n1 + 1

    def _estimate(self, sample: Sample) -> Dimension:
        farthest = max(2 * self.n1, min(self.n_neighbors, sample.n_samples - 1))
        r = sample.nearest(farthest).squared_distances
        found, error = likeliest_dimension(log_ratios(r, self.n1, 2 * self.n1), self.n1)
        dimension, continuous, flags = bounded(found, sample.rank)
        reason = (
            f"Likeliest d of r_{2 * self.n1} / r_{self.n1}, standard error {error:.2g} if the "
            f"ratios were independent."
        )
        return Dimension(
            self.method,
            dimension,
            continuous,
            reason,
            flags=flags,
            n_samples=sample.n_samples,
            evidence={"error": error, **scale_ladder(r)._asdict()},
        )


class Ladder(NamedTuple):
    """The dimension at scales that double.

    Attributes
    ----------
    n1 : ndarray of shape (n_scales,)
        Nearer neighbour, 1, 2, 4, ...; the farther one is 2 n1.
    dimensions, errors : ndarray of shape (n_scales,)
        Likeliest dimension and its standard error if the ratios were independent; neighbours are
        shared between points, so the true one is larger at large n1.
    distances : ndarray of shape (n_scales,)
        Mean distance to the farther neighbour.
    """

    n1: np.ndarray
    dimensions: np.ndarray
    errors: np.ndarray
    distances: np.ndarray


def scale_ladder(r: np.ndarray) -> Ladder:
    """The dimension at n1 = 1, 2, 4, ... as far as neighbours are given.

    Parameters
    ----------
    r : ndarray of shape (n_samples, n_neighbors)
        Squared distances to the nearest others, ascending; two neighbours at least.
    """
    n1 = 2 ** np.arange(int(np.log2(r.shape[1])))
    found = np.array([likeliest_dimension(log_ratios(r, n, 2 * n), n) for n in n1.tolist()])
    return Ladder(n1, found[:, 0], found[:, 1], np.sqrt(r[:, 2 * n1 - 1]).mean(axis=0))


def likeliest_dimension(ratios: np.ndarray, n1: int) -> tuple[float, float]:
    """The d that makes ratios of distances to neighbours n1 and 2 n1 likeliest, and its error.

    Root of ``(N - 1)/d + (n1 - 1) sum_i x_i / (1 - exp(-d x_i)) - (2 n1 - 1) sum_i x_i``, x the
    log ratios; N - 1 in place of N makes it unbiased for n1 = 1. As ``y / (1 - e^-y)`` lies
    between y and 1 + y, the root lies between ``(N - 1)`` and ``(N - 1 + (n1 - 1) N)`` over
    ``n1 sum_i x_i``. Ties, and rows without a ratio, are left out.
    """
    x = ratios[ratios > 0]
    total, N = x.sum(), len(x)
    if N < 2:
        return np.inf, np.inf

    def score(log_d: float) -> float:
        y = np.exp(log_d) * x
        return float(N - 1 + (n1 - 1) * (y / -np.expm1(-y)).sum() - (2 * n1 - 1) * y.sum())

    low, high = np.log((N - 1) / (n1 * total)), np.log((N - 1 + (n1 - 1) * N) / (n1 * total))
    d = float(np.exp(brentq(score, low - 1e-9, high + 1e-9, xtol=1e-13)))
    with np.errstate(over="ignore"):  # beyond sinh(710) nothing counts
        information = N / d**2 + (n1 - 1) * np.sum((x / (2 * np.sinh(d * x / 2))) ** 2)
    return d, float(information**-0.5)
