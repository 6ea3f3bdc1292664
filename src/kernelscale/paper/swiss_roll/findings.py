"""Findings beyond the paper, over all noise levels, numbers of noise features and units.

Algorithm 2 is compared with other ways of scaling, and so is `ManifoldScaler` with its default
options ("the default").
"""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding, holds_where
from ..harness.tables import Interval, Row, Tables
from ..shared.scaling_ways import ALGORITHM_2, ORACLE, PAPERS_OTHERS, WAYS

__all__ = ["find", "summary"]

TOLERANCE = 0.05  # the default is not much worse if its error is larger by at most this
SHARE = 0.5  # share of the settings at which the default has to be better
SIGNS = {"error": 1, "r2": -1, "r2_ten": -1}  # 1 if smaller values are better, else -1


def summary(compared: Sequence[Row]) -> list[Row]:
    """One row for each opponent: at how many settings the default is better, or worse."""
    rows = []
    for opponent in dict.fromkeys(row["opponent"] for row in compared):
        places = [row for row in compared if row["opponent"] == opponent]
        row: Row = {"opponent": opponent, "places": len(places)}
        for metric, sign in SIGNS.items():
            row[f"better_{metric}"] = sum(_is_below(place, metric, sign) for place in places)
            row[f"worse_{metric}"] = sum(_is_below(place, metric, -sign) for place in places)
        row["mean_error_difference"] = sum(place["error"] for place in places) / len(places)
        row["largest_loss"] = max(place["error"] for place in places)
        rows.append(row)
    return rows


def find(tables: Tables) -> list[Finding]:
    """Findings on Algorithm 2 with features in the given order, and on the default."""
    return [
        _lowest_on_the_map(tables["ways"], ALGORITHM_2),
        _better_on_half(tables["map"], "error", "a lower error"),
        _better_on_half(tables["map"], "r2", "a larger R^2 of theta and h from two coordinates"),
        _nowhere_much_worse(tables["map"]),
    ]


def _is_below(row: Row, metric: str, sign: int) -> bool:
    """Whether the interval of a difference lies below 0, or above 0 if `sign` is -1."""
    return bool(row[f"{metric}_high"] < 0 if sign > 0 else row[f"{metric}_low"] > 0)


def _lowest_on_the_map(ways: Sequence[Row], way: str) -> Finding:
    """A finding on the settings at which a way has the lowest mean error of the paper's ways."""
    places, fine = _places(ways), []
    for place in places:
        errors = {row["way"]: row["mse"] for row in place if row["way"] in (way, *PAPERS_OTHERS)}
        if min(errors, key=errors.__getitem__) == way:
            row = place[0]
            fine.append(
                f"noise {row['noise']:g}, {row['noise_features']} noise features, "
                f"units {row['units']}"
            )
    return finding(
        f"{WAYS[way].title}: the lowest mean square error of the ways the paper compares",
        f"all settings, {_roll_of_map(places[0][0])}",
        min(row["repeats"] for row in ways if row["way"] == way),
        f"true in {len(fine)} of {len(places)} settings",
        holds_where(fine, len(places)),
        len(fine) / len(places),
    )


def _roll_of_map(row: Row) -> str:
    return f"Swiss rolls of {row['n_samples']} rows"


def _better_on_half(compared: Sequence[Row], metric: str, words: str) -> Finding:
    """Whether the default is significantly better in at least half of the settings.

    It has to be so compared with each opponent but the oracle.
    """
    counts = {
        row["opponent"]: (row[f"better_{metric}"], row["places"])
        for row in summary(compared)
        if row["opponent"] != ORACLE
    }
    enough = [name for name, (better, n) in counts.items() if better >= SHARE * n]
    measured = ", ".join(f"{name} in {better} of {n}" for name, (better, n) in counts.items())
    where = [f"the opponent is {' or '.join(enough)}"] if enough else []
    return finding(
        f"ManifoldScaler's default has {words} than each opponent in at least half of the settings",
        f"all settings, {_roll_of_map(compared[0])}",
        min(row["repeats"] for row in compared),
        f"significantly better than {measured}",
        HOLDS if len(enough) == len(counts) else holds_where(where, 2),
        min(better / n for better, n in counts.values()),
    )


def _nowhere_much_worse(compared: Sequence[Row]) -> Finding:
    """Whether the default's error is nowhere much larger than that of either kind of MaxMin.

    In every setting the whole interval of the difference has to be at most `TOLERANCE`.
    """
    rivals = ("max_min", "standardised_max_min")
    places = _places([row for row in compared if row["opponent"] in rivals])
    losses = [max(place, key=lambda row: row["error_high"]) for place in places]
    worst = max(losses, key=lambda row: row["error_high"])
    loss = Interval.of(worst, "error")
    fine = sum(row["error_high"] <= TOLERANCE for row in losses)
    return finding(
        f"ManifoldScaler's default loses nowhere by more than {TOLERANCE:g} to MaxMin, whether "
        f"MaxMin uses raw or standardised features",
        f"all settings, {_roll_of_map(compared[0])}",
        worst["repeats"],
        f"true of the whole interval in {fine} of {len(losses)} settings; the loss whose interval "
        f"reaches highest is {loss.mean:.3f} "
        f"({loss.low:.3f} to {loss.high:.3f}), at noise {worst['noise']:g} with "
        f"{worst['noise_features']} noise features, units {worst['units']}",
        HOLDS if fine == len(losses) else NOT,
        loss,
    )


def _places(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows grouped by setting."""
    places: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        place = tuple(row[name] for name in ("noise", "noise_features", "units", "n_samples"))
        places.setdefault(place, []).append(row)
    return list(places.values())
