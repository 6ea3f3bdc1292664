"""The dimension of noisy data: the value that stays the same over several scales.

Noise has components in all directions, so at distances below its size the dimension is the number
of features. Two methods correct for noise. First, noise of equal variance in many directions makes
the smallest principal variances nearly equal, and these directions are removed (`noise_floor`).
Second, noise has less effect at larger distances. As the distance grows, the dimension falls to
that of the data and then stays the same (`scale_ladder`, calibrated on solid balls).
docs/dimension.md compares methods.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_count, check_positive, check_seed
from ...results import Dimension
from ..calibration.ball_ladders import calibrated_ladder
from ..caveats import few_rows
from ..estimator import DimensionEstimator
from ..noise_floor import NoiseFloor, find_noise_floor, without_noise
from ..sample import Sample
from ..scale_ladder import Ladder, SteadyRange, ladder_of, longest_steady_range
from .ball_comparison import FEW_ROWS
from .danco import DANCo

__all__ = ["MultiScale"]

LARGEST_SAMPLE = 5000  # largest number of rows for which there is a calibration
FEWEST_SCALES = 3  # least number of scales that agree; two neighbouring ones may do so by chance
LEAST_FALL = 0.3  # where scales agree, the dimension is this much below that of the finest scale
FILLED = 0.1  # if rank minus estimate is below this, the points fill all directions


@dataclass(repr=False, eq=False)
class MultiScale(DimensionEstimator):
    """The dimension of noisy data: the value that stays the same over several scales.

    Directions of noise (see `noise_floor`) are projected out. Then `DANCo` estimates the dimension
    at the finest scale, and `GRIDE`, calibrated on solid balls, at coarser scales. If the dimension
    falls to a lower value that stays the same over several scales, that value is the estimate, and
    noise is considered to dominate below these scales.

    Parameters
    ----------
    n_neighbors : int
        Number of neighbours for `DANCo`, at least 3.
    tolerance : float
        Largest relative difference of dimensions that count as the same.
    random_state : int, RandomState instance or None
        Seed of the subsample, which is used if there are more than 5000 rows.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Examples
    --------
    A circle in ten features with noise. At small distances the data have ten dimensions.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> angle = random.uniform(0, 2 * np.pi, 1000)
    >>> circle = np.c_[np.cos(angle), np.sin(angle)] @ random.normal(size=(2, 10))
    >>> found = MultiScale().fit(circle + 0.03 * random.normal(size=(1000, 10)))
    >>> found.dimension_
    1
    """

    n_neighbors: int = 10
    tolerance: float = 0.15
    random_state: Any = 0
    method: ClassVar[str] = "multiscale"

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
        """The sample, or a random subsample if it has more rows than the calibration."""
        if sample.n_samples <= LARGEST_SAMPLE:
            return sample
        random = check_random_state(check_seed(self.random_state))
        return sample.of_rows(np.sort(random.choice(sample.rows, LARGEST_SAMPLE, replace=False)))


def _is_coarser(steady: SteadyRange, finest: float) -> bool:
    """Whether the range starts above the finest scale, is long enough and clearly lower."""
    lower = steady.dimension < finest - LEAST_FALL
    return steady.first > 0 and steady.n_scales >= FEWEST_SCALES and lower


def _noise_scale(floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None) -> float:
    """Distance below which noise dominates; 0 without noise."""
    start = 0.0 if steady is None else float(ladder.distances[steady.first])
    return max(floor.distance, start)


def _sentences(
    sample: Sample, floor: NoiseFloor, ladder: Ladder, steady: SteadyRange | None, found: float
) -> list[str]:
    sentences = []
    if floor.n_directions:
        sentences.append(
            f"{floor.n_directions} principal directions with equal standard deviations "
            f"({floor.sd:.3g}) were removed as noise, which dominates below distance "
            f"{floor.distance:.3g}."
        )
    if steady is not None:
        low, high = ladder.distances[[steady.first, steady.last]]
        sentences.append(
            f"The dimension falls to {steady.dimension:.3g} and stays the same from distance "
            f"{low:.3g} to {high:.3g}; below {low:.3g} noise dominates."
        )
    else:
        sentences.append(
            f"The dimension at the finest scale is {found:.3g}, and there is no range of coarser "
            f"scales with a constant lower dimension."
        )
    if floor.n_directions and found > sample.rank - FILLED:
        sentences.append(
            "The rows fill the remaining directions, so noise in these directions may hide a lower "
            "dimension."
        )
    return sentences
