"""Two Gaussian classes: the three criteria over the scale (section 4.2.1)."""

from __future__ import annotations

from ..harness.experiment import Experiment, Sliders
from .claims import CLAIMS
from .figures import draw_criteria, draw_first_coordinate, draw_mixtures, draw_perturbation
from .findings import find
from .measure import run

__all__ = ["GAUSSIAN_MIXTURE"]

GAUSSIAN_MIXTURE = Experiment(
    name="gaussian_mixture",
    source=(
        "Section 4.2.1, figures of the data, of the first coordinate, of the criteria and of "
        "||W-hat||_F"
    ),
    claim=(
        "rho_P, rho_Psi and Ge are highly correlated and lead to a similar scale; ||W-hat||_F is "
        "nearly constant around eps_Ge; rho_P is the cheapest."
    ),
    expected=(
        "Correlated on the way up to their maxima. Not over the whole range: at large scales "
        "rho_Psi levels off above what it was at small ones. ||W-hat||_F is small around eps_Ge, "
        "and so is its change beside the largest it can be, but beside itself it grows severalfold."
        " The first coordinate tells the classes on two thirds of the range or more."
    ),
    data="made: datasets.make_gaussian_mixture, 2 x 100 rows, 6 features, 100 draws",
    minutes=2.0,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={
        "data": draw_mixtures,
        "first_coordinate": draw_first_coordinate,
        "criteria": draw_criteria,
        "perturbation": draw_perturbation,
    },
    sliders=Sliders(embeddings="embeddings", curves="curves"),
)
