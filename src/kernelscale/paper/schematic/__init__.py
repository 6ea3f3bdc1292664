"""The paper's schematic of its three criteria (section 3.3)."""

from __future__ import annotations

from ..harness.experiment import Experiment, Sliders
from .figures import draw_schematic
from .findings import find
from .measure import N_CLASSES, N_PER_CLASS, run

__all__ = ["SCHEMATIC"]

SCHEMATIC = Experiment(
    name="schematic",
    source="Section 3.3, schematic of the three methods for classification",
    claim=(
        "A scale is chosen from a range of scales by one of three quantities: modified transition "
        "matrices, the geometry of the embedding, or a generalised eigengap."
    ),
    expected="All three have a maximum inside the range, at scales within a factor of 3.",
    data=f"made: datasets.make_gaussian_mixture, {N_CLASSES} x {N_PER_CLASS} rows, 6 features",
    minutes=0.1,
    measure=run,
    find=find,
    drawings={"schematic": draw_schematic},
    sliders=Sliders(embeddings="embeddings", curves="curves"),
)
