"""The dimension from the two nearest neighbours (Facco, d'Errico, Rodriguez and Laio 2017)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..._validation import check_share, check_switch
from ...engine.executors import Executor
from ...engine.progress import Progress
from ...engine.resources import DEFAULT_MEMORY_LIMIT
from ...engine.tile import Arithmetic
from ...metrics.metric import Metric
from ...results import Dimension
from ..caveats import bounded, log_ratios
from ..estimator import DimensionEstimator
from ..sample import Sample

__all__ = ["TwoNN", "likeliest_rate", "slope_through_origin"]


class TwoNN(DimensionEstimator):
    """The dimension from ratios of distances to the second and the first neighbour.

    Where the density hardly changes over two neighbours ``mu_i = r_2 / r_1`` has the distribution
    function ``1 - mu^-d``, so the points ``(log mu, -log(1 - F))`` lie on a line of slope d
    through the origin.

    Parameters
    ----------
    discard : float
        Share of the ratios, the largest ones, that are not fitted, from 0 to 1.
    likelihood : bool
        Whether to take the likeliest d instead of the slope of the line. The largest ratios then
        count as at least as large as the largest that is fitted.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. Of directions (cosine, correlation) it is the dimension of the
        rows divided by their lengths.

    Examples
    --------
    A plane in four features.

    >>> import numpy as np
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> TwoNN().fit(plane).dimension_
    2
    """

    method: ClassVar[str] = "two_nn"

    def __init__(
        self,
        discard: float = 0.1,
        likelihood: bool = False,
        *,
        metric: str | Metric = "euclidean",
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.discard = discard
        self.likelihood = likelihood
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        if check_share(self.discard, "discard") == 1:
            raise ValueError("discard must be below 1, or no ratio is left, but 1 was given.")
        check_switch(self.likelihood, "likelihood")

    def _fewest_rows(self) -> int:
        return 3

    def _estimate(self, sample: Sample) -> Dimension:
        ratios = log_ratios(sample.nearest(2).squared_distances, 1, 2)
        ratios = np.sort(ratios[np.isfinite(ratios)])
        n_kept = max(2, int((1 - self.discard) * len(ratios)))
        fit = likeliest_rate if self.likelihood else slope_through_origin
        dimension, continuous, flags = bounded(fit(ratios, n_kept), sample.rank)
        what = "Likeliest d of" if self.likelihood else "Slope of -log(1 - F) against"
        return Dimension(
            self.method,
            dimension,
            continuous,
            f"{what} log(r_2 / r_1) over {n_kept} of {len(ratios)} points.",
            flags=flags,
            n_samples=sample.n_samples,
            evidence={"log_ratios": ratios, "heights": heights(len(ratios))},
        )


def heights(n_ratios: int) -> np.ndarray:
    """``-log(1 - F_i)`` with ``F_i = i / (n + 1)``, so that the last one is finite."""
    return -np.log1p(-np.arange(1, n_ratios + 1) / (n_ratios + 1))


def slope_through_origin(log_ratios: np.ndarray, n_kept: int) -> float:
    """Slope of `heights` against the ascending ratios, over the first `n_kept`."""
    kept = log_ratios[:n_kept]
    with np.errstate(divide="ignore", invalid="ignore"):  # all ratios 1: no slope
        return float(kept @ heights(len(log_ratios))[:n_kept] / (kept @ kept))


def likeliest_rate(log_ratios: np.ndarray, n_kept: int) -> float:
    """Unbiased rate of an exponential distribution from the `n_kept` smallest of its values.

    ``(m - 1) / (sum_(i <= m) x_i + (n - m) x_m)`` for the m smallest of n values (Epstein and
    Sobel 1953).
    """
    kept = log_ratios[:n_kept]
    with np.errstate(divide="ignore"):
        return float((n_kept - 1) / (kept.sum() + (len(log_ratios) - n_kept) * kept[-1]))
