"""Findings on embeddings of noisy circles: where ways fail, and which way is best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding, holds_where
from ..harness.tables import Interval, Row
from .scaling_ways import ALGORITHM_2, OURS, PAPERS_OTHERS, WAYS_OF_CIRCLES

__all__ = ["FILLED_DISC", "LEAST_R2", "Circles", "find", "summary"]

FILLED_DISC = 1 / 8  # radius variance of an evenly filled disc
LEAST_R2 = 0.5  # the angle is lost if its R^2 is below this
NAMES = {
    OURS: "ManifoldScaler's default",
    ALGORITHM_2: "Algorithm 2 with weights of standardised features",
}


class Aim(NamedTuple):
    """A metric with its limit; small values are good if `sign` is 1, large values if it is -1."""

    metric: str
    sign: int
    limit: float
    words: str

    def end(self, own: Sequence[Row]) -> float | None:
        """The noise level at which the way fails for good; None if it never does.

        At this level and all higher levels the way misses the limit.
        """
        end = None
        for row in reversed(own):
            if self.sign * row[self.metric] < self.sign * self.limit:
                break
            end = row["noise_sd"]
        return end

    def is_worse(self, difference: Row) -> bool:
        """Whether the mean difference from another way shows that the other way is better.

        The interval is not used. With it, a way whose results vary much would never count as worse.
        """
        return bool(self.sign * difference[self.metric] > 0)


ROUND = Aim("radius_variance", 1, FILLED_DISC, "the lowest radius variance")
ANGLE = Aim("r2", -1, LEAST_R2, "the largest R^2 of the angle")


def summary(ways: Sequence[Row]) -> list[Row]:
    """A row for each way: the noise at which it fails, and its radius variance at each level.

    At a level at which it was not measured the entry is None.
    """
    noises = dict.fromkeys(row["noise_sd"] for row in ways)
    rows = []
    for way in dict.fromkeys(row["way"] for row in ways):
        own = [row for row in ways if row["way"] == way]
        row: Row = {"way": way, "breaks_at_sd": ROUND.end(own), "angle_lost_at_sd": ANGLE.end(own)}
        found = {cell["noise_sd"]: cell["radius_variance"] for cell in own}
        row |= {f"sd_{noise:g}": found.get(noise) for noise in noises}
        rows.append(row)
    return rows


class Circles(NamedTuple):
    """The data in words, and the tables `ways` and `compared` of `circle_tables`."""

    data: str
    ways: Sequence[Row]
    compared: Sequence[Row]


def find(circles: Circles) -> list[Finding]:
    """Findings on Algorithm 2, on ManifoldScaler's default, and on the radius variance."""
    data, ways, compared = circles
    return [
        _best(ALGORITHM_2, (ALGORITHM_2, *PAPERS_OTHERS), ROUND, data, ways, compared),
        _best(OURS, WAYS_OF_CIRCLES, ROUND, data, ways, compared),
        _best(OURS, WAYS_OF_CIRCLES, ANGLE, data, ways, compared),
        _round_has_angle(data, ways),
    ]


def _best(
    way: str,
    rivals: Iterable[str],
    aim: Aim,
    data: str,
    ways: Sequence[Row],
    compared: Sequence[Row],
) -> Finding:
    """A finding: at which noise levels no rival has a better mean than this way.

    Noise levels at which all rivals fail do not count, nor do rivals that were not measured.
    """
    of_rivals = ([row for row in ways if row["way"] == rival] for rival in rivals)
    ends = [aim.end(own) for own in of_rivals if own]
    end = max(float("inf") if noise is None else noise for noise in ends)
    claim = f"{NAMES[way]} has {aim.words} of {len(ends)} ways"
    rows = [row for row in compared if row["way"] == way and row["noise_sd"] < end]
    if not rows:
        nothing = "all ways fail at every noise level, and without noise"
        return finding(claim, data, ways[-1]["repeats"], nothing, NOT)
    below = f"noise sd below {end:g} (all fail from {end:g} on)"
    tried = "all noise levels tried" if end == float("inf") else below
    noises = list(dict.fromkeys(row["noise_sd"] for row in rows))
    beaten = {row["noise_sd"] for row in rows if aim.is_worse(row)}
    fine = [f"{noise:g}" for noise in noises if noise not in beaten]
    worst = max(rows, key=lambda row: aim.sign * row[aim.metric])
    value = Interval.of(worst, aim.metric)
    return finding(
        claim,
        f"{data}, {tried}",
        worst["repeats"],
        f"true at {len(fine)} of {len(noises)} noise levels; the difference is most in favour of "
        f"{worst['opponent']} at sd {worst['noise_sd']:g}, {value.mean:.3g} ({value.low:.3g} to "
        f"{value.high:.3g})",
        HOLDS
        if len(fine) == len(noises)
        else holds_where([f"noise sd is {', '.join(fine)}"] if fine else [], 2),
        value,
    )


def _round_has_angle(data: str, ways: Sequence[Row]) -> Finding:
    """Whether round embeddings also predict the angle, as the paper's measure assumes."""
    round_ones = [row for row in ways if row["radius_variance"] < FILLED_DISC]
    kept = [row for row in round_ones if row["r2"] >= LEAST_R2]
    lost = [row for row in round_ones if row["r2"] < LEAST_R2]
    example = ""
    if lost:
        row = min(lost, key=lambda row: row["radius_variance"])
        example = (
            f"; {row['way']} at sd {row['noise_sd']:g}: variance {row['radius_variance']:.3g}, R^2 "
            f"{row['r2']:.2f}, {row['turns']:.1f} turns in one turn of the object"
        )
    return finding(
        "An embedding with a low radius variance shows the circle",
        f"{data}, every way and noise with a radius variance below that of a filled disc",
        min(row["repeats"] for row in ways),
        f"R^2 of the angle is at least {LEAST_R2:g} in {len(kept)} of {len(round_ones)} "
        f"cases{example}",
        NOT if lost else HOLDS,
        len(kept) / len(round_ones) if round_ones else None,
    )
