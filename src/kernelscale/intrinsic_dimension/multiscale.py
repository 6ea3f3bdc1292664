"""The dimension of what noise covers: several scales, and the one that stays the same.

Noise fills all directions, so whoever looks closer than its size counts them all. Two things show
what is under it. Noise of one size leaves a flat tail of principal variances, whose directions can
be taken away (`noise_floor`). And farther off its part in distances fades, so the dimension falls
to that of the data and stays there (`ladder_calibration`). What was tried, and how often each was
right, stands in docs/dimension.md.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_count, check_positive, check_seed
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT
from ..engine.tile import Arithmetic
from ..results import Dimension
from .calibrated import FEW_ROWS
from .caveats import few_rows
from .danco import DANCo
from .estimator import DimensionEstimator
from .gride import Ladder, scale_ladder
from .ladder_calibration import calibrated_ladder
from .noise_floor import NoiseFloor, find_noise_floor, without_noise
from .plateaus import SteadyRange, longest_steady_range
from .sample import Sample

__all__ = ["MultiScale", "ladder_of"]

LARGEST_SAMPLE = 5000  # rows the ladder is calibrated for
FARTHEST_NEIGHBOR = 256
FEWEST_SCALES = 3  # two neighbouring scales share half of their pairs, and agree by chance
LEAST_FALL = 0.3  # dimensions that a steady range has to lie below the finest estimate
FILLED = 0.1  # dimensions short of the rank at which the points fill their space


class MultiScale(DimensionEstimator):
    """The dimension that stays the same over scales, noise taken off where it shows.

    Directions of a noise floor are projected out. In what is left `DANCo` reads the finest scale,
    and a ladder of scales, calibrated on solid balls, tells whether the dimension falls from there
    to a lower one that stays: then that one is the answer, and noise dominates below its scale.

    Parameters
    ----------
    n_neighbors : int
        Neighbours that `DANCo` looks at, at least 3.
    tolerance : float
        By what share dimensions may differ over a steady range.
    random_state : int, RandomState instance or None
        Which rows are looked at where there are more than 5000.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`.

    Examples
    --------
    A circle in ten features, each with noise. Close up there are ten dimensions.

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

    def _looked_at(self, sample: Sample) -> tuple[Sample, tuple[str, ...]]:
        return super()._looked_at(self.at_most_calibrated(sample))

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        few = few_rows(sample, FEW_ROWS * self.n_neighbors)
        return (*few, *super()._caveats(sample, found))

    def at_most_calibrated(self, sample: Sample) -> Sample:
        """The sample, or a random part of it as large as the ladder is calibrated for."""
        if sample.n_samples <= LARGEST_SAMPLE:
            return sample
        random = check_random_state(check_seed(self.random_state))
        return sample.part(np.sort(random.choice(sample.rows, LARGEST_SAMPLE, replace=False)))


def ladder_of(sample: Sample) -> Ladder:
    """The dimension at scales that double, as far as a third of the points or 256 neighbours."""
    n_neighbors = 2 ** max(1, int(np.log2(sample.n_samples / 3)))
    return scale_ladder(sample.nearest(min(FARTHEST_NEIGHBOR, n_neighbors)).squared_distances)


def _is_coarser(steady: SteadyRange, finest: float) -> bool:
    """Whether the range begins beyond the finest scale, is long enough and plainly lower."""
    lower = steady.dimension < finest - LEAST_FALL
    return steady.first > 0 and steady.n_scales >= FEWEST_SCALES and lower


def _noise_scale(floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None) -> float:
    """Distance below which noise dominates; 0 where none was seen."""
    start = 0.0 if steady is None else float(ladder.distances[steady.first])
    return max(floor.distance, start)


def _sentences(
    sample: Sample, floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None, found: float
) -> list[str]:
    said = []
    if floor.n_directions:
        said.append(
            f"{floor.n_directions} directions of equal spread (sd {floor.sd:.3g}) were taken for "
            f"noise and left out; noise dominates below distance {floor.distance:.3g}."
        )
    if steady is not None:
        low, high = ladder.distances[[steady.first, steady.last]]
        said.append(
            f"The dimension falls to {steady.dimension:.3g} and stays there from distance "
            f"{low:.3g} to {high:.3g}; below {low:.3g} noise dominates."
        )
    else:
        said.append(
            f"The dimension at the finest scale is {found:.3g}, and no coarser scale shows a lower "
            f"one that stays."
        )
    if floor.n_directions and found > sample.rank - FILLED:
        said.append(
            "The rows fill the directions that are left, so noise along these may hide a lower "
            "dimension."
        )
    return said
