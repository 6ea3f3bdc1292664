"""The dimension implied by the kernel's sum, calibrated on balls of known dimension."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...results import Dimension
from ..calibration.ball_implied_dimensions import LARGEST_BALL, dimension_of_ball
from ..caveats import bounded
from ..estimator import DimensionEstimator, MetricOption
from ..sample import Sample

__all__ = ["ImpliedDimension"]


@dataclass(repr=False, eq=False)
class ImpliedDimension(DimensionEstimator, MetricOption):
    """The dimension of the solid ball whose points have the same largest d_eps as the data.

    ``d_eps = 2 d log S / d log eps`` (the paper's eq. deA) is largest at a scale at which the
    kernel covers many neighbours and little boundary. Even this maximum is below the dimension,
    particularly with few points: it is 5.8 for 1000 points in a ball of ten dimensions. The maximum
    is therefore compared with the maximum for the same number of points in balls of known
    dimension.

    If the dimension depends on the scale, the estimate belongs to the scale of the largest d_eps.
    For a tight helix the estimate is 2, because neighbouring turns together look like a surface.

    Parameters
    ----------
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`. With the metrics cosine and correlation the estimate is computed
        from the prepared rows, which have length 1.

    Examples
    --------
    For a thousand points in a five-dimensional cube, d_eps is below 4, as in a five-dimensional
    ball.

    >>> import numpy as np
    >>> found = ImpliedDimension().fit(np.random.default_rng(0).uniform(size=(1000, 5)))
    >>> round(found.result_.evidence["largest"], 1), found.dimension_
    (3.8, 5)
    """

    method: ClassVar[str] = "implied"

    def _check_parameters(self) -> None:
        """All options are those of the engine, which checks them."""

    def _fewest_rows(self) -> int:
        return 3

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        # Equal distances, the other caveat of estimators, have no effect on the kernel's sum.
        return self._duplicates_left(sample, found.continuous)

    def _estimate(self, sample: Sample) -> Dimension:
        curve = sample.cloud.curve()
        where = int(np.argmax(curve.dimension))
        largest, epsilon = float(curve.dimension[where]), float(curve.epsilon[where])
        of_ball = dimension_of_ball(largest, sample.n_samples)
        dimension, continuous, _ = bounded(of_ball, sample.rank)
        reason = (
            f"The largest d_eps, {largest:.3g} at epsilon = {epsilon:.3g}, is the same as for "
            f"{sample.n_samples} points in a ball of {of_ball:.3g} dimensions."
        )
        return Dimension(
            self.method,
            dimension,
            continuous,
            reason,
            flags=("saturated",) if of_ball == LARGEST_BALL else (),
            n_samples=sample.n_samples,
            evidence={
                "largest": largest,
                "epsilon": epsilon,
                "scales": curve.epsilon,
                "dimensions": curve.dimension,
            },
        )
