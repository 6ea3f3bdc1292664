"""The claim that the three criteria choose a similar scale: on the mixture, spirals and digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean_share, shown
from ..harness.tables import Interval, Row, Tables
from ..shared.accuracy_at_scale import NEAR
from ..shared.misses import above
from ..shared.over_scales import LINE_OF_RHO_PSI, SCALE_OF_RHO_PSI
from ..shared.spirals import AS_PRINTED, GAPS, NOISE_SDS
from ..shared.spreads import by_spread
from .three_scales import OTHER_COORDINATES, name_of_spirals

__all__ = ["SIMILAR_SCALE"]

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


def _similar(tables: Tables) -> Sequence[Trial]:
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


def _factors(tables: Tables) -> str:
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
    factors = [_factor(draws) for draws in settings]
    return (
        f"{kind}: in {_n_similar(settings, 'range_share')} of {len(settings)} settings (with the "
        f"largest value of rho_Psi in {_n_similar(settings, 'range_share_largest')}, by accuracy "
        f"in {_n_similar(settings, 'accuracy_spread', NEAR)}), the largest scale is "
        f"{min(factors):.3g} to {max(factors):.3g} times the smallest"
    )


def _other_limits(settings: Sequence[Sequence[Row]]) -> str:
    """The limits on the factor between the scales that would give the same outcomes."""
    similar = [_factor(draws) for draws in settings if _n_similar([draws], "range_share")]
    apart = [_factor(draws) for draws in settings if not _n_similar([draws], "range_share")]
    if not (similar and apart and max(similar) < min(apart)):
        return ""
    return (
        f". Any limit on this factor from {max(similar):.3g} to {min(apart):.3g} gives the same "
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


SIMILAR_SCALE = Claim(
    name="similar_scale",
    words="The three criteria choose a similar scale",
    quotation=(
        "Interestingly, we also show empirically that all the three methods converge to a similar "
        "scale parameter epsilon"
    ),
    place="Introduction, before the outline",
    reading=(
        "The sentence names no data, so the classes of the sections 4.2.1 to 4.2.3 are tried. The "
        "largest of the three scales is near the smallest, compared with the useful range of "
        "scales: log(largest / smallest) is at most a tenth of log(upper end / lower end). In a "
        f"useful range of six decades this is a factor of 4. {SCALE_OF_RHO_PSI} Section 4.2.2 "
        "says of the spirals that rho_P does not indicate the peak of accuracy while the two "
        "others do, which would excuse rho_P there, but not the distance of Ge from rho_Psi."
    ),
    favourable=(
        f"Accuracies at the three scales differ by at most {NEAR:g}; only Ge and rho_Psi are "
        "compared, which Section 4.2.2 names together; rho_Psi is computed in 1, 3 or 4 "
        "coordinates; the scale of the largest value of rho_Psi is taken, as eq. rhopsi is "
        "printed, even at an end of the range; or 0.4 is the standard deviation of the spirals' "
        "noise."
    ),
    set_up=(
        SetUpLine(
            "data",
            "not stated",
            "the mixture, the spirals and the digits of Section 4.2; the recordings of Section "
            "5.3, which shows the three scales too, are not public",
        ),
        SetUpLine("mixture", "2 of 100 rows each, 6 features", "2 of 100 rows each, 6 features"),
        SetUpLine(
            "spread of a class",
            "not stated (sigma_V < sigma_M)",
            "standard deviation 0.1, 0.3, 0.5 and 0.7; that of the centres is 1",
        ),
        SetUpLine("spirals", "4 classes of 100 rows each", "4 classes of 100 rows each"),
        SetUpLine(
            "noise of the spirals",
            "covariance sigma_S I, sigma_S = 0.4",
            "0.4 as the variance, so standard deviation 0.63; 0.4 as another reading",
        ),
        SetUpLine(
            "gap of the spirals",
            "not stated for all panels (0.02 and 0.04 shown)",
            "0.01, 0.02, 0.04 and 0.08",
        ),
        SetUpLine("digits", "2000, 200 of each", "2000, 200 of each"),
        SetUpLine("features of the digits", "ZER, MOR, FAC and KAR", "the same, 333 in all"),
        SetUpLine(
            "units of the digits", "not stated", "as they are, and with standard deviation 1"
        ),
        SetUpLine("draws", "not stated", "128 of each mixture, 8 of each spiral"),
        SetUpLine("scales", "not stated", "each rule's own search over the useful range"),
        LINE_OF_RHO_PSI,
        SetUpLine(
            "coordinates of rho_Psi",
            "not stated (2, 2 and 4 shown)",
            "2 of the mixture and of the spirals, 4 of the digits",
        ),
        SetUpLine(
            "accuracy, as another reading",
            "1-NN; 20-fold cross validation of the digits",
            "1-NN in these coordinates, one row left out at a time",
            same=False,
        ),
    ),
    threshold=Threshold(
        f"a ratio of at most {ALIKE:g} of the useful range, in logarithms",
        OF_US,
        0.1,
        "of the useful range",
        "In six decades a tenth of the useful range is a factor of 4, and a fifth a factor of 16. "
        "In the reading of accuracies the unit is accuracy: 0.02 is the "
        "standard error of an accuracy of 0.8 of 400 rows, and 0.1 are 40 of these rows.",
    ),
    judge=_similar,
    overview=_factors,
)
