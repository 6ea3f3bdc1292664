"""Classes along a spiral: accuracy over the scale (section 4.2.2)."""

from __future__ import annotations

from ..harness.experiment import Experiment, Sliders
from .claims import CLAIMS
from .figures import ACCURACIES, draw_embeddings, draw_spirals
from .findings import find
from .measure import run

__all__ = ["SPIRAL_CLASSES"]

SPIRAL_CLASSES = Experiment(
    name="spiral_classes",
    source=(
        "Section 4.2.2, figures of the spirals, their embeddings and the accuracy over epsilon"
    ),
    claim=(
        "Accuracy depends strongly on epsilon; its peak is where Ge and rho_Psi are largest, not "
        "where rho_P is largest."
    ),
    expected=(
        "Over all scales accuracy depends strongly on the scale. Over resolved scales, in two or "
        "more coordinates, it hardly does; there Ge and rho_Psi give the peak. At five of six of "
        "all scales, and at nearly all resolved ones, accuracy is within 0.02 of the peak, so "
        "rho_P is near it too, at most two or three rows of 400 behind Ge and rho_Psi. In one "
        "coordinate rho_P and Ge are not near it."
    ),
    data="made: datasets.make_spiral_classes, 4 x 100 rows, 3 features, 24 or 72 draws",
    minutes=4.5,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={
        "data": draw_spirals,
        **ACCURACIES,
        "embeddings": draw_embeddings,
    },
    sliders=Sliders(embeddings="embeddings", curves="curves"),
)
