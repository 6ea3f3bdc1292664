"""The trials of the claims about the rotated digit: a circle is shown, and ways break.

A way shows a property at a noise level if at least half of the draws have it. The share of draws
has an interval: the property is surely shown if the lower end of the interval is at least one half,
and surely not shown if the upper end is below one half. The interval of a trial contains all values
that are possible if each share is in its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product, takewhile

from ..harness.claim import Trial
from ..harness.tables import Interval, Row
from ..shared.circle_findings import Circles
from ..shared.misses import above
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS, MORE_DIMS, WAYS_OF_CIRCLES

__all__ = ["APART", "CLOSE", "breaks", "shows_circle"]

HALF = 0.5  # a way shows a property if at least this share of its draws has it
APART = 2.0  # ways break at similar noise if the ratio of the noise levels is at most this
SEEN = {
    "circle": "round with the right angle",
    "round": "round",
    "angle": "with the right angle",
}
"""Properties of embeddings in words, by the column that has the share of draws with each one."""
PAPERS_MEASURE = "round"
ENDS = ("", "_low", "_high")
"""Suffixes of column names, after the name of the property: its share, and the interval's ends."""
MEASURES = (PAPERS_MEASURE, "angle")  # a way breaks where it no longer shows the property
FIRST = ", first level"
CLOSE = 0.1  # ways also break at similar noise if its variances differ by at most this


def _shown_at(ways: Sequence[Row], way: str, column: str) -> dict[float, bool]:
    """Whether a share of draws, or an end of its interval, is at least one half at each level.

    The noise levels ascend.
    """
    rows = sorted((r for r in ways if r["way"] == way), key=lambda row: row["noise_sd"])
    return {row["noise_sd"]: row[column] >= HALF for row in rows}


def _shown_up_to(ways: Sequence[Row], way: str, column: str) -> float | None:
    """The last noise level before the first at which the share is below one half.

    The result is None if the share is below one half without noise.
    """
    shown = _shown_at(ways, way, column)
    return max(takewhile(shown.__getitem__, shown), default=None)


def _last_shown(ways: Sequence[Row], way: str, column: str) -> float | None:
    """The largest noise level at which the share is at least one half, if any."""
    found = _shown_at(ways, way, column)
    return max((noise for noise, fine in found.items() if fine), default=None)


def _step(ways: Sequence[Row]) -> float:
    """The smallest noise level above 0."""
    return float(min(row["noise_sd"] for row in ways if row["noise_sd"] > 0))


def _count(row: Row, seen: str) -> str:
    """The number of draws that have the property, of all draws."""
    return f"{round(row[seen] * row['repeats'])} of {row['repeats']}"


def shows_circle(circles: Circles) -> Sequence[Trial]:
    """Trials of whether Algorithm 2 shows the circle at the smallest noise."""
    return [
        _up_to(circles.ways, way, seen, favourable=(way, seen) != (ALGORITHM_2, PAPERS_MEASURE))
        for way in (*ALGORITHMS, MORE_DIMS)
        for seen in SEEN
    ]


def _up_to(ways: Sequence[Row], way: str, seen: str, favourable: bool) -> Trial:
    find = _last_shown if favourable else _shown_up_to
    end, least, most = (find(ways, way, seen + part) for part in ENDS)
    step = _step(ways)
    missed = (step - (-step if noise is None else noise) for noise in (end, most, least))
    doubt = f" (perhaps {_noise(least)}, perhaps {_noise(most)})" if least != most else ""
    numbers = ", ".join(
        f"{_count(row, seen)} at sd {row['noise_sd']:g}" for row in ways if row["way"] == way
    )
    return Trial(
        f"{WAYS_OF_CIRCLES[way].title}, {SEEN[seen]}",
        Interval(*missed),
        f"{SEEN[seen]} {_noise(end)}{doubt}; number of draws: {numbers}",
        favourable,
    )


def _noise(end: float | None) -> str:
    return "not even without noise" if end is None else f"up to noise sd {end:g}"


