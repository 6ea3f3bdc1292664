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
        quotation=(
            "the matrix P-bar (Eq. KMAT) has an eigenvalue lambda = 1 with multiplicity N_C. "
            "Furthermore, the first N_C coordinates of the DM mapping (Eq. Psi) are piecewise "
            "constant [...] the distances D_Gap(Psi) = 2 and D_Class(Psi) = 0"
        ),
        place="Section 3.3.2, proposition and corollary of the ideal case",
        reading=(
            "A kernel of N_C blocks has N_C eigenvalues 1, and their eigenvectors are constant on "
            "each class; for indicators with entries 1, D_Gap is 2 and D_Class is 0. This checks a "
            "proof, so it fails only by an error of the program or by rounding."
        ),
        favourable="None is needed.",
        set_up=(
            SetUpLine("kernel", "blocks without zero elements", "the same, 2 to 5 classes"),
            SetUpLine(
                "entries of the eigenvectors",
                "1 / sqrt(N_P) in the proposition, with which D_Gap is 2 / N_P; 1 in the corollary",
                "1, as a reading of this",
            ),
            SetUpLine(
                "constant vector",
                "one of the N_C eigenvectors; not a coordinate by eq. Psi",
                "one of the N_C eigenvectors",
            ),
        ),
        threshold=Threshold(
            f"exact, with differences of at most {EXACT:g}, for rounding",
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
