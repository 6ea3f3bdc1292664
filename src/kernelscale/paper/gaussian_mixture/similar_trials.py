"""Trials of whether the three criteria choose a similar scale, on each kind of data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from ..harness.claim import Trial
from ..harness.repeats import mean_share, shown
from ..harness.tables import Interval, Row, Tables
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import above
from ..shared.spirals import AS_PRINTED, GAPS, NOISE_SDS
from ..shared.spreads import by_spread
from .three_scales import OTHER_COORDINATES, name_of_spirals

__all__ = ["ALIKE", "factors", "similar"]

ALIKE = 0.1  # scales are similar if they span at most this share of the useful range, in log eps
OTHER_NOISE = {
    name_of_spirals(noise_sd, gap)
    for noise_sd in NOISE_SDS
    for gap in GAPS
    if noise_sd != AS_PRINTED
}
"""Spirals of another reading, which takes the paper's 0.4 as a standard deviation."""


def _of_each_data(tables: Tables) -> Iterator[tuple[str, Sequence[Row]]]:
    for class_sd, draws in by_spread(tables["draws"]).items():
        yield f"mixture, class sd {class_sd:g}", draws
    others = tables["other_classes"]
    for data in dict.fromkeys(row["data"] for row in others):
        yield data, [row for row in others if row["data"] == data]


def similar(tables: Tables) -> Sequence[Trial]:
    """Trials on each mixture, each spiral and the digits."""
    return [trial for where, draws in _of_each_data(tables) for trial in _of_data(where, draws)]


def _of_data(where: str, draws: Sequence[Row]) -> Iterator[Trial]:
    """Trials of the ratio of the three scales, of two of them, and of accuracies at all three.

    Spirals of another reading have the first of these trials alone.
    """
    part, of_two, spread = (
        _share(draws, column) for column in ("range_share", "range_share_of_two", "accuracy_spread")
    )
    of_one = " (one data set, no interval)" if len(draws) == 1 else ""
    measured = (
        f"the largest of the three scales is {_factor(draws):.3g} times the smallest (median), "
        f"which is {shown(part)} of the useful range in logarithms{of_one}"
    )
    other = where in OTHER_NOISE
    yield Trial(f"{where}, ratio of scales", above(ALIKE, part), measured, other)
    if other:
        return
    measured = f"the scales of Ge and rho_Psi are {shown(of_two)} of the useful range apart"
    yield Trial(f"{where}, Ge and rho_Psi", above(ALIKE, of_two), measured, favourable=True)
    others = {str(n): f"rho_Psi in {n} coordinates" for n in OTHER_COORDINATES}
    others |= {"1": "rho_Psi in one coordinate", "largest": "largest value of rho_Psi"}
    for name, words in others.items():
        part = _share(draws, f"range_share_{name}")
        measured = f"the three scales are {shown(part)} of the useful range apart"
        there = f"{where}, {words}"
        yield Trial(there, above(ALIKE, part), measured, favourable=True)
    measured = f"accuracies at the three scales differ by {shown(spread)}"
    yield Trial(f"{where}, accuracy at them", above(NEAR, spread), measured, favourable=True)


def _factor(draws: Sequence[Row]) -> float:
    """The largest of the three scales divided by the smallest, the median of all draws."""
    return median(draw["factor"] for draw in draws)


def factors(tables: Tables) -> str:
    """On how many kinds of data the scales are similar, how far they differ, and other limits."""
    kinds: dict[str, list[Sequence[Row]]] = {}
    for data, draws in _of_each_data(tables):
        if data not in OTHER_NOISE:
            kinds.setdefault(data.split(",")[0], []).append(draws)
    n_similar = sum(_n_similar(each, "range_share") == len(each) for each in kinds.values())
    words = "; ".join(_of_kind(kind, settings) for kind, settings in kinds.items())
    every = [draws for settings in kinds.values() for draws in settings]
    return (
        f"Similar on {n_similar} of {len(kinds)} data sets; {words}{_other_limits(every)}"
        f"{_without_rho_P(kinds.get('spirals', []))}"
    )


def _of_kind(kind: str, settings: Sequence[Sequence[Row]]) -> str:
    found = [_factor(draws) for draws in settings]
    return (
        f"{kind}: in {_n_similar(settings, 'range_share')} of {len(settings)} settings (with the "
        f"largest value of rho_Psi in {_n_similar(settings, 'range_share_largest')}, by accuracy "
        f"in {_n_similar(settings, 'accuracy_spread', NEAR)}), the largest scale is "
        f"{min(found):.3g} to {max(found):.3g} times the smallest"
    )


def _other_limits(settings: Sequence[Sequence[Row]]) -> str:
    """The limits on the factor between the scales that would give the same outcomes."""
    alike = [_factor(draws) for draws in settings if _n_similar([draws], "range_share")]
    apart = [_factor(draws) for draws in settings if not _n_similar([draws], "range_share")]
    if not (alike and apart and max(alike) < min(apart)):
        return ""
    return (
        f". Any limit on this factor from {max(alike):.3g} to {min(apart):.3g} gives the same "
        "outcomes"
    )


def _without_rho_P(spirals: Sequence[Sequence[Row]]) -> str:  # noqa: N802
    """How far Ge and rho_Psi alone are apart on the spirals; empty if they are near anywhere."""
    if not spirals or _n_similar(spirals, "range_share_of_two"):
        return ""
    shares = [_share(draws, "range_share_of_two").mean for draws in spirals]
    return (
        f". On the spirals Ge and rho_Psi alone are {min(shares):.2g} to {max(shares):.2g} of the "
        "useful range apart, so the exception is not that of rho_P"
    )


def _n_similar(settings: Sequence[Sequence[Row]], column: str, limit: float = ALIKE) -> int:
    return sum(above(limit, _share(draws, column)).high <= 0 for draws in settings)


def _share(draws: Sequence[Row], column: str) -> Interval:
    """The mean of a share over draws; the interval of a single draw has length 0."""
    if len(draws) == 1:
        return Interval(*[draws[0][column]] * 3)
    return mean_share(draws, column)
