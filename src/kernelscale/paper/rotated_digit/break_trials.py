"""The trials of the claim that three ways break at similar noise.

The interval of a trial contains all values that are possible if each share of draws is in its
interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from ..harness.claim import Trial
from ..harness.tables import Interval, Row
from ..shared.misses import above
from ..shared.scaling_ways import ALGORITHM_2, WAYS_OF_CIRCLES
from .levels import (
    ENDS,
    PAPERS_MEASURE,
    SEEN,
    count,
    last_shown,
    of_way,
    shown_up_to,
    smallest_noise,
)
from .tables import Turned
from .ways import PLAIN, READINGS_OF_BREAKS, STANDARDS

__all__ = ["APART", "CLOSE", "breaks", "overview_of_breaks"]

APART = 2.0  # ways break at similar noise if the ratio of the noise levels is at most this
CLOSE = 0.1  # ways also break at similar noise if its variances differ by at most this
MEASURES = (PAPERS_MEASURE, "angle")  # a way breaks where it no longer shows the property
FIRST = ", first level"


def breaks(turned: Turned) -> Sequence[Trial]:
    """Trials of how similar the noise levels are at which the three ways break.

    The first trial is that of the plain reading.
    """
    ways = turned.circles.ways
    by_ratio = [
        _together(ways, (way, standard, "eps_0"), seen, favourable=bool(number))
        for number, (way, standard, seen) in enumerate(
            product(READINGS_OF_BREAKS, STANDARDS, MEASURES)
        )
    ]
    threes = [(way, standard, "eps_0") for way in READINGS_OF_BREAKS for standard in STANDARDS]
    plain = threes[0]
    return [
        *by_ratio,
        *(_in_variance(ways, three) for three in threes),
        _together(ways, plain, PAPERS_MEASURE, favourable=True, first=True),
        _in_variance(ways, plain, first=True),
    ]


def overview_of_breaks(turned: Turned) -> str:
    """The ratios of the levels with eq. StdN as printed, and where Algorithm 2 may break."""
    ways = turned.circles.ways
    ratios = {
        (way, seen): _ratio(ways, (way, STANDARDS[0], "eps_0"), seen).mean
        for way, seen in product(READINGS_OF_BREAKS, MEASURES)
    }
    similar = [ratio for ratio in ratios.values() if ratio <= APART]
    factors = f" ({min(similar):.2g} to {max(similar):.2g})" if similar else ""
    others = [
        f"{WAYS_OF_CIRCLES[way].title}, {SEEN[seen]}, a factor of {ratio:.2g}"
        for (way, seen), ratio in ratios.items()
        if ratio > APART
    ]
    listed = f" (not in: {'; '.join(others)})" if others else ""
    plain, standardised = (
        _break(ways, way, PAPERS_MEASURE, first=False) for way in (PLAIN, ALGORITHM_2)
    )
    return (
        "The section says 'It seems'. With eq. StdN as printed, the noise sd at which the three "
        f"ways break differ by a factor of at most {APART:g}{factors} in {len(similar)} of "
        f"{len(ratios)} readings{listed}, by point estimates; but the draws leave open where "
        f"Algorithm 2 breaks: between {plain.low:g} and {plain.high:g} with weights of raw "
        "principal components, as printed, and between "
        f"{standardised.low:g} and {standardised.high:g} with those of standardised ones"
    )


def _together(
    ways: Sequence[Row], three: Sequence[str], seen: str, favourable: bool, first: bool = False
) -> Trial:
    """A trial of the ratio of the noise levels at which three ways break."""
    return Trial(
        f"{SEEN[seen]}, {_named(three[:2])}{FIRST if first else ''}",
        _of_limit(APART, _ratio(ways, three, seen, first)),
        f"fewer than half of the draws are {SEEN[seen]} {_from(first)} these noise sd: "
        f"{_listed(ways, three, seen, first, power=1)}",
        favourable,
    )


def _ratio(ways: Sequence[Row], three: Sequence[str], seen: str, first: bool = False) -> Interval:
    """The largest noise level at which one of three ways breaks, divided by the smallest."""
    levels = [_break(ways, way, seen, first) for way in three]
    return Interval(
        max(level.mean for level in levels) / min(level.mean for level in levels),
        max(1.0, *(one.low / other.high for one, other in permutations(levels, 2))),
        max(
            one.high / max(other.low, smallest_noise(ways) / 2)
            for one, other in permutations(levels, 2)
        ),
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
    find, own = shown_up_to if first else last_shown, of_way(ways, way)
    noises = [row["noise_sd"] for row in own]
    last = [find(own, seen + part) for part in ENDS]
    shown, surely, perhaps = (smallest_noise(ways) / 2 if end is None else end for end in last)
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
            f"{WAYS_OF_CIRCLES[name].title} {at} ({count(row, seen)} of {row['repeats']} "
            f"draws; it breaks between {low} and {high})"
        )
    return "; ".join(said)


def _of_limit(limit: float, found: Interval) -> Interval:
    return Interval(*(end / limit for end in above(limit, found)))
