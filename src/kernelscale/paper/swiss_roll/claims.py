"""The paper's claims about the noisy Swiss roll, and about the order of features in Algorithm 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS, ALGORITHMS_2_AND_3, WAYS

__all__ = ["CLAIMS"]

APART = 0.05  # errors differ from this difference on
LITTLE = 0.1  # features are neglected up to this share of the squared distances
SCALINGS = (ALGORITHM_2, ALGORITHMS_2_AND_3, "algorithm_2_peak")  # eps_0 changes no weight
ERRORS = {"mse": "mean square error", "error": "Procrustes error"}

SET_UP = (
    SetUpLine("rows", "2000", "2000"),
    SetUpLine("roll", "theta in [3 pi/2, 9 pi/2], h in [0, 100]", "the same"),
    SetUpLine("informative features D_1", "various, not stated", "10"),
    SetUpLine("features of noise D_2", "various, not stated", "10"),
    SetUpLine("sigma_T", "various, not stated", "1"),
    SetUpLine(
        "noise",
        "various, not stated",
        "0.1, 1 and 3 standard deviations of an informative feature",
    ),
    SetUpLine("repeats", "40", "40"),
    SetUpLine(
        "order of features", "as given; Algorithm 3 proposed besides", "as given; Algorithm 3 too"
    ),
    SetUpLine("grid of weights and scales", "not stated", "32 weights by 32 scales"),
    SetUpLine("coordinates", "not stated, two shown", "2"),
    SetUpLine("k-NN scaling", "by its reference self-tuning", "self-tuning, r = 7"),
)


def _place(row: Row) -> str:
    return f"noise {row['noise']:g}"


def _interval(row: Row, name: str) -> Interval:
    return Interval(*(row[f"{name}{end}"] for end in ("", "_low", "_high")))


def _less(found: Interval, limit: float) -> Interval:
    return Interval(*(end - limit for end in found))


def _more_precise(tables: Tables) -> Sequence[Trial]:
    """Trials against the best other way; the first way and error are the plain reading."""
    rows = tables["paper_compared"]
    return [
        _against_best([row for row in rows if (row["noise"], row["way"]) == (noise, way)], metric)
        for way in ALGORITHMS
        for metric in ERRORS
        for noise in dict.fromkeys(row["noise"] for row in rows)
    ]


def _against_best(rows: Sequence[Row], metric: str) -> Trial:
    best = max(rows, key=lambda row: row[metric])
    difference = _interval(best, metric)
    way = best["way"]
    return Trial(
        f"{_place(best)}, {WAYS[way].title}, {ERRORS[metric]}",
        difference,
        f"its error less that of {best['title']}, the best of the others, is {shown(difference)}",
        favourable=way != ALGORITHM_2 or metric != "mse",
    )


def _neglects(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            f"{_place(row)}, {row['title']}",
            _less(_interval(row, "noise_share"), LITTLE),
            f"features of noise make {shown(_interval(row, 'noise_share'))} of the squared "
            f"distances",
            favourable=row["way"] != ALGORITHM_2,
        )
        for row in tables["paper"]
        if row["way"] in SCALINGS
    ]


def _depends(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            _place(row),
            Interval(APART - row["apart"], APART - row["apart_high"], APART - row["apart_low"]),
            f"the errors of the two orders differ by {shown(_interval(row, 'apart'))}",
        )
        for row in tables["orders"]
    ]


def _claim(
    name: str,
    words: str,
    quotation: str,
    place: str,
    reading: str,
    favourable: str,
    threshold: Threshold,
    judge: Callable[[Tables], Sequence[Trial]],
) -> Claim:
    return Claim(name, words, quotation, place, reading, favourable, SET_UP, threshold, judge)


CLAIMS = (
    _claim(
        "order_matters",
        "What Algorithm 2 gives depends on the order of features",
        "its performance depends on the order of the",
        "Section 3.2, below Algorithm 2",
        "The errors of the embedding differ between the given order and that of Algorithm 3.",
        "None is needed.",
        Threshold(f"errors differ by {APART:g} or more", OF_US, 0.04, "of error"),
        _depends,
    ),
    _claim(
        "roll_more_precise",
        "Algorithm 2 embeds the noisy Swiss roll better than other ways",
        "able to extract a more precise embedding than the alternative scaling schemes",
        "Section 4.1.1, below the mean square error",
        (
            "The mean square error of Algorithm 2 is below that of each of the other four ways, "
            "with features in the given order: the section names Algorithms 1 and 2, not 3."
        ),
        (
            "Features in the order of Algorithm 3; the scale of the map by Algorithm 1 once more; "
            "of the many minima of Algorithm 2 the one at the largest d_eps; an error that "
            "ignores the size of the embedding."
        ),
        Threshold("a lower error", OF_PAPER, 0.1, "of the mean square"),
        _more_precise,
    ),
    _claim(
        "roll_neglects_noise",
        "Algorithm 2 neglects the features of noise",
        "neglects the coordinates which were contaminated by noise",
        "Section 4.1.1, last sentence",
        "After scaling, features of noise make a small share of all squared distances.",
        (
            "Features in the order of Algorithm 3; of the many minima of Algorithm 2 the one at "
            "the largest d_eps."
        ),
        Threshold(
            f"a share of at most {LITTLE:g}; half of the features are noise",
            OF_US,
            0.15,
            "of the squared distances",
        ),
        _neglects,
    ),
)
