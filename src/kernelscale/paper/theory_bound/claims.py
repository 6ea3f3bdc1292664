"""The paper's claims of section 3.3.2: the ideal case, Theorem 3.2 and its corollary."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import below, share_interval
from ..shared.spreads import by_spread
from .findings import CERTAIN, PRINTED, as_assumed

__all__ = ["CLAIMS"]

NEARLY_LEAST = 2.0  # a distance of at most this multiple of the smallest is nearly the smallest
LITTLE = 0.01  # an excess of at most this share of the largest possible distance is ignored
MOST = 0.5  # share of draws in which the distance has to be nearly the smallest
EXACT = 1e-9  # a difference of at most this is a rounding error

BOUND_SET_UP = (
    SetUpLine("data", "any classes", "5000 random cases of 10 to 60 rows in 2 to 5 classes"),
    SetUpLine("mixtures", "any classes", "2 x 100 rows, class sd 0.1, 0.3, 0.5, all scales"),
)


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


def _bound(tables: Tables) -> Sequence[Trial]:
    kinds = {"random classes": tables["cases"]}
    kinds |= {f"mixture, class sd {sd:g}": rows for sd, rows in by_spread(tables["scales"]).items()}
    return [_never_violated(where, rows) for where, rows in kinds.items()]


def _never_violated(where: str, rows: Sequence[Row]) -> Trial:
    n_violated = sum(row[f"{PRINTED}_violated"] for row in rows)
    share = n_violated / len(rows)
    reached = max(
        (
            row["distance"] / row[PRINTED]
            for row in rows
            if None not in (row["distance"], row[PRINTED])
            and row[PRINTED] > CERTAIN * row["in_doubt"]
        ),
        default=0.0,
    )
    measured = (
        f"violated in {n_violated} of {len(rows)} cases; the distance is at most {reached:.2g} "
        f"times the bound"
    )
    return Trial(where, Interval(share, share, share), measured)


def _best_separation(tables: Tables) -> Sequence[Trial]:
    """Trials over the scales from D_Class to D_Gap, as the corollary assumes, if there are any."""
    trials = []
    for class_sd, rows in by_spread(tables["scales"]).items():
        pairs = as_assumed(rows, "distance")
        if pairs:
            where = f"class sd {class_sd:g}, {len(pairs)} draws with D_Class below D_Gap"
            trials += [_by_ratio(where, pairs), _by_excess(where, pairs)]
    return trials


def _by_ratio(where: str, pairs: Sequence[tuple[Row, Row]]) -> Trial:
    ratios = [at["distance"] / max(least["distance"], least["in_doubt"]) for at, least in pairs]
    measured = f"at eps_Ge the distance is {median(ratios):.2g} times the smallest (median)"
    met = share_interval(sum(ratio <= NEARLY_LEAST for ratio in ratios), len(ratios))
    return Trial(f"{where}, ratio", below(MOST, met), measured)


def _by_excess(where: str, pairs: Sequence[tuple[Row, Row]]) -> Trial:
    excess = [(at["distance"] - least["distance"]) / at["n_classes"] ** 0.5 for at, least in pairs]
    measured = (
        f"at eps_Ge the distance exceeds the smallest by {median(excess):.2g} of the largest "
        f"possible distance (median)"
    )
    met = share_interval(sum(value <= LITTLE for value in excess), len(excess))
    return Trial(f"{where}, excess", below(MOST, met), measured, favourable=True)


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
    Claim(
        name="theorem_bound",
        words="The distance of ideal and true eigenspaces is bounded",
        quotation=(
            "The distance between Psi-bar and Psi-tilde in the DM representations based on the "
            "matrices P-bar and P-tilde, respectively, is bounded"
        ),
        place="Section 3.3.2, Theorem 3.2",
        reading=(
            "The printed bound is never below the distance of the leading eigenspaces of the "
            "proof's matrices A. The perturbation is taken to be 0 inside the blocks."
        ),
        favourable="None is needed.",
        set_up=BOUND_SET_UP,
        threshold=Threshold(
            "never violated", OF_PAPER, 0.0, "of the cases", "A theorem has no exceptions."
        ),
        judge=_bound,
    ),
    Claim(
        name="best_separation",
        words="The largest eigengap gives the best separation of classes",
        quotation=(
            "The scale parameter epsilon, which maximizes Ge [...] provides the best class "
            "separation using an N_C coordinates embedding"
        ),
        place="Section 3.3.2, corollary of Theorem 3.2",
        reading=(
            "Over the scales from D_Class to D_Gap, which the corollary assumes, the distance "
            "between the ideal and the true eigenspaces is nearly smallest where Ge is largest."
        ),
        favourable=(
            "The distance at eps_Ge exceeds the smallest distance by a small share of the largest "
            "possible distance."
        ),
        set_up=(
            SetUpLine(
                "data",
                "not stated (classes with D_Class well below D_Gap)",
                "Gaussian mixtures of 2 x 100 rows, draws with D_Class below D_Gap",
            ),
            SetUpLine("scales", "from D_Class to D_Gap", "the same, two an octave"),
        ),
        threshold=Threshold(
            f"at most {NEARLY_LEAST:g} times the smallest in half of the draws",
            OF_US,
            0.3,
            "of the draws",
            "What is true in at most one of five draws is an exception.",
        ),
        judge=_best_separation,
    ),
)
