"""The trials of the claim that Algorithm 2 shows the circle of rotations up to some noise.

A trial misses the claim by one half minus the share of draws with the property.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.tables import Interval, Row
from ..shared.misses import below
from ..shared.scaling_ways import (
    ALGORITHM_2,
    BY_DANCO,
    MORE_DIMS,
    WAYS_OF_CIRCLES,
)
from .levels import (
    ENDS,
    HALF,
    PAPERS_MEASURE,
    SEEN,
    count,
    counts,
    of_way,
    shown_up_to,
)
from .tables import Turned
from .ways import PLAIN, READINGS

__all__ = ["overview", "shows_circle"]

PAPERS_NOISE = (0.5, 0.7)  # noise sd of N(0, 0.5), as a standard deviation and as a variance
SAME = "Algorithm 2, dimension 2, DANCo's estimate too"


def shows_circle(turned: Turned) -> Sequence[Trial]:
    """Trials of whether Algorithm 2 shows the circle at the smallest noise, or at any noise."""
    own = of_way(turned.circles.ways, PLAIN)
    title = WAYS_OF_CIRCLES[PLAIN].title
    by_seen = [
        _trial(f"{name}, {words}", rows, seen, favourable=seen != PAPERS_MEASURE or rows != own)
        for name, rows in _of_readings(turned.circles.ways).items()
        for seen, words in SEEN.items()
    ]
    others = {f"image {number} alone": rows[:2] for number, rows in turned.images.items()}
    others["random angles"] = turned.random_angles
    return [
        *by_seen,
        *(
            _trial(f"{title}, {name}, {SEEN[PAPERS_MEASURE]}", rows, PAPERS_MEASURE)
            for name, rows in others.items()
        ),
    ]


def _of_readings(ways: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each reading, by its name; dimension 2 and DANCo's are one if they are equal."""
    found = {way: of_way(ways, way) for way in READINGS}
    names = {way: WAYS_OF_CIRCLES[way].title for way in READINGS}
    if _numbers(found[MORE_DIMS]) == _numbers(found[BY_DANCO]):
        names[MORE_DIMS] = SAME
        del found[BY_DANCO]
    return {names[way]: rows for way, rows in found.items()}


def _numbers(own: Sequence[Row]) -> list[Row]:
    return [{name: row[name] for name in row if name not in ("way", "title")} for row in own]


def _trial(name: str, own: Sequence[Row], seen: str, favourable: bool = True) -> Trial:
    """A trial of one way, of which `own` has the rows."""
    share = _at_best(own, seen) if favourable else _from_the_first(own, seen)
    numbers = counts(own, seen)
    if not favourable:
        numbers = f"{SEEN[seen]} {_noise(shown_up_to(own, seen))}; {numbers}"
    return Trial(name, below(HALF, share), numbers, favourable)


def _at_best(own: Sequence[Row], seen: str) -> Interval:
    """The largest share at any level of noise; a circle without noise alone does not count."""
    return Interval(*(max(row[seen + end] for row in own if row["noise_sd"] > 0) for end in ENDS))


def _from_the_first(own: Sequence[Row], seen: str) -> Interval:
    """The share at the smallest noise, or without noise if it is smaller."""
    return Interval(*(min(row[seen + end] for row in own[:2]) for end in ENDS))


def _noise(end: float | None) -> str:
    return "not even without noise" if end is None else f"up to noise sd {end:g}"


def overview(turned: Turned) -> str:
    """How many draws are round with the weights that the paper prints, and in other readings."""
    ways = turned.circles.ways
    own, standardised = (of_way(ways, way) for way in (PLAIN, ALGORITHM_2))
    smallest = next(row for row in standardised if row["noise_sd"] > 0)
    end = shown_up_to(own, PAPERS_MEASURE)
    half = "fewer than half without noise" if end is None else f"at least half up to sd {end:g}"
    after = [row["noise_sd"] for row in own if end is not None and row["noise_sd"] > end]
    listed = [row for row in own if row["noise_sd"] <= min(after, default=own[-1]["noise_sd"])]
    angles = _listed([f"{count(row, 'angle')} of {row['repeats']}" for row in own[:2]])
    stated = [row for row in own if row["noise_sd"] in PAPERS_NOISE]
    of_stated = (
        f"; at N(0, 0.5), the only noise that the section states, {_round(stated)}"
        if stated
        else ""
    )
    at_random = [row for row in turned.random_angles if row["noise_sd"] > 0]
    return (
        "Round draws by the paper's measure, with weights of raw principal components, as "
        f"printed: {_round(listed)} ({half}){of_stated}. With random angles, which the section may "
        f"mean, {_round(at_random)}. With the right angle, a measure of ours, "
        f"are {angles} at the two smallest levels. With weights of standardised components "
        f"{_round([smallest])} are round"
    )


def _round(own: Sequence[Row]) -> str:
    """The number of round draws at each noise level, in words."""
    levels = _listed([f"{row['noise_sd']:g}" for row in own])
    shares = [f"{count(row, PAPERS_MEASURE)} of {row['repeats']}" for row in own]
    return f"{_listed(shares)} at noise sd {levels}"


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
