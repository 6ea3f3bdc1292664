"""Trials of the claims on the precision of Algorithm 2 and on the features of noise."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import above
from ..shared.scaling_ways import ALGORITHM_2, THEN_EPS_0, WAYS_OF_ROLL
from .plan import N_INFORMATIVE
from .ways import READINGS

__all__ = ["LITTLE", "by_noise", "more_precise", "neglects"]

DIGITS = 6  # trials whose shares agree in this number of decimals count as one trial
LITTLE = 0.1  # features are neglected if their share of the squared distances is at most this
ERRORS = {
    "mse": "mean square error",
    "error": "Procrustes error",
    "mse_unit": "mean square error with Euclidean norm 1",
}
OF_COUNTS = ("mse", "error")
"""The errors by which other numbers of noise features are judged."""


def more_precise(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that Algorithm 2 has a lower error than the best other way.

    Algorithm 2 with the mean square error and as many features of noise as informative ones is the
    plain reading; all other trials are favourable.
    """
    of_paper, of_counts = tables["paper_compared"], tables["counts_compared"]
    return [
        _against_best(rows, metric)
        for table, metrics in ((of_paper, tuple(ERRORS)), (of_counts, OF_COUNTS))
        for way in READINGS
        for metric in metrics
        for rows in _by_setting([row for row in table if row["way"] == way])
    ]


def by_noise(tables: Tables) -> str:
    """In how many readings of Algorithm 2 its error is the lowest, by noise level and error."""
    counts = {metric: _counts(tables["paper_compared"], metric) for metric in ERRORS}
    noises = dict.fromkeys(row["noise"] for row in tables["paper_compared"])
    words = [f"{', '.join(counts[metric])} by the {name}" for metric, name in ERRORS.items()]
    return (
        f"At noise {', '.join(f'{noise:g}' for noise in noises)} Algorithm 2 has the lowest "
        f"error in {'; '.join(words)}, of {len(READINGS)} readings each"
    )


def _counts(rows: Sequence[Row], metric: str) -> list[str]:
    """The number of readings with a true trial, for each noise level in turn."""
    counts: dict[float, int] = {}
    for way in READINGS:
        for group in _by_setting([row for row in rows if row["way"] == way]):
            is_true = _against_best(group, metric).missed.high <= 0
            counts[group[0]["noise"]] = counts.get(group[0]["noise"], 0) + is_true
    return [str(count) for count in counts.values()]


def _by_setting(rows: Sequence[Row]) -> list[list[Row]]:
    settings: dict[tuple[int, float], list[Row]] = {}
    for row in rows:
        settings.setdefault((row["noise_features"], row["noise"]), []).append(row)
    return list(settings.values())


def _against_best(rows: Sequence[Row], metric: str) -> Trial:
    best = max(rows, key=lambda row: row[metric])
    difference = Interval.of(best, metric)
    way, count = best["way"], best["noise_features"]
    alike = count == N_INFORMATIVE
    return Trial(
        f"{'' if alike else f'{count} features of noise, '}noise {best['noise']:g}, "
        f"{WAYS_OF_ROLL[way].title}, {ERRORS[metric]}",
        difference,
        _beside(difference, best["title"]),
        favourable=way != ALGORITHM_2 or metric != "mse" or not alike,
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
            found = Interval(*(round(end, DIGITS) for end in Interval.of(row, "noise_share")))
            alike.setdefault((row["way"], row["noise_features"], found), []).append(row)
    return [_share(rows) for rows in alike.values()]


def _share(rows: Sequence[Row]) -> Trial:
    first, found = rows[0], Interval.of(rows[0], "noise_share")
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
