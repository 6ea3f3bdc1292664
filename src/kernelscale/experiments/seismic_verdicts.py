"""What section 5 claims, and what the substitutes say of it."""

from __future__ import annotations

from collections.abc import Sequence

from .experiment import Row, Tables
from .repeats import Interval
from .scales_that_count import WHAT_COUNTS
from .seismic_classes import SIX_RULES
from .seismic_settings import setting_in_words
from .seismic_ways import DEFAULT, OURS, PAPER_MODE, PAPERS_FOUR, SEISMIC_WAYS
from .verdicts import HOLDS, NOT, OUR_CLAIM, PAPERS_CLAIM, on_other_data, verdict_row, verdict_where

__all__ = ["verdicts"]

CHILE = "earthquakes at PB01, draws of three in four"
BLASTS = "synthetic blasts of four quarries"
ALASKA = "Alaska features of station BAE, 5-NN leave-one-out by event, 4 coordinates"
DISTANCE = 0.74  # correlation of the first coordinate that a plain map was known to reach
TOP = 0.9  # canonical correlation at high signal to noise
APART = 0.95  # share of blasts whose neighbours are of their quarry
BROKEN = 0.5  # of the canonical correlation without noise
CLOSE = 0.03  # accuracy that a scale may lose to the best one
MOST = 0.5  # of the draws


def verdicts(tables: Tables) -> list[Row]:
    """Verdicts on what was measured; tables that are not there have none.

    No data here are the paper's, which are not public.
    """
    rows: list[Row] = []
    if "ipoc_ways" in tables:
        rows += _on_distance(tables["ipoc_ways"], tables["ipoc_settings"])
        rows += _on_power_law(tables["ipoc_losses"], tables["ipoc_ways"])
        rows += [
            _lowest_loss(tables["ipoc_losses"], tables["ipoc_ways"], features, way)
            for way in (DEFAULT, OURS)
            for features in ("log", "power")
        ]
        rows += _on_noise(tables["ipoc_ways"], "power") + _on_noise(tables["ipoc_ways"], "log")
    if "synthetic_ways" in tables:
        rows += _on_blasts(tables["synthetic_ways"])
    if "alaska_scales" in tables:
        rows += _on_scales(tables["alaska_scales"])
    return [on_other_data(row) for row in rows]


def _interval(row: Row, metric: str) -> Interval:
    return Interval(row[metric], row[f"{metric}_low"], row[f"{metric}_high"])


def _said(value: Interval) -> str:
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f})"


def _title(way: str) -> str:
    return SEISMIC_WAYS[way].title


def _full_title(way: str) -> str:
    """A way by its title; there are two defaults, and whose this one is, is said."""
    return f"auto's map of all pairs ({_title(way)})" if way == DEFAULT else _title(way)


def _whose(way: str) -> str:
    """Section 5.2 claims something of Algorithm 2 only; what is asked of other ways is ours."""
    return PAPERS_CLAIM if way == PAPER_MODE else OUR_CLAIM


def _on_distance(ways: Sequence[Row], settings: Sequence[Row]) -> list[Row]:
    """The first coordinate against hypocentral distance, with nothing spoiled."""
    rows = []
    others = "; ".join(f"{setting_in_words(row)}: {row['distance']:.2f}" for row in settings)
    for way in (DEFAULT, OURS):
        (clean,) = (r for r in ways if (r["features"], r["level"], r["way"]) == ("log", 0.0, way))
        value = _interval(clean, "distance")
        rows.append(
            verdict_row(
                f"The first coordinate tells hypocentral distance: correlation of {DISTANCE} "
                f"or more by {_full_title(way)}",
                f"{CHILE}, log power, nothing spoiled",
                clean["repeats"],
                f"correlation {_said(value)}; both coordinates together "
                f"{_said(_interval(clean, 'distance_two'))}; top canonical correlation with "
                f"latitude and longitude {_said(_interval(clean, 'map'))}"
                + (f"; of all events, by features of {others}" if way == DEFAULT else ""),
                HOLDS if value.low >= DISTANCE else NOT,
                value,
                OUR_CLAIM,
            )
        )
    return rows


def _on_power_law(losses: Sequence[Row], ways: Sequence[Row]) -> list[Row]:
    """The paper's first test, y to the power 0.1."""
    rows = [row for row in losses if row["deformation"] == "power_law"]
    own = next(row for row in rows if row["way"] == PAPER_MODE)
    surely = [row["way"] for row in rows if row["map_low"] > 0]
    value = _interval(own, "map")
    return [
        verdict_row(
            "Raising a channel's power to 0.1 destroys its information: the paper's other three "
            "ways lose canonical correlation",
            f"{CHILE}, power, Z to the power 0.1",
            own["repeats"],
            "losses " + ", ".join(f"{_title(r['way'])} {_said(_interval(r, 'map'))}" for r in rows),
            verdict_where(
                [_title(way) for way in surely if way in PAPERS_FOUR and way != PAPER_MODE], 3
            ),
            value,
        ),
        _lowest_loss(rows, ways, "power", PAPER_MODE),
    ]


