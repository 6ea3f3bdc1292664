"""The dimension of noisy data: that which stays the same over several scales.

Noise fills all directions, so at distances below its size the dimension is that of all directions.
Two things help. Noise of one variance leaves a flat tail of principal variances, whose directions
can be removed (`noise_floor`). And at larger distances noise contributes less, so the dimension
falls to that of the data and stays there (`ladder`, calibrated on solid balls). docs/dimension.md
has what was tried, and how often each was right.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_count, check_positive, check_seed
from ...engine.executors import Executor
from ...engine.progress import Progress
from ...engine.resources import DEFAULT_MEMORY_LIMIT
from ...engine.tile import Arithmetic
from ...results import Dimension
from ..calibration.ball_ladders import calibrated_ladder
from ..caveats import few_rows
from ..estimator import DimensionEstimator
from ..ladder import Ladder, SteadyRange, ladder_of, longest_steady_range
from ..noise_floor import NoiseFloor, find_noise_floor, without_noise
from ..sample import Sample
from .ball_comparison import FEW_ROWS
from .danco import DANCo

__all__ = ["MultiScale"]

LARGEST_SAMPLE = 5000  # rows at most that the ladder is calibrated for
FEWEST_SCALES = 3  # two neighbouring scales share half of their pairs, and agree by chance
LEAST_FALL = 0.3  # by which a steady range has to be below the estimate at the finest scale
FILLED = 0.1  # below the rank: with a larger estimate the points fill all directions


class MultiScale(DimensionEstimator):
    """The dimension that stays the same over scales, with noise removed where it shows.

    Directions of a noise floor are projected out. For what is left `DANCo` estimates the dimension
    at the finest scale, and a ladder of scales, calibrated on solid balls, shows whether it falls
    to a lower dimension that stays the same. Then that one is the estimate, and noise dominates
    below its scale.

    Parameters
    ----------
    n_neighbors : int
        Number of neighbours for `DANCo`, at least 3.
    tolerance : float
        Relative difference of dimensions that is allowed over a steady range.
    random_state : int, RandomState instance or None
        Seed of the subsample that is used of more than 5000 rows.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Examples
    --------
    A circle in ten features, each with noise. At small distances it has ten dimensions.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> angle = random.uniform(0, 2 * np.pi, 1000)
    >>> circle = np.c_[np.cos(angle), np.sin(angle)] @ random.normal(size=(2, 10))
    >>> found = MultiScale().fit(circle + 0.03 * random.normal(size=(1000, 10)))
    >>> found.dimension_
    1
    """

    method: ClassVar[str] = "multiscale"

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        tolerance: float = 0.15,
        random_state: Any = 0,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.tolerance = tolerance
        self.random_state = random_state
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def _check_parameters(self) -> None:
        check_count(self.n_neighbors, "n_neighbors", smallest=3)
        check_positive(self.tolerance, "tolerance")
        check_seed(self.random_state)

    def _fewest_rows(self) -> int:
        return self.n_neighbors + 2

    def _estimate(self, sample: Sample) -> Dimension:
        floor = find_noise_floor(sample.points)
        inner = Sample(without_noise(sample.points, floor), self._resources)
        finest = DANCo(self.n_neighbors, **vars(self._resources))._of_any_rank(inner)
        ladder = ladder_of(inner)
        calibrated = calibrated_ladder(ladder.dimensions, inner.n_samples)
        steady = longest_steady_range(calibrated, self.tolerance)
        coarser = steady is not None and _is_coarser(steady, finest.continuous)
        continuous = steady.dimension if steady and coarser else finest.continuous
        dimension = max(1, round(continuous)) if coarser else finest.dimension
        return Dimension(
            self.method,
            dimension,
            continuous,
            " ".join(_sentences(inner, floor, ladder, steady if coarser else None, continuous)),
            flags=finest.flags,
            n_samples=sample.n_samples,
            evidence={
                "finest": finest.to_dict(),
                "noise_floor": floor._asdict(),
                "distances": ladder.distances,
                "dimensions": ladder.dimensions,
                "calibrated": calibrated,
                "steady": None if steady is None else steady._asdict(),
                "noise_scale": _noise_scale(floor, ladder, steady if coarser else None),
            },
        )

    def _used(self, sample: Sample) -> tuple[Sample, tuple[str, ...]]:
        return super()._used(self.at_most_calibrated(sample))

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        few = few_rows(sample.n_samples, FEW_ROWS * self.n_neighbors)
        return (*few, *super()._caveats(sample, found))

    def at_most_calibrated(self, sample: Sample) -> Sample:
        """The sample, or a random subsample of as many rows as the ladder is calibrated for."""
        if sample.n_samples <= LARGEST_SAMPLE:
            return sample
        random = check_random_state(check_seed(self.random_state))
        return sample.of_rows(np.sort(random.choice(sample.rows, LARGEST_SAMPLE, replace=False)))


def _is_coarser(steady: SteadyRange, finest: float) -> bool:
    """Whether the range begins beyond the finest scale, is long enough and clearly lower."""
    lower = steady.dimension < finest - LEAST_FALL
    return steady.first > 0 and steady.n_scales >= FEWEST_SCALES and lower


def _noise_scale(floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None) -> float:
    """Distance below which noise dominates; 0 where there is none."""
    start = 0.0 if steady is None else float(ladder.distances[steady.first])
    return max(floor.distance, start)


def _sentences(
    sample: Sample, floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None, found: float
) -> list[str]:
    said = []
    if floor.n_directions:
        said.append(
            f"{floor.n_directions} directions of equal spread (sd {floor.sd:.3g}) were taken for "
            f"noise and removed; noise dominates below distance {floor.distance:.3g}."
        )
    if steady is not None:
        low, high = ladder.distances[[steady.first, steady.last]]
        said.append(
            f"The dimension falls to {steady.dimension:.3g} and stays there from distance "
            f"{low:.3g} to {high:.3g}; below {low:.3g} noise dominates."
        )
    else:
        said.append(
            f"The dimension at the finest scale is {found:.3g}, and over coarser scales no lower "
            f"one stays the same."
        )
    if floor.n_directions and found > sample.rank - FILLED:
        said.append(
            "The rows fill the directions that are left, so noise along these may hide a lower "
            "dimension."
        )
    return said
