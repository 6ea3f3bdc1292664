"""Ways to scale the features of a noisy Swiss roll, compared (section 4.1.1)."""

from __future__ import annotations

from ..harness.experiment import Experiment, Sliders
from .claims import CLAIMS
from .figures import draw_differences, draw_embeddings, draw_rolls, draw_winners
from .findings import find
from .measure import run

__all__ = ["SWISS_ROLL"]

SWISS_ROLL = Experiment(
    name="swiss_roll",
    source="Section 4.1.1, figures of the Swiss roll, its embeddings and their mean square error",
    claim=(
        "Algorithm 2 extracts a more precise embedding of the noisy Swiss roll than standard "
        "deviations, eps_0, MaxMin and k-NN scaling: it neglects the features of noise."
    ),
    expected=(
        "In the given order the factors of Algorithm 2 do not depend on the noise level, but in "
        "some rolls they keep features of noise, and only from noise level 3 on its Procrustes "
        "error is the lowest; with less noise MaxMin and self-tuning have lower errors. "
        "The weight at the largest d_eps removes the noise. ManifoldScaler's default removes it "
        "too, and has the largest R^2 of theta and h from two coordinates."
    ),
    data="made: datasets.make_noisy_swiss_roll, 10 informative features",
    minutes=11.0,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={
        "rolls": draw_rolls,
        "embeddings": draw_embeddings,
        "differences": draw_differences,
        "winners": draw_winners,
    },
    sliders=Sliders(embeddings="embeddings"),
)
