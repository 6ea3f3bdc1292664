"""The paper's claims of section 5, not testable here: the paper's recordings are not public.

The results on substitutes are shown, but no verdict depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.scale_rules import PROPOSED
from .findings import ALASKA, BLASTS, BROKEN, CHILE, CLOSE, break_of, interval_of
from .ways import ALGORITHM_2, ALGORITHMS_2_AND_3, PAPERS_OTHERS, SEISMIC_WAYS

__all__ = ["CLAIMS"]

APART = 0.95  # quarries count as separate if the accuracy is at least this
FOUND = {"map": 0.88, "map_second": 0.72}
"""The two canonical correlations that the paper reports."""

RECORDINGS = SetUpLine(
    "recordings",
    "352 quarry blasts; 46 earthquakes and 62 explosions, station HRFI",
    "not public: synthetic blasts, earthquakes in Chile, icequakes in Alaska",
    same=False,
)
SET_UP = (
    RECORDINGS,
    SetUpLine("features", "sonograms of three channels", "sonograms of three channels"),
    SetUpLine("grid of weights and scales", "not stated", "32 weights by 32 scales"),
    SetUpLine("order of features", "as given", "as given; Algorithm 3 too"),
    SetUpLine("coordinates", "2", "2"),
)
CLASS_SET_UP = (
    RECORDINGS,
    SetUpLine("classifier", "5-NN, one event left out", "5-NN, one event left out"),
    SetUpLine("coordinates", "not stated", "4"),
)


def _clearest_blasts(tables: Tables) -> Sequence[Row]:
    """Rows of Algorithm 2, with and without Algorithm 3, at the highest signal-to-noise ratio."""
    rows = tables.get("synthetic_ways", [])
    high = max((row["signal_to_noise"] for row in rows), default=0.0)
    return [
        row
        for row in rows
        if row["signal_to_noise"] == high and row["way"] in (ALGORITHM_2, ALGORITHMS_2_AND_3)
    ]


def _of_blasts(tables: Tables, metric: str, limit: float, words: str) -> list[Trial]:
    return [
        Trial(
            f"{BLASTS}, {row['title']}, noise {row['noise']:g}",
            _short_of(limit, found := interval_of(row, metric)),
            f"{words} {shown(found)}",
            favourable=row["way"] != ALGORITHM_2,
        )
        for row in _clearest_blasts(tables)
    ]


def _short_of(limit: float, found: Interval) -> Interval:
    return Interval(limit - found.mean, limit - found.high, limit - found.low)


def _apart(tables: Tables) -> Sequence[Trial]:
    return _of_blasts(tables, "separation", APART, "accuracy of 5-NN for quarries")


def _correlations(tables: Tables) -> Sequence[Trial]:
    return [
        trial
        for metric, value in FOUND.items()
        for trial in _of_blasts(tables, metric, value, "canonical correlation")
    ]


def _break_alike(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that correlations by MaxMin and eps_0 break at the same noise level."""
    trials = []
    for features in ("power", "log"):
        rows = _noisy(tables, features)
        if rows:
            ends = [break_of([r for r in rows if r["way"] == way]) for way in ("max_min", "eps_0")]
            missed = float(ends[0] != ends[1])
            names = " and ".join("none" if end is None else f"{end:g}" for end in ends)
            measured = (
                f"noise level from which on the correlation is below {BROKEN:g} times its value "
                f"without noise, by MaxMin and by eps_0: {names}"
            )
            where = f"{CHILE}, {features}"
            trials.append(Trial(where, Interval(missed, missed, missed), measured))
    return trials


def _noisy(tables: Tables, features: str) -> list[Row]:
    return [
        row
        for row in tables.get("ipoc_ways", [])
        if (row["features"], row["deformation"]) == (features, "noise")
    ]


def _outperforms(tables: Tables) -> Sequence[Trial]:
    trials = []
    for features in ("power", "log"):
        rows = _noisy(tables, features)
        for level in dict.fromkeys(row["level"] for row in rows):
            at = {row["way"]: row for row in rows if row["level"] == level}
            best = max((at[way] for way in PAPERS_OTHERS), key=lambda row: row["map"])
            for way in (ALGORITHM_2, ALGORITHMS_2_AND_3):
                missed = _short_of(best["map"], interval_of(at[way], "map"))
                measured = f"{at[way]['map']:.2f}, {best['title']} {best['map']:.2f}"
                where = f"{CHILE}, {features}, noise {level:g}, {SEISMIC_WAYS[way].title}"
                trials.append(Trial(where, missed, measured, favourable=way != ALGORITHM_2))
    return trials


def _near_best(tables: Tables) -> Sequence[Trial]:
    return [
        Trial(
            f"{ALASKA}, {row['data']}, {row['title']}",
            Interval(*(end - CLOSE for end in interval_of(row, "loss"))),
            f"accuracy {row['accuracy']:.2f}, {shown(interval_of(row, 'loss'))} below the best "
            f"resolved scale",
        )
        for row in tables.get("alaska_scales", [])
        if row["rule"] in PROPOSED and row["repeats"] > 1
    ]


def _claim(
    name: str,
    words: str,
    quotation: str,
    place: str,
    threshold: Threshold,
    judge: Callable[[Tables], Sequence[Trial]],
    set_up: tuple[SetUpLine, ...] = SET_UP,
) -> Claim:
    return Claim(
        name,
        words,
        quotation,
        place,
        "The paper's recordings are needed for a verdict; substitutes are measured instead.",
        "Algorithm 3 orders the features." if set_up is SET_UP else "None.",
        set_up,
        threshold,
        judge,
        testable=False,
    )


CLAIMS = (
    _claim(
        "quarries_apart",
        "Algorithm 2 shows quarries as separate clusters",
        "The quarry cluster separation is clearly evident in Fig. Seis_Prop",
        "Section 5.2, below the figure of embeddings",
        Threshold(f"an accuracy of 5-NN of {APART:g} or more", OF_US, 0.1, "accuracy"),
        _apart,
    ),
    _claim(
        "quarries_correlated",
        "Canonical correlations with the sources are 0.88 and 0.72",
        "The two correlation coefficients between coordinates of U and V are 0.88 and 0.72",
        "Section 5.2, above the map of sources",
        Threshold("0.88 and 0.72", OF_PAPER, 0.1, "correlation"),
        _correlations,
    ),
    _claim(
        "seismic_break",
        "MaxMin and eps_0 break at the same noise",
        (
            "Both the max-min method eps_MaxMin and Singer's eps_0 scheme seem to break at the "
            "same noise level"
        ),
        "Section 5.2, above the figure of correlations",
        Threshold("the same noise level", OF_PAPER, 0.0, "noise levels"),
        _break_alike,
    ),
    _claim(
        "seismic_outperforms",
        "Algorithm 2 outperforms the other ways under noise",
        "The proposed approach seems to outperform all alternative schemes for this test case",
        "Section 5.2, above the figure of correlations",
        Threshold("the highest canonical correlation", OF_PAPER, 0.1, "correlation"),
        _outperforms,
    ),
    _claim(
        "seismic_classes",
        "The three scales are close to optimal for seismic events",
        (
            "It is evident that for classification the estimated values are indeed close to the "
            "optimal values, although they do not fully coincide"
        ),
        "Section 5.3",
        Threshold(f"within {CLOSE:g} of the best accuracy", OF_US, 0.05, "accuracy"),
        _near_best,
        CLASS_SET_UP,
    ),
)
