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
from .criterion_cost import PRODUCTS_OF_ROW_SUMS
from .draws import PAIRS, RANGES, SMALL, correlation_name

__all__ = ["CLAIMS"]

FAR = 0.3  # a high influence is a change of the share by at least this
HIGH = 0.8  # a rank correlation is high from this value on
ALIKE = 0.1  # scales are similar up to this share of the useful range, in log eps
KEPT = 0.9  # Ge is nearly the largest from this share of the largest Ge on
CONSTANT = 0.1  # a value is nearly constant up to this relative change
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
    SetUpLine("draws", "not stated", "100 of each spread"),
    SetUpLine(
        "scales",
        "eps ~ sigma_v^2 < sigma_M^2",
        "four an octave over the useful range; sigma_V^2 to sigma_M^2 among them",
    ),
    SetUpLine("coordinates", "1 and 2 shown", "1, and 2 for rho_Psi"),
)


def _less(limit: float, found: Interval) -> Interval:
    """How far a value is below its lower limit."""
    return Interval(limit - found.mean, limit - found.high, limit - found.low)


def _more(found: Interval, limit: float) -> Interval:
    """How far a value is above its upper limit."""
    return Interval(*(end - limit for end in found))


def _groups(tables: Tables) -> Iterator[tuple[str, Sequence[Row]]]:
    for class_sd, draws in by_spread(tables["draws"]).items():
        yield f"class sd {class_sd:g}", draws


def _influenced(tables: Tables) -> Sequence[Trial]:
    """The scale's influence on the share of variance between classes, or on their distance.

    The distance of the class means is the favourable reading.
    """
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
    measured = f"over the scales the {words} varies by {shown(spread)}"
    return Trial(f"{where}, {words}", _less(FAR, spread), measured, kind != "between", scales)


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
        measured = (
            f"the largest of the three scales is {factor:.3g} times the smallest (median), which "
            f"is {shown(part)} of the useful range in logarithms"
        )
        trials.append(Trial(f"{where}, ratio of scales", _more(part, ALIKE), measured))
        measured = f"at the worst of the three scales Ge is {shown(kept)} of its maximum"
        trials.append(Trial(f"{where}, Ge at them", _less(KEPT, kept), measured, favourable=True))
    return trials


def _constant(tables: Tables) -> Sequence[Trial]:
    readings = (
        ("W_change", "factor of 2", "of its value at eps_Ge"),
        ("W_change_small", f"factor of {SMALL:g}", "of its value at eps_Ge"),
        ("W_change_share", "factor of 2, share of the largest", "of its largest possible value"),
    )
    return [
        Trial(
            f"{where}, {scales}",
            _more(found, CONSTANT),
            f"the norm changes by {shown(found)} {unit}",
            favourable=column != "W_change",
        )
        for column, scales, unit in readings
        for where, draws in _groups(tables)
        for found in [mean(draws, column)]
    ]


def _cheaper(tables: Tables) -> Sequence[Trial]:
    """Numbers of products after the kernel; pairs that do not converge need infinitely many."""
    rows = tables["cost"]
    trials = []
    for n_samples in sorted({row["n_samples"] for row in rows}):
        of_size = [row["products"] for row in rows if row["n_samples"] == n_samples]
        needed = [np.inf if products is None else products for products in of_size]
        missed = 1 - min(needed) / PRODUCTS_OF_ROW_SUMS
        measured = (
            f"rho_P takes {PRODUCTS_OF_ROW_SUMS} products of the kernel with a vector at each "
            f"scale, the eigenpairs of Ge and rho_Psi {min(needed):.0f} or more "
            f"(median {median(needed):.0f})"
        )
        trials.append(Trial(f"{n_samples} rows", Interval(missed, missed, missed), measured))
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
        (
            "The largest of the three scales is near the smallest, compared with the useful range "
            "of scales: log(largest / smallest) is at most a tenth of log(upper end / lower end). "
            "In a useful range of six decades this is a factor of 4."
        ),
        (
            "The three scales separate the classes almost equally well: at each of them Ge is at "
            f"least {KEPT:g} of its maximum."
        ),
        Threshold(
            f"a ratio of at most {ALIKE:g} of the useful range, in logarithms",
            OF_US,
            0.15,
            "of the useful range",
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
            "The distance of the class means in the coordinate lambda psi, which the figure of "
            "the paper shows, differs much over the scales."
        ),
        Threshold(f"shares differ by {FAR:g} or more", OF_US, 0.2, "of the variance"),
        _influenced,
    ),
    _claim(
        "criteria_correlated",
        "rho_P, rho_Psi and Ge are highly correlated",
        "provides evidence of the high correlation between",
        (
            "Each two criteria have a high rank correlation over the scales from the variance of "
            "a class to that of the centres, which the section names."
        ),
        "The same over scales near eps_Ge, and over the whole useful range.",
        Threshold(f"a rank correlation of {HIGH:g} or more", OF_US, 0.3, "rank correlation"),
        _correlated,
    ),
    _claim(
        "norm_constant",
        "The norm of W-hat is nearly constant around eps_Ge",
        "is nearly constant for a small range of values around",
        "Over a factor of 2 around eps_Ge the norm changes by little of its value at eps_Ge.",
        (
            "The same over a factor of 1.2; and by little of the largest value that the norm can "
            "have, which is the height of the figure's axis."
        ),
        Threshold(f"a change of at most {CONSTANT:g}", OF_US, 0.4, "of the norm"),
        _constant,
        "Section 4.2.1, last paragraph",
    ),
    _claim(
        "rho_p_cheapest",
        "rho_P costs less than Ge and rho_Psi",
        "its computation complexity is lighter compared to",
        "At each scale rho_P takes fewer products of the kernel matrix with a vector.",
        "None is needed.",
        Threshold("fewer products", OF_PAPER, 0.0, "times its own products"),
        _cheaper,
        "Section 4.2.2, text above the figure of accuracies",
        (
            SetUpLine("data", "none", "the Gaussian mixture, 100 to 400 rows, all useful scales"),
            SetUpLine("cost", "order N^2 against N^2 d", "products; all three need the kernel"),
        ),
    ),
)
