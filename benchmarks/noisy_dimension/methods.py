"""Methods as functions that return the dimension of a sample.

GRIDE gives one estimate at each of several scales (numbers of neighbours); these estimates are its
ladder. A range of scales is steady if the largest estimate in it exceeds the smallest by little.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscale.intrinsic_dimension import DANCo, MultiScale
from kernelscale.intrinsic_dimension.calibration.ball_ladders import calibrated_ladder
from kernelscale.intrinsic_dimension.noise_floor import find_noise_floor, without_noise
from kernelscale.intrinsic_dimension.sample import Sample
from kernelscale.intrinsic_dimension.scale_ladder import ladder_of, longest_steady_range

__all__ = ["METHODS"]

TOLERANCE = 0.15


def danco(sample: Sample) -> float:
    """Estimate of DANCo on all rows."""
    return DANCo().estimate(sample).continuous


def steady(dimensions: np.ndarray) -> float:
    """Dimension in the longest steady range, or at the finest scale if no range is steady."""
    found = longest_steady_range(dimensions, TOLERANCE)
    return float(dimensions[0]) if found is None else found.dimension


def ladder(sample: Sample) -> float:
    """Estimate of GRIDE in the steady range of its ladder, without calibration."""
    return steady(ladder_of(sample).dimensions)


def steady_calibrated_ladder(sample: Sample) -> float:
    """Estimate of GRIDE in the steady range of its ladder, calibrated on balls."""
    readings = ladder_of(sample).dimensions
    return steady(calibrated_ladder(readings, sample.n_samples))


def decimated(sample: Sample) -> float:
    """Steady estimate of DANCo on all rows, half of the rows, ..., an eighth of the rows."""
    random = np.random.default_rng(0)
    rows = random.permutation(sample.rows)
    sizes = [len(rows) // 2**halving for halving in range(4)]
    parts = [sample.of_rows(np.sort(rows[:size])) for size in sizes if size >= 50]
    return steady(np.array([danco(part) for part in parts]))


def curve(sample: Sample) -> float:
    """Largest implied dimension, the paper's estimate from d_eps."""
    return float(sample.cloud.curve().dimension.max())


def above_floor(sample: Sample) -> Sample:
    """The sample without the directions in which only noise is found."""
    return Sample(without_noise(sample.points, find_noise_floor(sample.points)))


METHODS: dict[str, Callable[[Sample], float]] = {
    "danco": danco,
    "implied": curve,
    "danco, fewer rows": decimated,
    "ladder": ladder,
    "calibrated ladder": steady_calibrated_ladder,
    "floor + danco": lambda sample: danco(above_floor(sample)),
    "floor + calibrated ladder": lambda sample: steady_calibrated_ladder(above_floor(sample)),
    "multiscale": lambda sample: MultiScale().estimate(sample).continuous,
}
"""Functions that estimate the dimension of a sample, by the name of the method."""
