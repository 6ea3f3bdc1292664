"""Trials of the paper's claims about the noisy Swiss roll."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import above, below
from ..shared.scaling_ways import ALGORITHM_2, THEN_EPS_0, WAYS_OF_ROLL
from .comparisons import ORDERS
from .ways import READINGS

__all__ = ["APART", "LITTLE", "depends", "more_precise", "neglects"]

APART = 0.05  # errors differ if the difference is at least this
DIGITS = 6  # trials whose shares agree in this number of decimals count as one trial
LITTLE = 0.1  # features are neglected if their share of the squared distances is at most this
ERRORS = {"mse": "mean square error", "error": "Procrustes error"}


def _interval(row: Row, name: str) -> Interval:
    return Interval(*(row[f"{name}{end}"] for end in ("", "_low", "_high")))


def more_precise(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that Algorithm 2 has a lower error than the best other way.

    Algorithm 2 with the mean square error is the plain reading; all other trials are favourable.
    """
    rows = tables["paper_compared"]
    return [
        _against_best([row for row in rows if (row["noise"], row["way"]) == (noise, way)], metric)
        for way in READINGS
        for metric in ERRORS
        for noise in dict.fromkeys(row["noise"] for row in rows)
    ]


def _against_best(rows: Sequence[Row], metric: str) -> Trial:
    best = max(rows, key=lambda row: row[metric])
    difference = _interval(best, metric)
    way = best["way"]
    return Trial(
        f"noise {best['noise']:g}, {WAYS_OF_ROLL[way].title}, {ERRORS[metric]}",
        difference,
        _beside(difference, best["title"]),
        favourable=way != ALGORITHM_2 or metric != "mse",
    )


def _beside(difference: Interval, title: str) -> str:
    less = Interval(-difference.mean, -difference.high, -difference.low)
    if difference.mean > 0:
        return f"its error exceeds that of {title}, the best other way, by {shown(difference)}"
    return f"its error is below that of {title}, the best other way, by {shown(less)}"


def neglects(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that Algorithm 2 neglects the features of noise.

    A trial measures the share of the squared distances that is due to these features. Algorithm 2
    standardises features, so in some of its readings the noise level does not change this share.
    The reading `THEN_EPS_0` has the same weights as Algorithm 2, and therefore the same shares.
    Trials that are equal for these reasons count once.
    """
    alike: dict[tuple[str, int, Interval], list[Row]] = {}
    for row in (*tables["paper"], *tables["counts"]):
        if row["way"] in READINGS and row["way"] != THEN_EPS_0:
            found = Interval(*(round(end, DIGITS) for end in _interval(row, "noise_share")))
            alike.setdefault((row["way"], row["noise_features"], found), []).append(row)
    return [_share(rows) for rows in alike.values()]


def _share(rows: Sequence[Row]) -> Trial:
    first, found = rows[0], _interval(rows[0], "noise_share")
    noises = ", ".join(f"{row['noise']:g}" for row in rows)
    raw = ", ".join(f"{row['raw_share']:.2g}" for row in rows)
    then = (
        " (also for Algorithm 2, then eps_0, which has the same weights)"
        if first["way"] == ALGORITHM_2
        else ""
    )
    return Trial(
        f"{first['noise_features']} features of noise, noise {noises}, {first['title']}{then}",
        above(LITTLE, found),
        f"features of noise make up {shown(found)} of the squared distances, in the raw data "
        f"{raw}; {first['kept']:.1f} of {first['informative_features']} informative features keep "
        f"a tenth of the largest weight or more",
        favourable=first["way"] != ALGORITHM_2,
    )


def depends(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that the errors of two orders of the features differ."""
    return [
        Trial(f"noise {row['noise']:g}", below(APART, _interval(row, "apart")), _of_orders(row))
        for row in tables["orders"]
    ]


def _of_orders(row: Row) -> str:
    """How much the errors of two orders differ, which one is better, and the control."""
    more = _interval(row, "more_in_given")
    controls = [_interval(row, f"{order}_control") for order in ORDERS]
    given, by_correlation = map(shown, controls)
    return (
        f"on {row['repeats']} rolls the errors of the two orders differ by "
        f"{shown(_interval(row, 'apart'))} on average; the error in the given order minus that in "
        f"the order of Algorithm 3 is {shown(more)}, so {_better(more)}; two rolls in one order "
        f"differ by {given} in the given order ({row['given_pairs']} pairs) and by "
        f"{by_correlation} in that of Algorithm 3 ({row['by_correlation_pairs']} pairs), so "
        f"{_beside_control(_interval(row, 'apart'), controls)}"
    )


def _better(more: Interval) -> str:
    if more.low <= 0 <= more.high:
        return "neither order is surely better"
    return f"{'the given order' if more.high < 0 else 'that of Algorithm 3'} is better"


def _beside_control(apart: Interval, controls: Sequence[Interval]) -> str:
    """Whether two orders differ by more than two rolls in one order do."""
    if apart.mean <= max(control.mean for control in controls):
        return "two orders do not differ more than two rolls"
    surely = apart.low > max(control.high for control in controls)
    return f"two orders differ {'' if surely else 'perhaps, but not surely, '}more than two rolls"
