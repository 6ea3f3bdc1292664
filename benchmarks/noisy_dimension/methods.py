"""The ways that were tried, each a function from a sample to a dimension."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscale.intrinsic_dimension import DANCo, MultiScale
from kernelscale.intrinsic_dimension.calibration.ball_ladders import calibrated_ladder
from kernelscale.intrinsic_dimension.noise_floor import find_noise_floor, without_noise
from kernelscale.intrinsic_dimension.sample import Sample
from kernelscale.intrinsic_dimension.scale_ladder import ladder_of, longest_steady_range

__all__ = ["WAYS"]

TOLERANCE = 0.15


def danco(sample: Sample) -> float:
    """DANCo as it is."""
    return DANCo().estimate(sample).continuous


def steady(dimensions: np.ndarray) -> float:
    """The longest steady range, or the finest scale where there is none."""
    found = longest_steady_range(dimensions, TOLERANCE)
    return float(dimensions[0]) if found is None else found.dimension


def ladder(sample: Sample) -> float:
    """Where GRIDE's ladder is steady, its readings as they are."""
    return steady(ladder_of(sample).dimensions)


def set_right(sample: Sample) -> float:
    """Where it is steady once balls have set it right."""
    readings = ladder_of(sample).dimensions
    return steady(calibrated_ladder(readings, sample.n_samples))


def decimated(sample: Sample) -> float:
    """Where DANCo on all rows, halves, quarters and eighths is steady."""
    random = np.random.default_rng(0)
    rows = random.permutation(sample.rows)
    sizes = [len(rows) // 2**halving for halving in range(4)]
    parts = [sample.of_rows(np.sort(rows[:size])) for size in sizes if size >= 50]
    return steady(np.array([danco(part) for part in parts]))


def curve(sample: Sample) -> float:
    """The largest implied dimension, the paper's reading of d_eps."""
    return float(sample.cloud.curve().dimension.max())


def above_floor(sample: Sample) -> Sample:
    """The sample without the directions of a noise floor."""
    return Sample(without_noise(sample.points, find_noise_floor(sample.points)))


WAYS: dict[str, Callable[[Sample], float]] = {
    "danco": danco,
    "implied": curve,
    "danco, fewer rows": decimated,
    "ladder": ladder,
    "ladder set right": set_right,
    "floor + danco": lambda sample: danco(above_floor(sample)),
    "floor + ladder set right": lambda sample: set_right(above_floor(sample)),
    "multiscale": lambda sample: MultiScale().estimate(sample).continuous,
}
"""By name."""
