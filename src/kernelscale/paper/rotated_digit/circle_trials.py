"""The trials of the claim that Algorithm 2 shows the circle of rotations up to some noise.

A trial misses the claim by one half minus the share of draws with the property.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.tables import Interval, Row
from ..shared.misses import below
from ..shared.scaling_ways import ALGORITHM_2, AT_PEAK, WAYS_OF_CIRCLES
from .levels import ENDS, HALF, PAPERS_MEASURE, SEEN, count, counts, of_way, shown_up_to
from .tables import Turned
from .ways import READINGS

__all__ = ["overview", "shows_circle"]

N_SMALLEST = 3  # number of noise levels that the overview names


def shows_circle(turned: Turned) -> Sequence[Trial]:
    """Trials of whether Algorithm 2 shows the circle at the smallest noise, or at any noise."""
    ways = turned.circles.ways
    plain = ALGORITHM_2, PAPERS_MEASURE
    return [
        *(
            _trial("", of_way(ways, way), seen, favourable=(way, seen) != plain)
            for way in READINGS
            for seen in SEEN
        ),
        *(_trial(f"image {n} alone", own[:2], PAPERS_MEASURE) for n, own in turned.images.items()),
        _trial("random angles", turned.random_angles, PAPERS_MEASURE),
    ]


def _trial(what: str, own: Sequence[Row], seen: str, favourable: bool = True) -> Trial:
    """A trial of one way, of which `own` has the rows."""
    share = _at_best(own, seen) if favourable else _from_the_first(own, seen)
    name = ", ".join(filter(None, (WAYS_OF_CIRCLES[own[0]["way"]].title, what, SEEN[seen])))
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
    """How often Algorithm 2 shows the circle at the smallest levels of noise, in words."""
    own = _smallest(turned.circles.ways, ALGORITHM_2)
    peak = _smallest(turned.circles.ways, AT_PEAK)
    levels = _listed([f"{row['noise_sd']:g}" for row in own])
    shown = "; ".join(f"{words} {_counted(own, seen)}" for seen, words in SEEN.items())
    alone = _counted([rows[1] for rows in turned.images.values()], PAPERS_MEASURE)
    return (
        f"Draws at noise sd {levels}: {shown}; with the minimum at the largest d_eps round "
        f"{_counted(peak, PAPERS_MEASURE)}. At the smallest noise, round draws of each image: "
        f"{alone}"
    )


def _smallest(ways: Sequence[Row], way: str) -> list[Row]:
    return [row for row in of_way(ways, way) if row["noise_sd"] > 0][:N_SMALLEST]


def _counted(own: Sequence[Row], seen: str) -> str:
    return _listed([f"{count(row, seen)} of {row['repeats']}" for row in own])


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
