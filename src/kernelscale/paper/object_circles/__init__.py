"""Noisy photographs of rotating objects, instead of a rotated digit."""

from __future__ import annotations

from ..harness.data_folder import VARIABLE
from ..harness.experiment import Experiment
from ..shared.circle_figures import draw_radius_variance
from ..shared.circle_findings import find
from .measure import FILE, run

__all__ = ["OBJECT_CIRCLES"]

OBJECT_CIRCLES = Experiment(
    name="object_circles",
    source="Section 4.1.2, on photographs of turning objects (COIL-20) instead",
    claim="The same claim as for the rotated digit. The paper has no figure of such objects.",
    expected=(
        "No way shows all objects as circles: the curve of an object that looks alike from two "
        "sides nearly meets itself. Raw pixels are at least as good as scaled components."
    ),
    data=f"{FILE} in the folder that {VARIABLE} names; skipped if it is missing",
    minutes=1.0,
    measure=run,
    find=find,
    files=(FILE,),
    drawings={"radius_variance": draw_radius_variance},
)
