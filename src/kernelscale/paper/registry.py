"""All experiments of the paper, by name."""

from __future__ import annotations

from .dimension import DIMENSION
from .gaussian_mixture import GAUSSIAN_MIXTURE
from .handwritten_digits import HANDWRITTEN_DIGITS
from .harness.experiment import Experiment
from .log_sum_curve import LOG_SUM_CURVE
from .object_circles import OBJECT_CIRCLES
from .rotated_digit import ROTATED_DIGIT
from .schematic import SCHEMATIC
from .seismic import SEISMIC
from .spiral_classes import SPIRAL_CLASSES
from .swiss_roll import SWISS_ROLL
from .theory_bound import THEORY_BOUND

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        SCHEMATIC,
        LOG_SUM_CURVE,
        THEORY_BOUND,
        DIMENSION,
        SWISS_ROLL,
        ROTATED_DIGIT,
        OBJECT_CIRCLES,
        GAUSSIAN_MIXTURE,
        SPIRAL_CLASSES,
        HANDWRITTEN_DIGITS,
        SEISMIC,
    )
}
"""The experiments, in the order of the paper."""
