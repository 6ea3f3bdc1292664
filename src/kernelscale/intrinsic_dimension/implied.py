"""The dimension that the kernel's sum implies, read against balls of known dimension."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT
from ..engine.tile import Arithmetic
from ..metrics import Metric
from ..results import Dimension
from .caveats import bounded
from .estimator import DimensionEstimator
from .implied_calibration import LARGEST_BALL, dimension_of_ball
from .sample import Sample

__all__ = ["ImpliedDimension"]


class ImpliedDimension(DimensionEstimator):
    """The dimension of the ball whose points show the same largest d_eps.

    ``d_eps = 2 d log S / d log eps`` (the paper's eq. deA) is at its largest where the kernel
    covers many neighbours and little boundary. It is below the dimension, the more so the fewer
    the points (5.8 for 1000 points in a ball of ten dimensions), so it is read by `ball_dimension`.
    It looks at the largest structure that is more than a line: a tight helix reads 2, and data of
    several scales are read at one of them.

    Parameters
    ----------
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`. Of directions (cosine, correlation) it is the dimension of the rows
        divided by their lengths.

    Examples
    --------
    A thousand points in a cube of five dimensions show less than four, and are read as five.

    >>> import numpy as np
    >>> found = ImpliedDimension().fit(np.random.default_rng(0).uniform(size=(1000, 5)))
    >>> round(found.result_.evidence["largest"], 1), found.dimension_
    (3.8, 5)
    """

    method: ClassVar[str] = "implied"

    def __init__(
        self,
        *,
        metric: str | Metric = "euclidean",
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.metric = metric
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        """There is nothing to check: the engine checks its own options."""

    def _fewest_rows(self) -> int:
        return 3

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        return self._copies_left(sample, found.continuous)  # ties are nothing to a sum

    def _estimate(self, sample: Sample) -> Dimension:
        curve = sample.cloud.curve()
        where = int(np.argmax(curve.dimension))
        largest, epsilon = float(curve.dimension[where]), float(curve.epsilon[where])
        read = dimension_of_ball(largest, sample.n_samples)
        dimension, continuous, _ = bounded(read, sample.rank)
        reason = (
            f"The largest d_eps, {largest:.3g} at epsilon = {epsilon:.3g}, is that of "
            f"{sample.n_samples} points in a ball of {read:.3g} dimensions."
        )
        return Dimension(
            self.method,
            dimension,
            continuous,
            reason,
            flags=("saturated",) if read == LARGEST_BALL else (),
            n_samples=sample.n_samples,
            evidence={
                "largest": largest,
                "epsilon": epsilon,
                "scales": curve.epsilon,
                "dimensions": curve.dimension,
            },
        )
