"""The claim that the three criteria are highly correlated, with a verdict for each pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean, shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import below
from ..shared.resolved_scales import rules_on_scales
from ..shared.spreads import by_spread
from .draws import (
    CORRELATIONS,
    LINEAR,
    NAMED,
    NEAR_VARIANCE,
    ONE,
    PAIRS,
    RANGES,
    correlation_name,
)
from .set_up import MIXTURE, PLACE, SCALES

__all__ = ["CRITERIA_CORRELATED"]

HIGH = 0.8  # a rank correlation is high if it is at least this
AS_COMMON = 0.7  # a limit that is as common; the verdict states what it would change

Pair = tuple[str, str]


def _correlated(tables: Tables) -> Sequence[Trial]:
    [n_samples] = {draw["n_samples"] for draw in tables["draws"]}
    tried = [
        _trial(class_sd, draws, name, pair, rule)
        for pair in PAIRS
        for rule in _rules(pair, n_samples)
        for name in CORRELATIONS
        if name != ONE or "rho_Psi" in pair
        for class_sd, draws in by_spread(tables["draws"]).items()
    ]
    return [trial for trial in tried if trial is not None]


def _rules(pair: Pair, n_samples: int) -> Iterator[tuple[float | None, str]]:
    """The rules on scales that concern two criteria: only rho_Psi depends on coordinates."""
    words = " and ".join(pair)
    if "rho_Psi" not in pair:
        yield None, words
        return
    for share, scales in rules_on_scales(n_samples):
        yield share, f"{words}, {scales}"


def _trial(
    class_sd: float, draws: Sequence[Row], name: str, pair: Pair, rule: tuple[float | None, str]
) -> Trial | None:
    """A trial of the correlation of two criteria; None if it is not known; see `_correlation`."""
    share, scales = rule
    found = _correlation(draws, name, pair, share)
    if found is None:
        return None
    value, n_known = found
    measured = f"{'linear' if name == LINEAR else 'rank'} correlation {shown(value)}"
    if n_known < len(draws):
        measured += f", known in {n_known} of {len(draws)} draws"
    where = f"class sd {class_sd:g}, {' and '.join(pair)}, {CORRELATIONS[name]}"
    return Trial(where, below(HIGH, value), measured, name != NAMED, scales)


def _correlation(
    draws: Sequence[Row], name: str, pair: Pair, share: float | None = None
) -> tuple[Interval, int] | None:
    """The mean correlation, and in how many draws it is known; None if in fewer than two.

    In one coordinate a class may be a single point, and then rho_Psi is infinite.
    """
    column = correlation_name(name, *pair, share)
    known = [draw for draw in draws if draw[column] is not None]
    return (mean(known, column, (-1.0, 1.0)), len(known)) if len(known) > 1 else None


def _of_pairs(tables: Tables) -> str:
    """The correlations of each pair at all scales; what a limit, range or coordinate changes."""
    plain = {pair: _of_spreads(tables, NAMED, pair) for pair in PAIRS}
    counts = [_n_high(found, AS_COMMON) for found in plain.values()]
    near = {pair: _of_spreads(tables, NEAR_VARIANCE, pair) for pair in PAIRS}
    near_counts = [_n_high(found, HIGH) for found in near.values()]
    in_one = [v for pair in PAIRS if "rho_Psi" in pair for v in _of_spreads(tables, ONE, pair)]
    return (
        f"Correlations in the plain reading: {_ranges(plain)}. With the limit {AS_COMMON:g}, which "
        f"is as common, the pairs' plain trials would be true in {', '.join(counts)}; in the one "
        f"coordinate that the section's figure shows, those of rho_Psi are {_range(in_one)}. Over "
        f"{RANGES[NEAR_VARIANCE]}, the range of the claim on separation: {_ranges(near)}; true in "
        f"{', '.join(near_counts)}"
    )


def _n_high(found: Sequence[Interval], limit: float) -> str:
    return f"{sum(value.low >= limit for value in found)} of {len(found)}"


def _ranges(found: Mapping[Pair, Sequence[Interval]]) -> str:
    return "; ".join(f"{' and '.join(pair)} {_range(values)}" for pair, values in found.items())


def _of_spreads(tables: Tables, name: str, pair: Pair) -> list[Interval]:
    found = [_correlation(draws, name, pair) for draws in by_spread(tables["draws"]).values()]
    return [each[0] for each in found if each is not None]


def _range(found: Sequence[Interval]) -> str:
    means = [value.mean for value in found]
    return f"{min(means):.2f} to {max(means):.2f}"


CRITERIA_CORRELATED = Claim(
    name="criteria_correlated",
    words="rho_P, rho_Psi and Ge are highly correlated",
    quotation=(
        "This comparison provides evidence of the high correlation between rho_P, rho_Psi and "
        "the generalized eigengap"
    ),
    place=PLACE,
    reading=(
        "Any two of the criteria have a high rank correlation over the scales from the "
        "variance of a class to that of the centres, our reading of eps ~ sigma_v^2 < "
        "sigma_M^2. (The claim on separation by the first coordinate quotes the same words, and "
        "reads them as a factor of 10 around sigma_v^2. Each of the two claims has the range that "
        "favours it.) Each pair has a verdict of its own, and the claim holds if all three do. "
        "rho_P and Ge depend on no coordinates, so all scales count for these two."
    ),
    favourable=(
        "The same with rho_Psi in one coordinate, the one that the section's figure shows beside "
        "the comparison; with Pearson's coefficient; over the scales within a factor of 10 of "
        "sigma_v^2; over scales near eps_Ge; and over the whole useful range."
    ),
    set_up=(
        *MIXTURE,
        SCALES,
        SetUpLine(
            "coordinates of rho_Psi",
            "not stated (two for the map, the first for the figure)",
            "two; one as another reading",
        ),
    ),
    threshold=Threshold(
        f"a correlation of {HIGH:g} or more",
        OF_US,
        0.3,
        "correlation",
        f"The limit is a convention: two criteria with a correlation of {HIGH:g} share two thirds "
        f"of the variance of their ranks. {AS_COMMON:g}, which is half of it, is as common. A "
        "correlation below 0.5 is usually called moderate or weak.",
    ),
    judge=_correlated,
    overview=_of_pairs,
)
