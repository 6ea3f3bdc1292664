"""The dimension from the two nearest neighbours (Facco, d'Errico, Rodriguez and Laio 2017)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from .._validation import check_share
from ..engine import DEFAULT_MEMORY_LIMIT, Progress
from ..results import Dimension
from .estimator import DimensionEstimator
from .sample import Sample

__all__ = ["TwoNN"]


class TwoNN(DimensionEstimator):
    """The dimension from ratios of distances to the second and the first neighbour.

    Where the density hardly changes over two neighbours ``mu_i = r_2 / r_1`` has the distribution
    function ``1 - mu^-d``, so the points ``(log mu, -log(1 - F))`` lie on a line of slope d
    through the origin.

    Parameters
    ----------
    discard : float
        Share of the largest ratios left out of the fit, from 0 to 1.
    memory_limit, n_threads, progress
        As in `engine.reduce`.

    Examples
    --------
    A plane in space, however many features describe it.

    >>> import numpy as np
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> TwoNN().fit(plane).dimension_
    2
    """

    method: ClassVar[str] = "two_nn"

    def __init__(
        self,
        discard: float = 0.1,
        *,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        n_threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.discard = discard
        self.memory_limit = memory_limit
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_share(self.discard, "discard")

    def _fewest_rows(self) -> int:
        return 3

    def _estimate(self, sample: Sample) -> Dimension:
        r = sample.nearest(2).squared_distances
        log_ratios = np.sort(np.log(r[:, 1] / r[:, 0]) / 2)
        kept = log_ratios[: max(1, int((1 - self.discard) * len(log_ratios)))]
        heights = -np.log1p(-np.arange(1, len(kept) + 1) / (len(log_ratios) + 1))
        continuous = float(kept @ heights / (kept @ kept))
        reason = (
            f"Slope of -log(1 - F) against log(r_2 / r_1) over {len(kept)} of "
            f"{len(log_ratios)} points."
        )
        return Dimension(
            self.method,
            round(continuous),
            continuous,
            reason,
            n_samples=sample.n_samples,
            evidence={"log_ratios": log_ratios, "heights": heights},
        )
