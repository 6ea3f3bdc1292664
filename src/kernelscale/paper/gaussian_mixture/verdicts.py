"""Verdicts on the paper's claims about the Gaussian mixture, from draws of it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from ..harness.experiment import Row, Tables
from ..harness.repeats import Interval, geometric_mean, mean, mean_share, shown
from ..harness.verdicts import HOLDS, NOT, verdict_row
from ..shared.criteria_over_scales import CRITERIA
from ..shared.scales_that_count import WHAT_COUNTS
from ..shared.spreads import by_spread, per_spread, verdict_of_spreads
from .draws import PAIRS, RANGES, SEPARATING, correlation_name
from .products import PRODUCTS_OF_ROW_SUMS

__all__ = ["judge", "summary"]

HALF = 0.5  # largest share of the range on which the scale matters much
HIGH = 0.8  # smallest rank correlation that is called high
ALIKE = 2.0  # largest ratio of scales that are called similar
CONSTANT = 0.1  # largest relative change that is called nearly constant
BESIDE_ITSELF, BESIDE_LARGEST = "W_change", "W_change_share"

Values = dict[float, Interval]


def summary(draws: Sequence[Row]) -> list[Row]:
    """A row a spread: typical scales, how they agree, and the norm of W-hat."""
    rows = []
    for class_sd, group in by_spread(draws).items():
        row: Row = {"class_sd": class_sd, "draws": len(group)}
        for name in CRITERIA:
            row[f"eps_{name}"] = geometric_mean(group, f"eps_{name}").mean
        row["factor_between"] = geometric_mean(group, "factor").mean
        row["within_factor_2"] = sum(draw["factor"] <= ALIKE for draw in group)
        for one, other in PAIRS:
            column = correlation_name("whole", one, other)
            row[f"correlation_{one}_{other}"] = mean(group, column).mean
        for name in ("Ge_kept", "W_share", "W_change"):
            row[name] = median(draw[name] for draw in group)
        rows.append(row)
    return rows


def judge(tables: Tables) -> list[Row]:
    """A row a claim; one a range of scales where criteria are compared over scales."""
    draws = tables["draws"]
    return [
        _separation(draws),
        *(_correlated(draws, name) for name in RANGES),
        _agreement(draws),
        _constant(draws, BESIDE_ITSELF, "beside its value there"),
        _constant(draws, BESIDE_LARGEST, "beside the largest value it can have"),
        _assumption(draws),
        _cheapest(tables["cost"]),
    ]


def _separation(draws: Sequence[Row]) -> Row:
    def words(value: Interval, group: Sequence[Row]) -> str:
        uncounted, lowest = (mean(group, name).mean for name in ("uncounted", "between_lowest"))
        return (
            f"they do at {shown(value)} of them, and the lowest share is {lowest:.3f}; "
            f"{uncounted:.0%} of all useful scales, the smallest, do not count"
        )

    return per_spread(
        "The separation of the classes by the first coordinate is highly influenced by eps: "
        f"{SEPARATING:.0%} of its variance lie between the classes somewhere, but on less than "
        f"half of the range ({WHAT_COUNTS})",
        draws,
        lambda group: mean_share(group, "separating"),
        lambda value: value.low > 0 and value.high < HALF,
        words,
    )


def _correlated(draws: Sequence[Row], name: str) -> Row:
    """Each two criteria over one range of scales; the value is that of the two that agree least."""
    found = {
        pair: {
            sd: mean(group, correlation_name(name, *pair), (-1.0, 1.0))
            for sd, group in by_spread(draws).items()
        }
        for pair in PAIRS
    }
    fine = [
        " and ".join(pair)
        for pair, values in found.items()
        if min(value.low for value in values.values()) >= HIGH
    ]
    return verdict_of_spreads(
        f"rho_P, rho_Psi and Ge are highly correlated (rank correlation of at least {HIGH:g})",
        draws,
        f"; {RANGES[name]}",
        "; ".join(f"{' and '.join(pair)} {_values(values)}" for pair, values in found.items()),
        HOLDS if len(fine) == len(PAIRS) else _where_pair(fine),
        min((v for values in found.values() for v in values.values()), key=lambda v: v.mean),
    )


def _values(values: Values) -> str:
    return ", ".join(f"{shown(value)} at sd {sd:g}" for sd, value in values.items())


def _where_pair(fine: Sequence[str]) -> str:
    return f"holds where the two are {', or '.join(fine)}" if fine else NOT


def _agreement(draws: Sequence[Row]) -> Row:
    def words(value: Interval, group: Sequence[Row]) -> str:
        within = sum(draw["factor"] <= ALIKE for draw in group)
        in_order = sum(d["eps_rho_P"] < d["eps_Ge"] < d["eps_rho_Psi"] for d in group)
        kept = median(draw["Ge_kept"] for draw in group)
        return (
            f"the largest is {shown(value)} times the smallest, at most {ALIKE:g} times in "
            f"{within} of {len(group)} draws, eps_rho_P < eps_Ge < eps_rho_Psi in {in_order}; Ge "
            f"at the worst of the three is {kept:.0%} of the largest Ge (median)"
        )

    return per_spread(
        f"The three criteria choose a similar scale (within a factor of {ALIKE:g})",
        draws,
        lambda group: geometric_mean(group, "factor"),
        lambda value: value.high <= ALIKE,
        words,
    )


def _constant(draws: Sequence[Row], column: str, beside: str) -> Row:
    def words(value: Interval, group: Sequence[Row]) -> str:
        share = median(draw["W_share"] for draw in group)
        size = f", {share:.2g} of the largest it can have (median)"
        return f"changes by {shown(value)} times {beside.removeprefix('beside ')}" + (
            size if column == BESIDE_ITSELF else ""
        )

    return per_spread(
        f"||W-hat||_F is nearly constant around eps_Ge, {beside} (a change of at most "
        f"{CONSTANT:.0%} over a factor of 2 in eps)",
        draws,
        lambda group: mean(group, column),
        lambda value: value.high <= CONSTANT,
        words,
    )


def _assumption(draws: Sequence[Row]) -> Row:
    """The paper's assumption 1, in draws with D_Class below D_Gap."""
    known = [draw for draw in draws if draw["W_growth"] is not None]
    groups = by_spread(draws).items()
    met = {sd: sum(draw["W_growth"] is not None for draw in group) for sd, group in groups}
    n_draws = len(draws) // len(met)
    said = ", ".join(f"{n} at sd {sd:g}" for sd, n in met.items())
    said = f"D_Class is below D_Gap in {said} of {n_draws} draws"
    claim = (
        f"||W-hat||_F changes only slightly over eps from D_Class to D_Gap, assumption 1 (by at "
        f"most {CONSTANT:.0%})"
    )
    if len(known) < 2:
        return verdict_row(claim, "Gaussian mixture", n_draws, said, NOT)
    grown = geometric_mean(known, "W_growth")
    smallest, largest = (end(draw["W_growth"] for draw in known) for end in (min, max))
    return verdict_row(
        claim,
        f"Gaussian mixture, class sd {', '.join(f'{sd:g}' for sd, n in met.items() if n)}, draws "
        f"with D_Class below D_Gap",
        len(known),
        f"{said}; from the one to the other it grows {shown(grown)} times (geometric mean), "
        f"{smallest:.2g} times at the least and {largest:.2g} at the most",
        HOLDS if grown.high <= 1 + CONSTANT else NOT,
        grown,
    )


def _cheapest(cost: Sequence[Row]) -> Row:
    """Products beyond the kernel itself; where eigenpairs do not converge they cost more still."""
    needed = [np.inf if row["products"] is None else row["products"] for row in cost]
    sizes = sorted({row["n_samples"] for row in cost})
    return verdict_row(
        "rho_P costs less than Ge and rho_Psi",
        f"Gaussian mixture, {sizes[0]} to {sizes[-1]} rows, all useful scales; counted are "
        f"products of the kernel with a vector, beyond its values, which all three need",
        len(cost),
        f"{PRODUCTS_OF_ROW_SUMS} products at each scale by its construction: row sums, over all "
        f"rows and over those of a class; counted for the eigenpairs of the other two, known to "
        f"1e-9, are {min(needed):.0f} at the least and {median(needed):.0f} at the median",
        HOLDS if min(needed) > PRODUCTS_OF_ROW_SUMS else NOT,
        median(needed) / PRODUCTS_OF_ROW_SUMS,
    )
