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
        "Algorithm 2 does so in some rolls: its solutions are many, and often reward noise, and "
        "which one comes out depends on the order of the features. ManifoldScaler's "
        "default leaves the noise out, so its error does not depend on it, and is below that of "
        "every other way at most places; by the R^2 of two coordinates it is one of several that "
        "are as good, and raw features are better where there is little noise in the same unit."
    ),
    data="made: datasets.make_noisy_swiss_roll, 10 informative features",
    minutes=18.0,
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
