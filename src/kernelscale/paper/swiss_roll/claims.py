"""The paper's claims about the noisy Swiss roll, and about the order of features in Algorithm 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import above, below
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS, THEN_EPS_0, WAYS

__all__ = ["CLAIMS"]

APART = 0.05  # errors differ if the difference is at least this
DIGITS = 6  # trials whose shares agree in this number of decimals are one trial
LITTLE = 0.1  # features are neglected if their share of the squared distances is at most this
ERRORS = {"mse": "mean square error", "error": "Procrustes error"}

SET_UP = (
    SetUpLine("rows", "2000", "2000"),
    SetUpLine("roll", "theta in [3 pi/2, 9 pi/2], h in [0, 100]", "the same"),
    SetUpLine("informative features D_1", "various, not stated", "10"),
    SetUpLine("features of noise D_2", "various, not stated", "10"),
    SetUpLine("sigma_T", "various, not stated", "1"),
    SetUpLine(
        "sigma_N",
        "various, not stated",
        "0.1, 1 and 3 standard deviations of an informative feature",
    ),
    SetUpLine(
        "repeats", "40", "40 of the plain reading and the other ways; 8 of the favourable readings"
    ),
    SetUpLine("order of features", "informative ones, then noise", "the same; also Algorithm 3"),
    SetUpLine("dimension d-hat of Algorithm 2", "not stated: given or by DANCo", "2, the roll's"),
    SetUpLine("weights A", "not stated", "32 from 0.001 to 10, relative to standardised features"),
    SetUpLine("scales eps", "not stated", "32 in the linear range of Algorithm 1, at each feature"),
    SetUpLine("coordinates", "not stated; two are shown", "2"),
    SetUpLine("norm of a coordinate", "not stated", "the sum of pi_i psi(i)^2 is 1"),
    SetUpLine("k-NN scaling", "that of its reference, self-tuning", "self-tuning"),
    SetUpLine("neighbour r of self-tuning", "not stated", "7"),
)
FAVOURABLE = (
    "Features in the order of Algorithm 3; after Algorithm 2, the scale of the map chosen again by "
    "Algorithm 1; among the many minima of Algorithm 2, the one at the largest d_eps"
)


def _place(row: Row) -> str:
    return f"noise {row['noise']:g}"


def _interval(row: Row, name: str) -> Interval:
    return Interval(*(row[f"{name}{end}"] for end in ("", "_low", "_high")))


def _more_precise(tables: Tables) -> Sequence[Trial]:
    """Trials of whether Algorithm 2 has a lower error than the best other way.

    The first of `ALGORITHMS` with the first of `ERRORS` is the plain reading.
    """
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
        _beside(difference, best["title"]),
        favourable=way != ALGORITHM_2 or metric != "mse",
    )


def _beside(difference: Interval, title: str) -> str:
    less = Interval(-difference.mean, -difference.high, -difference.low)
    if difference.mean > 0:
        return f"its error exceeds that of {title}, the best other way, by {shown(difference)}"
    return f"its error is below that of {title}, the best other way, by {shown(less)}"


def _neglects(tables: Tables) -> Sequence[Trial]:
    """A trial for each way and distinct share of the squared distances due to features of noise.

    Algorithm 2 standardises features, so for some ways the noise level does not change this share.
    Another scale of the map changes no weight, so `THEN_EPS_0` has the shares of Algorithm 2.
    Trials that are equal for these reasons count once.
    """
    alike: dict[tuple[str, Interval], list[Row]] = {}
    for row in tables["paper"]:
        if row["way"] in ALGORITHMS and row["way"] != THEN_EPS_0:
            found = Interval(*(round(end, DIGITS) for end in _interval(row, "noise_share")))
            alike.setdefault((row["way"], found), []).append(row)
    return [_share(rows) for rows in alike.values()]


def _share(rows: Sequence[Row]) -> Trial:
    found = _interval(rows[0], "noise_share")
    noises = ", ".join(f"{row['noise']:g}" for row in rows)
    then = " (then eps_0: the same)" if rows[0]["way"] == ALGORITHM_2 else ""
    return Trial(
        f"noise {noises}, {rows[0]['title']}{then}",
        above(LITTLE, found),
        f"features of noise make up {shown(found)} of the squared distances",
        favourable=rows[0]["way"] != ALGORITHM_2,
    )


def _depends(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            _place(row),
            below(APART, _interval(row, "apart")),
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
        (
            "Due to the greedy nature of the algorithm, its performance depends on the order of "
            "the D features"
        ),
        "Section 3.2, below Algorithm 2",
        "The errors of the embedding differ between the given order and that of Algorithm 3.",
        "None is needed.",
        Threshold(
            f"Procrustes errors of the two orders differ by {APART:g} or more",
            OF_US,
            0.04,
            "in the difference of errors",
            "errors go from 0 to 1; a difference below 0.01 is negligible",
        ),
        _depends,
    ),
    _claim(
        "roll_more_precise",
        "Algorithm 2 embeds the noisy Swiss roll better than other ways",
        (
            "It is evident that Algorithm 2 is able to extract a more precise embedding than the "
            "alternative scaling schemes"
        ),
        "Section 4.1.1, below the mean square error",
        (
            "The mean square error of Algorithm 2 is below that of each of the other four ways, "
            "with features in the given order: the section names Algorithms 1 and 2, not 3."
        ),
        f"{FAVOURABLE}; an error that ignores the size of the embedding.",
        Threshold(
            "a lower error than each other way",
            OF_PAPER,
            0.1,
            "in the difference of errors from the best other way",
            "coordinates are of the order of 1, and so is the error of an embedding that shows "
            "nothing",
        ),
        _more_precise,
    ),
    _claim(
        "roll_neglects_noise",
        "Algorithm 2 neglects the features of noise",
        (
            "it emphasizes the coordinates which are essential for the embedding and neglects the "
            "coordinates which were contaminated by noise"
        ),
        "Section 4.1.1, last sentence",
        "After scaling, features of noise make up a small share of all squared distances.",
        f"{FAVOURABLE}.",
        Threshold(
            f"a share of at most {LITTLE:g}; half of the features are noise",
            OF_US,
            0.15,
            "in the share of the squared distances",
            "the share is 0.5 if all features are standardised; features that make up a quarter "
            "are not neglected",
        ),
        _neglects,
    ),
)
