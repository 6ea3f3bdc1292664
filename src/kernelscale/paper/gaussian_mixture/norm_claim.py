"""The paper's claim that the norm of W-hat is nearly constant around eps_Ge."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean, shown
from ..harness.tables import Tables
from ..shared.misses import above
from ..shared.spreads import by_spread
from .norms import SLIGHT, SMALL
from .set_up import MIXTURE

__all__ = ["NORM_CONSTANT"]

READINGS = (
    ("W_change", "factor of 2", "of its value at eps_Ge"),
    ("W_change_small", f"factor of {SMALL:g}", "of its value at eps_Ge"),
    ("W_change_signed", "factor of 2, -W inside the blocks", "of its value at eps_Ge"),
    ("W_change_share", "factor of 2, share of the largest", "of its largest possible value"),
)


def _constant(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            f"class sd {class_sd:g}, {scales}",
            above(SLIGHT, found),
            f"the norm changes by {shown(found)} {unit}",
            favourable=column != "W_change",
        )
        for column, scales, unit in READINGS
        for class_sd, draws in by_spread(tables["draws"]).items()
        for found in [mean(draws, column)]
    ]


def _slight(tables: Tables) -> str:
    """Up to which ratio of scales the norm changes only slightly, and where D_Class < D_Gap."""
    groups = by_spread(tables["draws"])
    ratios = ", ".join(
        f"{median(draw['W_slight'] for draw in draws):.3g} (class sd {class_sd:g})"
        for class_sd, draws in groups.items()
    )
    counts = ", ".join(
        f"{sum(draw['W_growth'] is not None for draw in draws)} of {len(draws)} (class sd {sd:g})"
        for sd, draws in groups.items()
    )
    return (
        f"The norm changes by at most {SLIGHT:.0%} between scales around eps_Ge whose ratio is up "
        f"to {ratios}; medians of the draws. D_Class is below D_Gap, as assumption 1 asks, in "
        f"{counts}"
    )


NORM_CONSTANT = Claim(
    name="norm_constant",
    words="The norm of W-hat is nearly constant around eps_Ge",
    quotation=(
        "the value of ||W-hat||_F is nearly constant for a small range of values around epsilon_Ge"
    ),
    place="Section 4.2.1, last paragraph",
    reading=(
        "W-hat = K-tilde - K-bar (eq. Pert) is the kernel between points of different classes, "
        "and 0 within a class, so ||W-hat||_F^2 is the sum of exp(-r_ij / eps) over all pairs "
        "of different classes. The plain measure is the change from eps_Ge / sqrt(2) to "
        "sqrt(2) eps_Ge as a share of the value at eps_Ge, because assumption 1, which the "
        "sentence supports, is about the change of W-hat. We take a factor of 2 for a small range, "
        "as it is on a logarithmic axis of scales."
    ),
    favourable=(
        "The same over a factor of 1.2. The same with -W^(l,l) inside the blocks (eq. EQWMAT), "
        "read as the diagonal matrix of what each row loses to the other class. And the change as "
        "a share of the largest value that the norm can have, which we take for the height of the "
        "figure's axis."
    ),
    set_up=(
        *MIXTURE,
        SetUpLine(
            "eps_Ge", "not stated (approximated)", "the largest Ge over the whole useful range"
        ),
        SetUpLine(
            "W-hat inside the blocks",
            "not stated: -W^(l,l) is not defined",
            "0; -W^(l,l) as another reading",
        ),
    ),
    threshold=Threshold(
        f"a change of at most {SLIGHT:g}",
        OF_US,
        0.4,
        "times the norm at eps_Ge",
        "What changes by more than half of its value is not nearly constant.",
    ),
    judge=_constant,
    overview=_slight,
)
