"""Pictures of the experiments' tables, one file an experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import handwritten_digits, swiss_roll_examples
from .class_examples import draw_mixtures, draw_spirals
from .digit_examples import draw_digits
from .dimension import draw_estimates
from .gaussian_mixture import draw_criteria, draw_first_coordinate, draw_perturbation
from .log_sum_curve import draw_curves
from .noisy_circles import draw_radius_variance
from .schematic import draw_schematic
from .seismic import SEISMIC_DRAWINGS
from .spiral_classes import draw_accuracy_in_one, draw_accuracy_in_two, draw_embeddings
from .swiss_roll import draw_differences, draw_winners
from .theory_bound import draw_over_scales, draw_random_cases

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["DRAWINGS", "Draw", "Tables"]

Tables = Mapping[str, Sequence[Mapping[str, Any]]]
Draw = Callable[["Figure", Tables], None]

DRAWINGS: dict[str, dict[str, Draw]] = {
    "dimension": {"estimates": draw_estimates},
    "swiss_roll": {
        "rolls": swiss_roll_examples.draw_rolls,
        "embeddings": swiss_roll_examples.draw_embeddings,
        "differences": draw_differences,
        "winners": draw_winners,
    },
    "rotated_digit": {"digits": draw_digits, "radius_variance": draw_radius_variance},
    "object_circles": {"radius_variance": draw_radius_variance},
    "gaussian_mixture": {
        "data": draw_mixtures,
        "first_coordinate": draw_first_coordinate,
        "criteria": draw_criteria,
        "perturbation": draw_perturbation,
    },
    "schematic": {"schematic": draw_schematic},
    "log_sum_curve": {"curves": draw_curves},
    "theory_bound": {"over_scales": draw_over_scales, "random_cases": draw_random_cases},
    "seismic": {**SEISMIC_DRAWINGS},
    "spiral_classes": {
        "data": draw_spirals,
        "accuracy_in_two": draw_accuracy_in_two,
        "accuracy_in_one": draw_accuracy_in_one,
        "embeddings": draw_embeddings,
    },
    "handwritten_digits": {
        "accuracy": handwritten_digits.draw_accuracy,
        "embeddings": handwritten_digits.draw_embeddings,
    },
}
"""By the name of the experiment, then by that of the picture."""
