"""The trials of the claims about the rotated digit: a circle is shown, and ways break."""

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
"""Properties of embeddings in words, by the column with the share of draws that have each one."""
PAPERS_MEASURE = "round"
MEASURES = (PAPERS_MEASURE, "angle")  # how a way breaks
CLOSE = 0.1  # ways also break at similar noise if its variances differ by at most this


def _shown_at(ways: Sequence[Row], way: str, seen: str) -> dict[float, bool]:
    """Whether at least half of the draws have the property, at each noise level, ascending."""
    rows = sorted((r for r in ways if r["way"] == way), key=lambda row: row["noise_sd"])
    return {row["noise_sd"]: row[seen] >= HALF for row in rows}


def _shown_up_to(ways: Sequence[Row], way: str, seen: str) -> float | None:
    """The last noise level before the first at which fewer than half of the draws have it.

    The levels ascend; the result is None if fewer than half have the property without noise.
    """
    shown = _shown_at(ways, way, seen)
    return max(takewhile(shown.__getitem__, shown), default=None)


def _last_shown(ways: Sequence[Row], way: str, seen: str) -> float | None:
    """The largest noise level at which at least half of the draws have the property, if any."""
    return max((noise for noise, fine in _shown_at(ways, way, seen).items() if fine), default=None)


def _step(ways: Sequence[Row]) -> float:
    """The smallest noise level above 0."""
    return float(min(row["noise_sd"] for row in ways if row["noise_sd"] > 0))


def shows_circle(circles: Circles) -> Sequence[Trial]:
    """Trials of whether Algorithm 2 shows the circle at the smallest noise."""
    return [
        _up_to(circles.ways, way, seen, favourable=(way, seen) != (ALGORITHM_2, PAPERS_MEASURE))
        for way in (*ALGORITHMS, MORE_DIMS)
        for seen in SEEN
    ]


def _up_to(ways: Sequence[Row], way: str, seen: str, favourable: bool) -> Trial:
    find = _last_shown if favourable else _shown_up_to
    end, step = find(ways, way, seen), _step(ways)
    missed = step - (-step if end is None else end)
    words = "not even without noise" if end is None else f"up to noise sd {end:g}"
    own = [row for row in ways if row["way"] == way]
    numbers = ", ".join(f"{row[seen]:.0%} at sd {row['noise_sd']:g}" for row in own[:5])
    return Trial(
        f"{WAYS_OF_CIRCLES[way].title}, {SEEN[seen]}",
        Interval(missed, missed, missed),
        f"{SEEN[seen]} {words}; share of draws: {numbers}",
        favourable,
    )


def breaks(circles: Circles) -> Sequence[Trial]:
    """Trials of how similar the noise levels are at which the three ways break.

    The first reading is the plain one.
    """
    algorithms, standards = (*ALGORITHMS, MORE_DIMS), ("standard", "standard_as_printed")
    by_ratio = [
        _together(circles.ways, (way, standard, "eps_0"), seen, favourable=bool(number))
        for number, (way, standard, seen) in enumerate(product(algorithms, standards, MEASURES))
    ]
    threes = [(way, standard, "eps_0") for way in algorithms for standard in standards]
    return by_ratio + [_in_variance(circles.ways, three) for three in threes]


def _together(ways: Sequence[Row], three: Sequence[str], seen: str, favourable: bool) -> Trial:
    """A trial of three ways; each breaks between a noise level and the next one.

    The interval has all ratios that these levels allow.
    """
    known, broken = _levels(ways, three, seen)
    pairs = list(permutations(zip(known, broken, strict=True), 2))
    ratio = Interval(
        max(broken) / min(broken),
        max(1.0, *(last / next_ for (last, _), (_, next_) in pairs)),
        max(next_ / max(last, _step(ways) / 2) for (last, _), (_, next_) in pairs),
    )
    return Trial(
        f"{SEEN[seen]}, {_named(three[:2])}",
        _of_limit(APART, ratio),
        f"fewer than half of the draws are {SEEN[seen]} from these noise sd on: "
        f"{_listed(three, broken)}",
        favourable,
    )


def _in_variance(ways: Sequence[Row], three: Sequence[str]) -> Trial:
    """A trial of the difference of the variances at which three ways break, by roundness."""
    levels = _levels(ways, three, PAPERS_MEASURE)
    known, broken = ([noise**2 for noise in each] for each in levels)
    difference = Interval(
        max(broken) - min(broken),
        max(0.0, max(known) - min(broken)),
        max(broken) - min(known),
    )
    return Trial(
        f"{SEEN[PAPERS_MEASURE]}, {_named(three[:2])}, variances",
        _of_limit(CLOSE, difference),
        f"fewer than half of the draws are round from these variances of the noise on: "
        f"{_listed(three, broken)}",
        favourable=True,
    )


def _levels(
    ways: Sequence[Row], three: Sequence[str], seen: str
) -> tuple[list[float], list[float]]:
    """The last noise level at which each way has the property, and the next level."""
    noises = sorted({row["noise_sd"] for row in ways})
    last = [_last_shown(ways, way, seen) for way in three]
    known = [_step(ways) / 2 if end is None else end for end in last]
    return known, [next((noise for noise in noises if noise > end), noises[-1]) for end in known]


def _named(ways: Sequence[str]) -> str:
    return ", ".join(WAYS_OF_CIRCLES[way].title for way in ways)


def _listed(ways: Sequence[str], values: Sequence[float]) -> str:
    return ", ".join(
        f"{WAYS_OF_CIRCLES[way].title} {value:.2g}" for way, value in zip(ways, values, strict=True)
    )


def _of_limit(limit: float, found: Interval) -> Interval:
    return Interval(*(end / limit for end in above(limit, found)))