def breaks(circles: Circles) -> Sequence[Trial]:
    """Trials of how similar the noise levels are at which the three ways break.

    The first trial is that of the plain reading.
    """
    algorithms, standards = (*ALGORITHMS, MORE_DIMS), ("standard", "standard_as_printed")
    by_ratio = [
        _together(circles.ways, (way, standard, "eps_0"), seen, favourable=bool(number))
        for number, (way, standard, seen) in enumerate(product(algorithms, standards, MEASURES))
    ]
    threes = [(way, standard, "eps_0") for way in algorithms for standard in standards]
    plain = threes[0]
    return [
        *by_ratio,
        *(_in_variance(circles.ways, three) for three in threes),
        _together(circles.ways, plain, PAPERS_MEASURE, favourable=True, first=True),
        _in_variance(circles.ways, plain, first=True),
    ]


def _together(
    ways: Sequence[Row], three: Sequence[str], seen: str, favourable: bool, first: bool = False
) -> Trial:
    """A trial of the ratio of the noise levels at which three ways break."""
    levels = [_break(ways, way, seen, first) for way in three]
    ratio = Interval(
        max(level.mean for level in levels) / min(level.mean for level in levels),
        max(1.0, *(one.low / other.high for one, other in permutations(levels, 2))),
        max(one.high / max(other.low, _step(ways) / 2) for one, other in permutations(levels, 2)),
    )
    return Trial(
        f"{SEEN[seen]}, {_named(three[:2])}{FIRST if first else ''}",
        _of_limit(APART, ratio),
        f"fewer than half of the draws are {SEEN[seen]} {_from(first)} these noise sd: "
        f"{_listed(ways, three, seen, first, power=1)}",
        favourable,
    )


def _in_variance(ways: Sequence[Row], three: Sequence[str], first: bool = False) -> Trial:
    """A trial of the difference of the variances at which three ways break, by roundness."""
    levels = [_squared(_break(ways, way, PAPERS_MEASURE, first)) for way in three]
    difference = Interval(
        max(level.mean for level in levels) - min(level.mean for level in levels),
        max(0.0, max(level.low for level in levels) - min(level.high for level in levels)),
        max(level.high for level in levels) - min(level.low for level in levels),
    )
    return Trial(
        f"{SEEN[PAPERS_MEASURE]}, {_named(three[:2])}, variances{FIRST if first else ''}",
        _of_limit(CLOSE, difference),
        f"fewer than half of the draws are round {_from(first)} these variances of the noise: "
        f"{_listed(ways, three, PAPERS_MEASURE, first, power=2)}",
        favourable=True,
    )


def _break(ways: Sequence[Row], way: str, seen: str, first: bool) -> Interval:
    """The noise level from which on fewer than half of the draws have the property.

    With `first` it is the first level at which fewer than half have it, whatever follows. The
    interval goes from the last level that is surely shown to the level after the last one that may
    be shown.
    """
    find = _shown_up_to if first else _last_shown
    noises = sorted({row["noise_sd"] for row in ways})
    last = [find(ways, way, seen + part) for part in ENDS]
    shown, surely, perhaps = (_step(ways) / 2 if end is None else end for end in last)
    after, latest = (
        next((noise for noise in noises if noise > end), noises[-1]) for end in (shown, perhaps)
    )
    return Interval(after, surely, latest)


def _from(first: bool) -> str:
    return "first at" if first else "at and above"


def _squared(found: Interval) -> Interval:
    return Interval(*(end**2 for end in found))


def _named(ways: Sequence[str]) -> str:
    return ", ".join(WAYS_OF_CIRCLES[way].title for way in ways)


def _listed(ways: Sequence[Row], names: Sequence[str], seen: str, first: bool, power: int) -> str:
    """The level at which each way breaks, its interval, and how many draws have the property."""
    said = []
    for name in names:
        found = _break(ways, name, seen, first)
        [row] = [row for row in ways if (row["way"], row["noise_sd"]) == (name, found.mean)]
        at, low, high = (f"{end**power:.2g}" for end in found)
        said.append(
            f"{WAYS_OF_CIRCLES[name].title} {at} ({_count(row, seen)} draws; it breaks between "
            f"{low} and {high})"
        )
    return "; ".join(said)


def _of_limit(limit: float, found: Interval) -> Interval:
    return Interval(*(end / limit for end in above(limit, found)))
