"""Findings on the Gaussian mixture beyond the paper's claims, and a summary of its draws."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding
from ..harness.repeats import geometric_mean, mean, shown
from ..harness.tables import Row, Tables
from ..shared.criteria_over_scales import CRITERIA
from ..shared.resolved_scales import SHARE, rule_key
from ..shared.spreads import by_spread, per_spread
from .draws import PAIRS, correlation_name, influence
from .norms import SLIGHT

__all__ = ["find", "summary"]

FAR = 0.3  # a share that varies by at least this depends much on the scale


def summary(draws: Sequence[Row]) -> list[Row]:
    """A row for each `class_sd`, the standard deviation of the classes.

    It has mean scales, measures of how far the scales agree, and the norm of W-hat.
    """
    rows = []
    for class_sd, group in by_spread(draws).items():
        row: Row = {"class_sd": class_sd, "draws": len(group)}
        for name in CRITERIA:
            row[f"eps_{name}"] = geometric_mean(group, f"eps_{name}").mean
        row["factor_between"] = geometric_mean(group, "factor").mean
        row["within_factor_2"] = sum(draw["factor"] <= 2 for draw in group)
        for one, other in PAIRS:
            column = correlation_name("whole", one, other, SHARE)
            row[f"correlation_{one}_{other}"] = mean(group, column).mean
        for name in ("Ge_kept", "W_share", "W_change"):
            row[name] = median(draw[name] for draw in group)
        rows.append(row)
    return rows


def find(tables: Tables) -> list[Finding]:
    """Findings on the paper's assumption 1, and on how much the scale changes the separation.

    Assumption 1 is that the norm of W-hat, the kernel between classes, changes only slightly from
    the scale D_Class to the scale D_Gap.
    """
    return [_assumption(tables["draws"]), _influence_of_resolved(tables["draws"])]


def _influence_of_resolved(draws: Sequence[Row]) -> Finding:
    """How much the scale changes the separation of the classes, at resolved scales only."""
    return per_spread(
        f"At resolved scales alone the share of the first coordinate's variance between the "
        f"classes still varies by {FAR:g} or more",
        draws,
        lambda group: influence(group, rule_key(SHARE)),
        lambda found: found.mean >= FAR,
        lambda found, _: f"it varies by {shown(found)}",
    )


def _assumption(draws: Sequence[Row]) -> Finding:
    """Whether the paper's assumption 1 is true in the draws in which D_Class is below D_Gap."""
    known = [draw for draw in draws if draw["W_growth"] is not None]
    groups = by_spread(draws).items()
    met = {sd: sum(draw["W_growth"] is not None for draw in group) for sd, group in groups}
    n_draws = len(draws) // len(met)
    counts = ", ".join(f"{n} at sd {sd:g}" for sd, n in met.items())
    measured = f"D_Class is below D_Gap in {counts} of {n_draws} draws"
    claim = (
        f"||W-hat||_F changes only slightly over eps from D_Class to D_Gap, assumption 1 (by at "
        f"most {SLIGHT:.0%})"
    )
    if len(known) < 2:
        return finding(claim, "Gaussian mixture", n_draws, measured, NOT)
    grown = geometric_mean(known, "W_growth")
    smallest, largest = (end(draw["W_growth"] for draw in known) for end in (min, max))
    return finding(
        claim,
        f"Gaussian mixture, class sd {', '.join(f'{sd:g}' for sd, n in met.items() if n)}, draws "
        f"with D_Class below D_Gap",
        len(known),
        f"{measured}; from D_Class to D_Gap the norm grows {shown(grown)} times (geometric mean), "
        f"at least {smallest:.2g} times and at most {largest:.2g} times",
        HOLDS if grown.high <= 1 + SLIGHT else NOT,
        grown,
    )
