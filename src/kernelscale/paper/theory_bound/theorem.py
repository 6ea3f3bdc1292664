"""The claim of Theorem 3.2, tried as it is stated, and as it is proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..harness.claim import OF_PAPER, Claim, SetUpLine, Threshold, Trial
from ..harness.tables import Interval, Row, Tables
from ..shared.spreads import by_spread

__all__ = ["THEOREM_BOUND"]

CERTAIN = 1e3
"""The ratio of distance and bound is reported only for bounds above this multiple of the rounding
error of the distance."""


class _Form(NamedTuple):
    """One form of the theorem, described by `words`.

    The other fields are names of columns: the distance, the bound, and the rounding error of the
    distance.
    """

    words: str
    distance: str
    bound: str
    in_doubt: str


STATED = _Form("eigenvectors of P", "stated_distance", "stated", "stated_in_doubt")
FAVOURABLE = (
    _Form(
        "eigenvectors of P, -W inside the blocks", "stated_distance", "signed", "stated_in_doubt"
    ),
    _Form("eigenvectors of the proof's A", "distance", "printed", "in_doubt"),
)


def _bound(tables: Tables) -> Sequence[Trial]:
    kinds = {"random classes": tables["cases"]}
    kinds |= {f"mixture, class sd {sd:g}": rows for sd, rows in by_spread(tables["scales"]).items()}
    return [
        _never_violated(where, rows, form)
        for form in (STATED, *FAVOURABLE)
        for where, rows in kinds.items()
    ]


def _never_violated(where: str, rows: Sequence[Row], form: _Form) -> Trial:
    n_violated = sum(row[f"{form.bound}_violated"] for row in rows)
    share = n_violated / len(rows)
    reached = max(
        (
            row[form.distance] / row[form.bound]
            for row in rows
            if None not in (row[form.distance], row[form.bound])
            and row[form.bound] > CERTAIN * row[form.in_doubt]
        ),
        default=0.0,
    )
    measured = (
        f"violated in {n_violated} of {len(rows)} cases; the distance is at most {reached:.2g} "
        f"times the bound"
    )
    return Trial(
        f"{where}, {form.words}", Interval(share, share, share), measured, form is not STATED
    )


def _informative(tables: Tables) -> str:
    """The shares of the random cases in which the bound is infinite, and informative, in words.

    A bound is informative if it is at most the largest possible distance.
    """
    cases = tables["cases"]
    bounds = [(row[STATED.bound], row["n_classes"] ** 0.5) for row in cases]
    infinite = sum(bound is None for bound, _ in bounds) / len(cases)
    informative = sum(bound is not None and bound <= most for bound, most in bounds) / len(cases)
    return (
        f"In the random cases the bound is infinite in {infinite:.0%}, and informative, that is, "
        f"at most the largest possible distance sqrt(N_C), in {informative:.0%}"
    )


THEOREM_BOUND = Claim(
    name="theorem_bound",
    words="The distance of ideal and true eigenspaces is bounded",
    quotation=(
        "The distance between Psi-bar and Psi-tilde in the DM representations based on the "
        "matrices P-bar and P-tilde, respectively, is bounded such that d(Psi-bar, Psi-tilde) = "
        "||sin Theta(Psi-bar, Psi-tilde)||_F <= ||W-hat||_F ||D-bar^-1/2||_F^2 / "
        "(lambda-tilde_N_C - lambda-tilde_(N_C + 1))"
    ),
    place="Section 3.3.2, Theorem 3.2",
    reading=(
        "The bound is never below the distance of the leading right eigenvectors of P-bar and "
        "P-tilde, as the theorem states; the eigenvalues are those of P-tilde. P-tilde is the "
        "kernel divided by its row sums, and W-hat the kernel between classes."
    ),
    favourable=(
        "Eigenvectors and eigenvalues of the matrices A, of which the proof speaks. And "
        "-W^(l,l) inside the blocks, as printed: the diagonal matrix of what each row loses to "
        "other classes. Then K-bar and K have the same row sums, as the proof needs."
    ),
    set_up=(
        SetUpLine("data", "any classes", "5000 random cases of 10 to 60 rows in 2 to 5 classes"),
        SetUpLine(
            "mixtures", "any classes", "2 x 100 rows, class sd 0.05, 0.1, 0.3, 0.5, all scales"
        ),
        SetUpLine(
            "W-hat inside the blocks",
            "-W^(l,l), which is not defined",
            "0, because K-bar has the kernel's own blocks; -W^(l,l) as another reading",
            same=False,
        ),
    ),
    threshold=Threshold(
        "never violated", OF_PAPER, 0.0, "of the cases", "A theorem has no exceptions."
    ),
    judge=_bound,
    overview=_informative,
)
