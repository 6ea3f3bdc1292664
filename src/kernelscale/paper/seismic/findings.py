"""Findings on substitutes for the recordings of section 5, beyond the claims of the paper."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding, holds_where
from ..harness.tables import Interval, Row, Tables
from ..shared.scale_rules import PROPOSED
from .settings import setting_in_words
from .ways import ALGORITHM_2, ALGORITHMS_2_AND_3, DEFAULT, OURS, SEISMIC_WAYS

__all__ = ["ALASKA", "BLASTS", "BROKEN", "CHILE", "CLOSE", "break_of", "find", "interval_of"]

CHILE = "earthquakes at PB01, random draws of three quarters of them"
BLASTS = "synthetic blasts of four quarries"
ALASKA = "Alaska features of station BAE, 5-NN leave-one-out by event, 4 coordinates"
DISTANCE = 0.74  # findings require this correlation of a coordinate with distance
TOP = 0.9  # a canonical correlation is high if it is at least this
APART = 0.95  # quarries count as separate if the accuracy is at least this
BROKEN = 0.5  # a way breaks if its correlation is below this share of its value without noise
CLOSE = 0.03  # a scale is near the best if its loss of accuracy is at most this
MOST = 0.5  # a scale has to be resolved in more than this share of draws


def find(tables: Tables) -> list[Finding]:
    """Findings on ways and scales that the paper does not propose, from the available tables."""
    rows: list[Finding] = []
    if "ipoc_ways" in tables:
        rows += _on_distance(tables["ipoc_ways"], tables["ipoc_settings"])
        rows += [
            _lowest_loss(tables["ipoc_losses"], tables["ipoc_ways"], features, way)
            for way in (DEFAULT, OURS)
            for features in ("log", "power")
        ]
    if "synthetic_ways" in tables:
        rows += _on_blasts(tables["synthetic_ways"])
    if "alaska_scales" in tables:
        rows += _on_scales(tables["alaska_scales"])
    return rows


def interval_of(row: Row, metric: str) -> Interval:
    """A metric of a row with the ends of its interval."""
    return Interval(row[metric], row[f"{metric}_low"], row[f"{metric}_high"])


def _in_words(value: Interval) -> str:
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f})"


def _title(way: str) -> str:
    return SEISMIC_WAYS[way].title


def _full_title(way: str) -> str:
    """The title of a way; that of `auto` has its name before it."""
    return f"auto's map of all pairs ({_title(way)})" if way == DEFAULT else _title(way)


def _on_distance(ways: Sequence[Row], settings: Sequence[Row]) -> list[Finding]:
    """Findings on the first coordinate's correlation with distance, with no channel deformed."""
    rows = []
    others = "; ".join(f"{setting_in_words(row)}: {row['distance']:.2f}" for row in settings)
    for way in (DEFAULT, OURS):
        (clean,) = (r for r in ways if (r["features"], r["level"], r["way"]) == ("log", 0.0, way))
        value = interval_of(clean, "distance")
        rows.append(
            finding(
                f"The first coordinate has a correlation of {DISTANCE} or more with hypocentral "
                f"distance by {_full_title(way)}",
                f"{CHILE}, log power, no channel deformed",
                clean["repeats"],
                f"correlation {_in_words(value)}; both coordinates together "
                f"{_in_words(interval_of(clean, 'distance_two'))}; top canonical correlation with "
                f"latitude and longitude {_in_words(interval_of(clean, 'map'))}"
                + (f"; all events, by kind of sonogram: {others}" if way == DEFAULT else ""),
                HOLDS if value.low >= DISTANCE else NOT,
                value,
            )
        )
    return rows


