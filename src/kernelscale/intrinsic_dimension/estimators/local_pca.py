"""The dimension as the number of principal directions that count, around each point or of all."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..._validation import check_count, check_name, check_share, check_switch
from ...engine.executors import Executor
from ...engine.progress import Progress
from ...engine.resources import DEFAULT_MEMORY_LIMIT
from ...engine.tile import Arithmetic
from ...results import Dimension
from ..caveats import bounded
from ..estimator import DimensionEstimator
from ..principal_directions import RULES, counted, principal_variances, variance_shares
from ..sample import Sample

__all__ = ["LocalPCA"]

# Share of the directions that the neighbours can span at most. With a mean above it the count is
# limited by the number of neighbours: with more neighbours it would be larger.
NEARLY_ALL = 0.9
_NUMBERS_AT_ONCE = 4_000_000


class LocalPCA(DimensionEstimator):
    """The number of principal directions that count among the nearest others of each point.

    It needs no assumption on the density, but neighbours on a nearly flat part of the manifold:
    their number has to exceed the dimension several times (else the flag is "saturated"), and
    curvature has to be small over their distances.

    Parameters
    ----------
    n_neighbors : int
        Number of nearest others of a point whose principal directions are counted. On 23 manifolds
        of 1000 points the mean error was smallest with 20: 22 %, against 29, 23, 29 and 37 % with
        10, 30, 50 and 100.
    local : bool
        Whether to count around each point and average, or to count once for all points: the
        dimension of the smallest flat space of the data, which curvature makes larger.
    rule : {"fukunaga_olsen", "ratio", "maxgap"}
        Which directions count. "fukunaga_olsen": those with a variance above `threshold` (0.05) of
        the largest (Fukunaga and Olsen 1971). "ratio": as many of the largest as make up
        `threshold` (0.95) of all variance. "maxgap": those before the largest ratio of a variance
        and the next. That is never all directions, nor, as directions without variance are dropped
        first, the rank of a flat space.
    threshold : float, optional
        Share of variance, from 0 to 1; by default that of the rule, and None for "maxgap".
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Examples
    --------
    A circle has one dimension around each of its points, and spans a plane as a whole.

    >>> import numpy as np
    >>> angles = np.random.default_rng(0).uniform(0, 2 * np.pi, 500)
    >>> circle = np.column_stack([np.cos(angles), np.sin(angles)])
    >>> LocalPCA().fit(circle).dimension_, LocalPCA(local=False).fit(circle).dimension_
    (1, 2)
    """

    method: ClassVar[str] = "pca"

    def __init__(
        self,
        n_neighbors: int = 20,
        local: bool = True,
        rule: str = "fukunaga_olsen",
        threshold: float | None = None,
        *,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.local = local
        self.rule = rule
        self.threshold = threshold
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_count(self.n_neighbors, "n_neighbors", smallest=2)
        check_switch(self.local, "local")
        check_name(self.rule, RULES, "rule")
        if self.threshold is not None:
            if self.rule == "maxgap":
                raise ValueError(
                    f"threshold must be None for the rule 'maxgap', which has none, but "
                    f"{self.threshold!r} was given."
                )
            check_share(self.threshold, "threshold")

    def _fewest_rows(self) -> int:
        return self.n_neighbors + 1 if self.local else 3

    def _estimate(self, sample: Sample) -> Dimension:
        if not self.local:
            return self._of_all(sample)
        return self._around_points(sample, sample.nearest(self.n_neighbors).indices)

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        if self.local:
            return super()._caveats(sample, found)
        return self._copies_left(sample, found.continuous)

    def _around_points(self, sample: Sample, neighbors: np.ndarray) -> Dimension:
        size = max(1, _NUMBERS_AT_ONCE // (neighbors.shape[1] * sample.rank))
        blocks = np.split(neighbors, range(size, sample.n_samples, size))
        variances = np.vstack([principal_variances(sample.points[block]) for block in blocks])
        counts = counted(variances, self.rule, self.threshold)
        dimension, continuous, _ = bounded(counts.mean(), sample.rank)
        most = variances.shape[1]
        saturated = most < sample.rank and continuous > NEARLY_ALL * most
        return Dimension(
            self.method,
            dimension,
            continuous,
            f"Mean over points of the directions that count among {self.n_neighbors} neighbours.",
            pointwise=sample.in_rows(counts),
            flags=("saturated",) if saturated else (),
            n_samples=sample.n_samples,
            evidence={"variance_shares": variance_shares(variances).mean(axis=0)},
        )

    def _of_all(self, sample: Sample) -> Dimension:
        variances = principal_variances(sample.points[None])
        dimension = int(counted(variances, self.rule, self.threshold)[0])
        return Dimension(
            self.method,
            dimension,
            float(dimension),
            "Principal directions of all points together that count.",
            n_samples=sample.n_samples,
            evidence={"variance_shares": variance_shares(variances)[0]},
        )
