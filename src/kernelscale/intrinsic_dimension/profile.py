"""The dimension as a function of distance, by three methods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_seed
from .._warnings import collected
from ..distances import DistancesWarning
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..results import as_frame, plain
from .calibration.ball_ladders import calibrated_ladder
from .estimators.danco import DANCo
from .estimators.multiscale import MultiScale
from .near_duplicates import CERTAIN
from .sample import Sample
from .scale_ladder import ladder_of, steady_ranges

if TYPE_CHECKING:
    import pandas

__all__ = ["DimensionProfile", "Plateau", "ProfilePoint", "dimension_profile"]

N_HALVINGS = 4  # DANCo is applied to all rows, and to halves, quarters and eighths of them
FEWEST_ROWS = 200  # least number of rows of a half, quarter or eighth
SCALES_PER_OCTAVE = 4  # number of scales per factor of 2, for the implied dimension
FEWEST_DISTINCT = 12  # least number of distinct rows, two more than the neighbours of DANCo
FEWEST_SCALES = 3  # least number of scales of a plateau
TOLERANCE = 0.15  # largest relative difference of dimensions within a plateau


class ProfilePoint(NamedTuple):
    """The dimension by one method at one distance; `error` is None if it is not known."""

    method: str
    distance: float
    dimension: float
    error: float | None


class Plateau(NamedTuple):
    """A range of distances over which the dimension by one method stays the same."""

    method: str
    low: float
    high: float
    dimension: float


@dataclass(frozen=True)
class DimensionProfile:
    """The dimension as a function of distance.

    Attributes
    ----------
    points : tuple of ProfilePoint
        The dimension by three methods; for each method the smallest distance is first.

        - "gride": by `GRIDE`, from neighbours 1 to 256, calibrated on solid balls;
        - "implied": d_eps, the dimension that the sum of the kernel implies. The distance is the
          root of the mean squared distance, weighted by the kernel;
        - "danco": by `DANCo` on all rows, and on halves, quarters and eighths of at least 200 rows.
          The distance is the mean distance to the 10th neighbour.
    plateaus : tuple of Plateau
        Ranges in which the dimension by a method stays the same to within 15 % over at least three
        scales.
    noise_scale : float
        Distance below which noise dominates, in units of the data; 0 without noise.
    dimension : int
        The dimension by `MultiScale`.
    reason : str
        The reason for that dimension.
    n_samples : int
        Number of distinct rows that were used.

    Examples
    --------
    Points on a thin ring, which has one dimension at large distances and two at small distances.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> angle, radius = random.uniform(0, 2 * np.pi, 1000), random.uniform(0.98, 1.02, 1000)
    >>> profile = dimension_profile(np.c_[radius * np.cos(angle), radius * np.sin(angle)])
    >>> first, *_, last = (point for point in profile.points if point.method == "gride")
    >>> first.distance < 0.02 < 0.2 < last.distance, first.dimension > 1.6 > 1.2 > last.dimension
    (True, True)
    """

    points: tuple[ProfilePoint, ...]
    plateaus: tuple[Plateau, ...]
    noise_scale: float
    dimension: int
    reason: str
    n_samples: int

    def to_dict(self) -> dict[str, Any]:
        """The profile as a dictionary, ready for JSON."""
        named = {name: [entry._asdict() for entry in getattr(self, name)] for name in _LISTS}
        return plain({**asdict(self), **named})

    def to_frame(self) -> pandas.DataFrame:
        """The points as a pandas data frame; needs kernelscale[io].

        Raises
        ------
        ImportError
            If pandas cannot be imported.
        """
        return as_frame((point._asdict() for point in self.points), "DimensionProfile.to_frame")


_LISTS = ("points", "plateaus")


def dimension_profile(
    X: Any,
    *,
    random_state: Any = 0,
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
    executor: str | Executor = "threads",
    arithmetic: str | Arithmetic = "auto",
    n_threads: int | None = None,
    progress: Progress | bool | None = None,
) -> DimensionProfile:
    """The dimension of the data at distances from the spacing of the rows to the size of the data.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points. If there are more than 5000 rows, a random subsample is used.
    random_state : int, RandomState instance or None
        Seed of the subsample, and of the halves, quarters and eighths.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Returns
    -------
    DimensionProfile
        The dimension by three methods, the ranges in which it stays the same, and the distance
        below which noise dominates.

    Raises
    ------
    ValueError, TypeError
        If the points or an option are not valid, or there are fewer than 12 distinct rows.

    Examples
    --------
    A flat sheet with noise. At distances below the size of the noise it has three dimensions.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> sheet = np.c_[random.uniform(0, 1, (2000, 2)), 0.01 * random.normal(size=2000)]
    >>> profile = dimension_profile(sheet)
    >>> gride = [point.dimension for point in profile.points if point.method == "gride"]
    >>> gride[0] > 2.3 > 2.1 > gride[-1]
    True
    """
    resources = Resources(memory_limit, executor, arithmetic, n_threads, progress)
    check_seed(random_state)
    method = MultiScale(random_state=random_state, **vars(resources))
    sample = method.at_most_calibrated(Sample(X, resources))
    if sample.n_samples < FEWEST_DISTINCT:
        raise ValueError(
            f"A profile needs at least {FEWEST_DISTINCT} distinct rows, but there are "
            f"{sample.n_samples}; pass more rows."
        )
    found = method.estimate(sample)  # this also warns of near-duplicates
    sample = sample.counting_once(CERTAIN)
    with collected(DistancesWarning):  # the first sample has already warned
        by_method = [
            list(_by_neighbors(sample)),
            list(_by_kernel(sample)),
            list(_by_divisions(sample, check_random_state(random_state))),
        ]
    return DimensionProfile(
        tuple(point for points in by_method for point in points),
        tuple(plateau for points in by_method for plateau in _plateaus(points)),
        float(found.evidence.get("noise_scale", 0.0)),
        found.dimension,
        found.reason,
        sample.n_samples,
    )


def _by_neighbors(sample: Sample) -> Iterator[ProfilePoint]:
    ladder = ladder_of(sample)
    calibrated = calibrated_ladder(ladder.dimensions, sample.n_samples)
    rungs = zip(ladder.distances, calibrated, ladder.errors, strict=False)
    for distance, dimension, error in rungs:
        if np.isfinite(dimension):  # NaN marks a dimension above the calibration
            yield ProfilePoint("gride", float(distance), float(dimension), float(error))


def _by_kernel(sample: Sample) -> Iterator[ProfilePoint]:
    cloud = sample.cloud
    curve = cloud.curve(cloud.candidate_scales(ratio=2 ** (1 / SCALES_PER_OCTAVE)))
    # The mean squared distance of pairs of different points, weighted by the kernel.
    squares = curve.dimension * curve.epsilon * curve.S / (curve.S - sample.n_samples)
    for distance, dimension in zip(np.sqrt(squares), curve.dimension, strict=True):
        yield ProfilePoint("implied", float(distance), float(dimension), None)


def _by_divisions(sample: Sample, random: np.random.RandomState) -> Iterator[ProfilePoint]:
    """DANCo on all rows, halves, quarters and eighths, in which neighbours are farther away."""
    shuffled = random.permutation(sample.rows)
    for halving in range(N_HALVINGS):
        n_divisions = 2**halving
        if sample.n_samples // n_divisions < FEWEST_ROWS and halving:
            return
        several = [sample.of_rows(np.sort(rows)) for rows in np.array_split(shuffled, n_divisions)]
        found = [DANCo()._of_any_rank(each).continuous for each in several]
        distances = [np.sqrt(each.nearest(10).squared_distances[:, -1]).mean() for each in several]
        error = float(np.std(found, ddof=1)) if n_divisions > 1 else None
        yield ProfilePoint("danco", float(np.mean(distances)), float(np.mean(found)), error)


def _plateaus(points: list[ProfilePoint]) -> Iterator[Plateau]:
    dimensions = np.array([point.dimension for point in points])
    for steady in steady_ranges(dimensions, TOLERANCE):
        if steady.n_scales >= FEWEST_SCALES:
            low, high = points[steady.first], points[steady.last]
            yield Plateau(low.method, low.distance, high.distance, steady.dimension)