def _lowest_loss(losses: Sequence[Row], ways: Sequence[Row], features: str, way: str) -> Finding:
    """Whether this way loses the least correlation with distance when a channel is deformed.

    The correlation is that of two coordinates together. Another way counts as better only if the
    interval of its loss lies below the interval of this way's loss.
    """
    rows = [row for row in losses if row["features"] == features]
    conditions = list(dict.fromkeys(row["condition"] for row in rows))
    clean = {
        row["way"]: row["distance_two"]
        for row in ways
        if (row["features"], row["level"]) == (features, 0.0)
    }
    # A way with a low correlation without deformation cannot lose much, so it does not count.
    able = [name for name, value in clean.items() if value >= BROKEN * max(clean.values())]
    nothing = "" if way in able else ", so this way does not count"
    fine, least = [], []
    for condition in conditions:
        of = [row for row in rows if row["condition"] == condition]
        best = min((r for r in of if r["way"] in able), key=lambda row: row["distance_two"])
        own = next(row for row in of if row["way"] == way)
        least.append(f"{condition}: {_title(best['way'])} {best['distance_two']:.2f}, this way ")
        least[-1] += f"{own['distance_two']:.2f}"
        if way in able and own["distance_two_low"] <= best["distance_two_high"]:
            fine.append(condition)
    return finding(
        f"{_full_title(way)} loses the least correlation with distance when a channel is deformed "
        f"(in two coordinates; overlapping intervals count as equal; ways with less than half of "
        f"the best correlation without deformation do not count)",
        f"{CHILE}, {features}",
        rows[0]["repeats"],
        f"without deformation the correlation is {clean[way]:.2f} by this way and "
        f"{max(clean.values()):.2f} by the best{nothing}; least losses: {'; '.join(least)}",
        holds_where(fine, len(conditions)),
    )


def break_of(rows: Sequence[Row]) -> float | None:
    """The first noise level at which the correlation is below half of its value without noise.

    None if there is no such level.
    """
    clean = rows[0]["map"]
    return next((row["level"] for row in rows if row["map"] < BROKEN * clean), None)


def _on_blasts(ways: Sequence[Row]) -> list[Finding]:
    """Findings on synthetic blasts: separation of quarries, and correlation with their places."""
    rows = []
    high = max(row["signal_to_noise"] for row in ways)
    for way in (way for way in SEISMIC_WAYS if way not in (ALGORITHM_2, ALGORITHMS_2_AND_3)):
        own = [row for row in ways if row["way"] == way]
        n_cases = len(own)
        fine = [
            f"signal to noise {row['signal_to_noise']:g} with noise {row['noise']:g}"
            for row in own
            if row["separation"] >= APART and row["map"] >= TOP
        ]
        worst = min((r for r in own if r["signal_to_noise"] == high), key=lambda row: row["map"])
        value = interval_of(worst, "map")
        rows.append(
            finding(
                f"Four quarries lie apart in two coordinates (accuracy of 5-NN {APART:g} or more) "
                f"and the top canonical correlation is {TOP:g} or more, by {_title(way)}",
                f"{BLASTS}, log power, noise in Z",
                worst["repeats"],
                f"true in {len(fine)} of {n_cases} settings; at signal to noise {high:g} the "
                f"lowest canonical correlation is {_in_words(value)}, at noise {worst['noise']:g}, "
                f"where the accuracy of 5-NN is {worst['separation']:.2f}",
                holds_where(fine, n_cases),
                value,
            )
        )
    return rows


def _on_scales(scales: Sequence[Row]) -> list[Finding]:
    """Findings on whether rules that the paper does not propose choose scales near the best one.

    A scale is not near the best if the interval of its loss of accuracy lies above `CLOSE`, or if
    the scale is resolved in at most half of the draws.
    """
    rows = []
    for row in scales:
        if row["repeats"] < 2 or row["rule"] in PROPOSED:
            continue
        value = interval_of(row, "loss")
        rows.append(
            finding(
                f"{row['title']} is near the best scale: its loss of accuracy, compared with the "
                f"best resolved scale of each draw, is not significantly above {CLOSE:g}",
                f"{ALASKA}, {row['data']}",
                row["repeats"],
                f"accuracy {_in_words(interval_of(row, 'accuracy'))}, loss {_in_words(value)}; "
                f"resolved in {row['counts']:.0%} of draws",
                HOLDS if value.low <= CLOSE and row["counts"] > MOST else NOT,
                value,
            )
        )
    return rows
