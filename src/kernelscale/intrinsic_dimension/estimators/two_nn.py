"""The dimension from the two nearest neighbours (Facco, d'Errico, Rodriguez and Laio 2017)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..._validation import check_share, check_switch
from ...results import Dimension
from ..caveats import bounded, log_ratios
from ..estimator import DimensionEstimator, MetricOption
from ..sample import Sample

__all__ = ["TwoNN", "likeliest_rate", "slope_through_origin"]


@dataclass(repr=False, eq=False)
class TwoNN(DimensionEstimator, MetricOption):
    """The dimension from ratios of distances to the second and the first neighbour.

    If the density is nearly constant over two neighbours, ``mu_i = r_2 / r_1`` has the distribution
    function ``1 - mu^-d``. Let F be the empirical distribution function of the ratios. Then the
    points ``(log mu_i, -log(1 - F(mu_i)))`` lie near a line through the origin with slope d.

    Parameters
    ----------
    discard : float
        Share of the ratios that is discarded, at least 0 and below 1. The largest ratios are
        discarded.
    likelihood : bool
        Whether to compute the maximum-likelihood estimate of d, corrected for its bias, instead of
        the slope of the line. The discarded ratios are then treated as censored at the largest
        ratio used.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. With the metrics cosine and correlation the estimate is computed
        from the prepared rows, which have length 1.

    Examples
    --------
    A plane in four features.

    >>> import numpy as np
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> TwoNN().fit(plane).dimension_
    2
    """

    discard: float = 0.1
    likelihood: bool = False
    method: ClassVar[str] = "two_nn"

    def _check_parameters(self) -> None:
        if check_share(self.discard, "discard") == 1:
            raise ValueError("discard must be below 1, so that ratios are left, but 1 was given.")
        check_switch(self.likelihood, "likelihood")

    def _fewest_rows(self) -> int:
        return 3

    def _estimate(self, sample: Sample) -> Dimension:
        ratios = log_ratios(sample.nearest(2).squared_distances, 1, 2)
        ratios = np.sort(ratios[np.isfinite(ratios)])
        n_kept = max(2, int((1 - self.discard) * len(ratios)))
        fit = likeliest_rate if self.likelihood else slope_through_origin
        dimension, continuous, flags = bounded(fit(ratios, n_kept), sample.rank)
        method = "most likely dimension from" if self.likelihood else "slope of -log(1 - F) over"
        return Dimension(
            self.method,
            dimension,
            continuous,
            f"This is the {method} log(r_2 / r_1) of {n_kept} of {len(ratios)} points.",
            flags=flags,
            n_samples=sample.n_samples,
            evidence={"log_ratios": ratios, "heights": heights(len(ratios))},
        )


def heights(n_ratios: int) -> np.ndarray:
    """``-log(1 - F_i)`` with ``F_i = i / (n + 1)``, so that the last value is finite."""
    return -np.log1p(-np.arange(1, n_ratios + 1) / (n_ratios + 1))


def slope_through_origin(log_ratios: np.ndarray, n_kept: int) -> float:
    """Slope of `heights` against the ascending ratios, over the first `n_kept`."""
    kept = log_ratios[:n_kept]
    with np.errstate(divide="ignore", invalid="ignore"):  # there is no slope if all ratios are 1
        return float(kept @ heights(len(log_ratios))[:n_kept] / (kept @ kept))


def likeliest_rate(log_ratios: np.ndarray, n_kept: int) -> float:
    """Unbiased rate of an exponential distribution from the `n_kept` smallest values.

    From the m smallest of n values x_i the estimate is
    ``(m - 1) / (sum_(i <= m) x_i + (n - m) x_m)`` (Epstein and Sobel 1953).
    """
    kept = log_ratios[:n_kept]
    with np.errstate(divide="ignore"):
        return float((n_kept - 1) / (kept.sum() + (len(log_ratios) - n_kept) * kept[-1]))
