"""The paper's claims of section 3.3.2: the ideal case, Theorem 3.2 and its corollary."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import OF_PAPER, Claim, SetUpLine, Threshold, Trial
from ..harness.tables import Interval, Tables
from .corollary import BEST_SEPARATION
from .theorem import THEOREM_BOUND

__all__ = ["CLAIMS"]

EXACT = 1e-9  # a difference of at most this is a rounding error


def _ideal(tables: Tables) -> Sequence[Trial]:
    trials = []
    for row in tables["ideal"]:
        differences = (
            abs(row["eigenvalues_one"] - row["n_classes"]),
            row["within"],
            abs(row["D_gap"] - 2),
            row["D_class"],
        )
        missed = max(differences) - EXACT
        measured = (
            f"{row['eigenvalues_one']} eigenvalues are 1, and their eigenvectors vary by "
            f"{row['within']:.1g} within a class; D_Gap is {row['D_gap']:g} and D_Class "
            f"{row['D_class']:g}"
        )
        trials.append(Trial(f"{row['n_classes']} classes", Interval(*[missed] * 3), measured))
    return trials


CLAIMS = (
    Claim(
        name="ideal_case",
        words="Separate classes give N_C eigenvalues 1 and coordinates constant on each",
        quotation="the first N_C coordinates of the DM mapping (Eq. Psi) are piecewise constant",
        place="Section 3.3.2, proposition and corollary of the ideal case",
        reading=(
            "A kernel of N_C blocks has N_C eigenvalues 1, and their eigenvectors are constant on "
            "each class; for indicators with entries 1, D_Gap is 2 and D_Class is 0."
        ),
        favourable="None is needed.",
        set_up=(SetUpLine("kernel", "blocks without zero elements", "the same, 2 to 5 classes"),),
        threshold=Threshold(
            "exact to rounding",
            OF_PAPER,
            0.01,
            "(largest difference)",
            "Rounding errors are smaller than a millionth of this.",
        ),
        judge=_ideal,
    ),
    THEOREM_BOUND,
    BEST_SEPARATION,
)