def _lowest_loss(losses: Sequence[Row], ways: Sequence[Row], features: str, way: str) -> Row:
    """Whether no other way surely loses less, of the correlation with distance by both."""
    rows = [row for row in losses if row["features"] == features]
    conditions = list(dict.fromkeys(row["condition"] for row in rows))
    clean = {
        row["way"]: row["distance_two"]
        for row in ways
        if (row["features"], row["level"]) == (features, 0.0)
    }
    # A way that knows nothing has nothing to lose.
    able = [name for name, value in clean.items() if value >= BROKEN * max(clean.values())]
    nothing = "" if way in able else ", so this one has nothing to lose"
    fine, least = [], []
    for condition in conditions:
        of = [row for row in rows if row["condition"] == condition]
        best = min((r for r in of if r["way"] in able), key=lambda row: row["distance_two"])
        own = next(row for row in of if row["way"] == way)
        least.append(f"{condition}: {_title(best['way'])} {best['distance_two']:.2f}, this one ")
        least[-1] += f"{own['distance_two']:.2f}"
        if way in able and own["distance_two_low"] <= best["distance_two_high"]:
            fine.append(condition)
    return verdict_row(
        f"{_full_title(way)} loses the least when a channel is spoiled (of the correlation of both "
        f"coordinates with distance; intervals that overlap count as equal; ways with less than "
        f"half of the best correlation have nothing to lose and do not count)",
        f"{CHILE}, {features}",
        rows[0]["repeats"],
        f"without spoiling this one has {clean[way]:.2f}, the best {max(clean.values()):.2f}"
        f"{nothing}; "
        f"least losses: {'; '.join(least)}",
        verdict_where(fine, len(conditions)),
        whose=_whose(way),
    )


def _on_noise(ways: Sequence[Row], features: str) -> list[Row]:
    """The paper's second test: which way is best at each noise, and where each breaks."""
    rows = [r for r in ways if (r["features"], r["deformation"]) == (features, "noise")]
    levels = list(dict.fromkeys(row["level"] for row in rows))
    fine, told = [], []
    for level in levels:
        of = {row["way"]: row for row in rows if row["level"] == level}
        best = max((of[way] for way in PAPERS_FOUR if way in of), key=lambda row: row["map"])
        told.append(f"noise {level:g}: {_title(best['way'])} {best['map']:.2f}")
        if of[PAPER_MODE]["map_high"] >= best["map_low"]:
            fine.append(f"noise is {level:g}")
    ends = {way: _break([row for row in rows if row["way"] == way]) for way in PAPERS_FOUR}
    where = f"{CHILE}, {features}, noise in Z from {levels[0]:g} to {levels[-1]:g} deviations"
    clean = {row["way"]: row["map"] for row in rows if row["level"] == 0}
    names = ", ".join(f"{_title(w)} ({clean[w]:.2f}) at {_shown(end)}" for w, end in ends.items())
    knew = clean["standard"] >= BROKEN * max(clean.values())
    nothing = "" if knew else f"; {_title('standard')} knew too little to lose it"
    return [
        verdict_row(
            "Algorithm 2 has the highest canonical correlation of the paper's four ways at every "
            "noise (intervals that overlap count as equal)",
            where,
            rows[0]["repeats"],
            f"best of the four: {'; '.join(told)}",
            verdict_where(fine, len(levels)),
        ),
        verdict_row(
            "MaxMin and eps_0 break at the same noise, standard deviations at none",
            where,
            rows[0]["repeats"],
            f"canonical correlation falls below {BROKEN:g} of that without noise (in brackets): "
            f"{names}{nothing}",
            HOLDS
            if ends["max_min"] == ends["eps_0"] is not None and ends["standard"] is None and knew
            else NOT,
        ),
    ]


def _break(rows: Sequence[Row]) -> float | None:
    """The first noise at which most of the correlation is gone."""
    clean = rows[0]["map"]
    return next((row["level"] for row in rows if row["map"] < BROKEN * clean), None)


def _shown(end: float | None) -> str:
    return "none" if end is None else f"{end:g}"


def _on_blasts(ways: Sequence[Row]) -> list[Row]:
    """Where the truth is known: are quarries apart, and is their place found."""
    rows = []
    high = max(row["signal_to_noise"] for row in ways)
    for way in SEISMIC_WAYS:
        own = [row for row in ways if row["way"] == way]
        n_cases = len(own)
        fine = [
            f"signal to noise {row['signal_to_noise']:g} with noise {row['noise']:g}"
            for row in own
            if row["separation"] >= APART and row["map"] >= TOP
        ]
        worst = min((r for r in own if r["signal_to_noise"] == high), key=lambda row: row["map"])
        value = _interval(worst, "map")
        rows.append(
            verdict_row(
                f"Four quarries lie apart in two coordinates (5-NN {APART:g} or more) and the top "
                f"canonical correlation is {TOP:g} or more, by {_title(way)}",
                f"{BLASTS}, log power, noise in Z",
                worst["repeats"],
                f"at {len(fine)} of {n_cases} places of the map; at signal to noise {high:g} the "
                f"lowest canonical correlation is {_said(value)}, at noise {worst['noise']:g}, "
                f"where 5-NN tells {worst['separation']:.2f}",
                verdict_where(fine, n_cases),
                value,
                _whose(way),
            )
        )
    return rows


def _on_scales(scales: Sequence[Row]) -> list[Row]:
    """How much accuracy each scale loses to the best over all scales that count.

    It is not near it where it loses too much for sure, or does not count in most draws.
    """
    rows = []
    for row in scales:
        if row["repeats"] < 2:
            continue
        value = _interval(row, "loss")
        of_paper = "proposed" if row["rule"] in list(SIX_RULES)[:3] else "existing"
        rows.append(
            verdict_row(
                f"{row['title']} ({of_paper}) is near the best scale: it does not surely lose "
                f"more than {CLOSE:g} of accuracy to the best of each draw ({WHAT_COUNTS})",
                f"{ALASKA}, {row['data']}",
                row["repeats"],
                f"accuracy {_said(_interval(row, 'accuracy'))}, loss {_said(value)}; it counts in "
                f"{row['counts']:.0%} of draws",
                HOLDS if value.low <= CLOSE and row["counts"] > MOST else NOT,
                value,
                PAPERS_CLAIM if of_paper == "proposed" else OUR_CLAIM,
            )
        )
    return rows
