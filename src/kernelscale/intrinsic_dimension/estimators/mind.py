"""MiND: the calibrated most likely dimension from ratios of distances (Lombardi et al. 2011)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..calibration.ball_signatures import SignaturesOfBalls
from ..calibration.closest_dimension import Closest, closest_dimension
from ..calibration.divergences import ratio_divergence
from ..calibration.signature import Signature
from .ball_comparison import BallComparison

__all__ = ["MiND"]


@dataclass(repr=False, eq=False)
class MiND(BallComparison):
    """The dimension of the solid balls with the same most likely dimension as the data.

    The most likely dimension from the ratios ``r_1 / r_{k+1}`` is too small in high dimensions. It
    is therefore also computed for the same number of points in solid balls of every dimension. The
    estimate is the dimension of the balls whose most likely dimension equals that of the data. This
    is `DANCo` without the angles. It is more accurate than `DANCo` on curved data with few rows,
    and less accurate above ten dimensions.

    Parameters
    ----------
    n_neighbors : int
        The number k of neighbours, at least 3. For k = 10 the package contains the statistics of
        balls; for another k they are simulated once and kept on disk.
    n_subsamples, subsample_size, exact, jitter, random_state
        As in `DANCo`.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    References
    ----------
    G. Lombardi, A. Rozza, C. Ceruti, E. Casiraghi, P. Campadelli: Minimum neighbor distance
    estimators of intrinsic dimension. ECML PKDD 2011.

    Examples
    --------
    A ball of fifteen dimensions, whose most likely dimension is twelve.

    >>> from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball
    >>> mind = MiND().fit(solid_ball(1000, 15, np.random.default_rng(0)))
    >>> mind.dimension_, round(mind.result_.evidence["most_likely"])
    (15, 12)
    """

    method: ClassVar[str] = "mind"

    def _closest(self, seen: Signature, balls: SignaturesOfBalls, largest: int) -> Closest:
        def divergence(d: np.ndarray) -> np.ndarray:
            return ratio_divergence(seen.most_likely, balls.most_likely(d), self.n_neighbors)

        return closest_dimension(divergence, largest, gap=False)
