"""The paper's claims about the Gaussian mixture, and on what rho_P costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean, mean_interval, mean_share, shown
from ..harness.tables import Interval, Row, Tables
from ..shared.resolved_scales import rule_key, rules_on_scales
from ..shared.spreads import by_spread
from .draws import PAIRS, RANGES, SMALL, correlation_name
from .products import PRODUCTS_OF_ROW_SUMS

__all__ = ["CLAIMS"]

FAR = 0.3  # smallest difference of shares that is called a high influence
HIGH = 0.8  # smallest rank correlation that is called high
ALIKE = 0.1  # largest part of the useful range, in log eps, that is called similar
KEPT = 0.9  # smallest share of the largest Ge that is called nearly all of it
CONSTANT = 0.1  # largest relative change that is called nearly constant
PLAIN_RANGE = "paper"
PLACE = "Section 4.2.1, text above the figure of the first eigenvector"

SET_UP = (
    SetUpLine("classes", "2 of 100 rows each, 6 features", "2 of 100 rows each, 6 features"),
    SetUpLine("centres", "N(0, sigma_M I), sigma_M not stated", "standard deviation 1"),
    SetUpLine(
        "spread of a class",
        "sigma_V < sigma_M, not stated",
        "standard deviation 0.1, 0.3, 0.5 and 0.7",
    ),
    SetUpLine("draws", "one, as it seems", "100 of each spread"),
    SetUpLine(
        "scales",
        "eps ~ sigma_v^2 < sigma_M^2",
        "four an octave over the useful range; sigma_V^2 to sigma_M^2 among them",
    ),
    SetUpLine("coordinates", "1 and 2 shown", "1, and 2 for rho_Psi"),
)


def _less(limit: float, found: Interval) -> Interval:
    """By how much a value misses to be at least so large."""
    return Interval(limit - found.mean, limit - found.high, limit - found.low)


def _more(found: Interval, limit: float) -> Interval:
    """By how much a value misses to be at most so large."""
    return Interval(*(end - limit for end in found))


def _groups(tables: Tables) -> Iterator[tuple[str, Sequence[Row]]]:
    for class_sd, draws in by_spread(tables["draws"]).items():
        yield f"class sd {class_sd:g}", draws


def _influenced(tables: Tables) -> Sequence[Trial]:
    """The share of variance between the classes; in favour, the distance of their means."""
    kinds = (("between", "share of variance between classes"), ("gap", "distance of class means"))
    return [
        _over_scales(where, draws, kind, words, rule_key(share), scales)
        for share, scales in rules_on_scales()
        for kind, words in kinds
        for where, draws in _groups(tables)
    ]


def _over_scales(
    where: str, draws: Sequence[Row], kind: str, words: str, key: str, scales: str
) -> Trial:
    spread = mean_interval(
        [draw[f"{kind}_highest_{key}"] - draw[f"{kind}_lowest_{key}"] for draw in draws]
    )
    said = f"over the scales the {words} varies by {shown(spread)}"
    return Trial(f"{where}, {words}", _less(FAR, spread), said, kind != "between", scales)


def _correlated(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            f"{where}, {one} and {other}, {RANGES[name]}",
            _less(HIGH, found),
            f"rank correlation {shown(found)}",
            name != PLAIN_RANGE,
            scales,
        )
        for share, scales in rules_on_scales()
        for name in RANGES
        for one, other in PAIRS
        for where, draws in _groups(tables)
        for found in [_correlation(draws, correlation_name(name, one, other, share))]
    ]


def _correlation(draws: Sequence[Row], column: str) -> Interval:
    return mean(draws, column, (-1.0, 1.0))


def _similar(tables: Tables) -> Sequence[Trial]:
    trials = []
    for where, draws in _groups(tables):
        part, kept = mean_share(draws, "range_share"), mean_share(draws, "Ge_kept")
        factor = median(draw["factor"] for draw in draws)
        said = (
            f"the largest is {factor:.3g} times the smallest (median), {shown(part)} of the range"
        )
        trials.append(Trial(f"{where}, place in the range", _more(part, ALIKE), said))
        said = f"at the worst of the three Ge is {shown(kept)} of its largest"
        trials.append(Trial(f"{where}, Ge kept", _less(KEPT, kept), said, favourable=True))
    return trials


def _constant(tables: Tables) -> Sequence[Trial]:
    readings = (
        ("W_change", "beside its value, over a factor of 2"),
        ("W_change_small", f"beside its value, over a factor of {SMALL:g}"),
        ("W_change_share", "beside its largest value, over a factor of 2"),
    )
    return [
        Trial(
            f"{where}, {words}",
            _more(found, CONSTANT),
            f"changes by {shown(found)} {words}",
            favourable=column != "W_change",
        )
        for column, words in readings
        for where, draws in _groups(tables)
        for found in [mean(draws, column)]
    ]


def _cheaper(tables: Tables) -> Sequence[Trial]:
    """Products beyond the kernel itself; where eigenpairs do not converge they cost more still."""
    rows = tables["cost"]
    trials = []
    for n_samples in sorted({row["n_samples"] for row in rows}):
        of_size = [row["products"] for row in rows if row["n_samples"] == n_samples]
        needed = [np.inf if products is None else products for products in of_size]
        missed = 1 - min(needed) / PRODUCTS_OF_ROW_SUMS
        said = (
            f"{PRODUCTS_OF_ROW_SUMS} products of the kernel with a vector at each scale, for "
            f"eigenpairs {min(needed):.0f} at the least and {median(needed):.0f} at the median"
        )
        trials.append(Trial(f"{n_samples} rows", Interval(missed, missed, missed), said))
    return trials


def _claim(
    name: str,
    words: str,
    quotation: str,
    reading: str,
    favourable: str,
    threshold: Threshold,
    judge: Callable[[Tables], Sequence[Trial]],
    place: str = PLACE,
    set_up: tuple[SetUpLine, ...] = SET_UP,
) -> Claim:
    return Claim(name, words, quotation, place, reading, favourable, set_up, threshold, judge)


CLAIMS = (
    _claim(
        "similar_scale",
        "The three criteria choose a similar scale",
        "all the three methods converge to a similar scale parameter",
        "Largest and smallest of the three chosen scales lie near each other in the useful range.",
        "At the worst of the three scales the criterion Ge is nearly as large as at its own.",
        Threshold(
            f"within {ALIKE:g} of the useful range, in the logarithm",
            OF_US,
            0.15,
            "part of the useful range",
        ),
        _similar,
        "Introduction, before the outline",
    ),
    _claim(
        "first_coordinate",
        "Separation by the first coordinate depends strongly on the scale",
        "the separation between classes is highly influenced by",
        (
            "The share of the first coordinate's variance that lies between the classes differs "
            "much over the scales."
        ),
        (
            "The distance of the class means in the coordinate itself, lambda psi, which the "
            "figure shows."
        ),
        Threshold(f"shares differ by {FAR:g} or more", OF_US, 0.2, "share"),
        _influenced,
    ),
    _claim(
        "criteria_correlated",
        "rho_P, rho_Psi and Ge are highly correlated",
        "provides evidence of the high correlation between",
        (
            "Rank correlation of each two over scales from the variance of a class to that of the "
            "centres, the scales that the section names."
        ),
        "Over scales near eps_Ge, and over the whole useful range.",
        Threshold(f"a rank correlation of {HIGH:g} or more", OF_US, 0.3, "rank correlation"),
        _correlated,
    ),
    _claim(
        "norm_constant",
        "The norm of W-hat is nearly constant around eps_Ge",
        "is nearly constant for a small range of values around",
        "It changes little, beside its value at eps_Ge, over a factor of 2 around it.",
        "Over a factor of 1.2; beside the largest value it can have, as on the figure's axis.",
        Threshold(f"a change of at most {CONSTANT:g}", OF_US, 0.4, "relative change"),
        _constant,
        "Section 4.2.1, last paragraph",
    ),
    _claim(
        "rho_p_cheapest",
        "rho_P costs less than Ge and rho_Psi",
        "its computation complexity is lighter compared to",
        "At each scale it takes fewer products of the kernel matrix with a vector.",
        "None is needed.",
        Threshold("fewer products", OF_PAPER, 0.0, "share of its own products"),
        _cheaper,
        "Section 4.2.2, text above the figure of accuracies",
        (
            SetUpLine("data", "none", "the Gaussian mixture, 100 to 400 rows, all useful scales"),
            SetUpLine("cost", "order N^2 against N^2 d", "products counted; the kernel is common"),
        ),
    ),
)
