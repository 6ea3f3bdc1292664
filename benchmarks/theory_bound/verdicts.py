"""How often each form of the bound is violated, vacuous or infinite.

A bound is vacuous if it is above the largest distance that is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kernelscale import perturbation_bound
from kernelscale.paper.theory_bound.cases import Case, is_violated
from kernelscale.theory.bounds import PerturbationBound

FORMS: dict[str, Callable[[PerturbationBound], float]] = {
    "printed": lambda b: b.printed_bound,
    "tight": lambda b: b.tight_bound,
    "tight norm / eigengap of A-tilde": lambda b: over(b, b.eigengap),
    "tight norm / eigengap of P": lambda b: over(b, b.operator_eigengap),
}


def over(bound: PerturbationBound, gap: float) -> float:
    """The norm in the tight bound, divided by the given gap."""
    return bound.scaled_norm / gap if gap > 1e-12 else np.inf


def measure(cases: Sequence[Case]) -> list[PerturbationBound]:
    """The distance and the bounds of the theorem for each case."""
    return [perturbation_bound(*case) for case in cases]


def table(bounds: Sequence[PerturbationBound]) -> str:
    """Table in Markdown, one line for each form of the bound."""
    lines = [
        "| form | violated | vacuous | infinite | median bound / distance |",
        "|---|---|---|---|---|",
    ]
    for name, form in FORMS.items():
        values = np.array([form(b) for b in bounds])
        vacuous = np.mean([v > b.largest_distance for v, b in zip(values, bounds, strict=True)])
        violated = sum(is_violated(b, v) for v, b in zip(values, bounds, strict=True))
        ratios = values / np.array([b.distance for b in bounds])
        lines.append(
            f"| {name} | {violated} | {vacuous:.1%} | {np.isinf(values).mean():.1%} | "
            f"{np.nanmedian(ratios):.3g} |"
        )
    return "\n".join(lines)


def remarks(bounds: Sequence[PerturbationBound]) -> str:
    """Numbers of cases in which an assumption of the proof fails."""
    apart = sum(b.n_class_components > b.n_classes for b in bounds)
    above = sum(b.eigengap - b.separation > 1e-12 for b in bounds)  # larger than rounding errors
    return "\n".join(
        [
            f"{len(bounds)} cases",
            f"lambda_(N_C) of A-tilde above 1, so that the printed proof fails: {above}",
            f"leading space of A-tilde not unique: {sum(np.isnan(b.distance) for b in bounds)}",
            f"cases with a class that falls into components: {apart}",
        ]
    )
