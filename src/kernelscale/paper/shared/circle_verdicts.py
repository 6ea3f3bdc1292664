"""Verdicts on embeddings of noisy circles: where a way fails, and which way is best before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..harness.experiment import Row
from ..harness.repeats import Interval
from ..harness.verdicts import HOLDS, NOT, OUR_CLAIM, PAPERS_CLAIM, verdict_row, verdict_where
from .scaling_ways import OURS, PAPER_MODE, PAPERS_WAYS, WAYS

__all__ = ["FILLED_DISC", "Circles", "judge", "summary"]

FILLED_DISC = 1 / 8
BREAK_TOGETHER = (PAPER_MODE, "standard", "eps_0")  # which do, according to the paper
LEAST_R2 = 0.5  # R^2 of the angle below which it counts as lost
NAMES = {OURS: "ManifoldScaler's default", PAPER_MODE: "Algorithm 2"}


class Aim(NamedTuple):
    """A metric that is to be small (sign 1) or large (-1); beyond its limit a way fails."""

    metric: str
    sign: int
    limit: float
    words: str

    def end(self, own: Sequence[Row]) -> float | None:
        """The smallest noise from which on all rows of a way fail; None if the last does not."""
        end = None
        for row in reversed(own):
            if self.sign * row[self.metric] < self.sign * self.limit:
                break
            end = row["noise_sd"]
        return end

    def is_worse(self, difference: Row) -> bool:
        """Whether the mean difference to another way is on the wrong side of 0.

        Its interval is not used: where results vary much it contains 0 against any other way.
        """
        return bool(self.sign * difference[self.metric] > 0)


ROUND = Aim("radius_variance", 1, FILLED_DISC, "the lowest radius variance")
ANGLE = Aim("r2", -1, LEAST_R2, "the largest R^2 of the angle")


def summary(ways: Sequence[Row]) -> list[Row]:
    """A row a way: where it breaks, and the radius variance at each noise."""
    rows = []
    for way in WAYS:
        own = [row for row in ways if row["way"] == way]
        row: Row = {"way": way, "breaks_at_sd": ROUND.end(own), "angle_lost_at_sd": ANGLE.end(own)}
        row |= {f"sd_{cell['noise_sd']:g}": cell["radius_variance"] for cell in own}
        rows.append(row)
    return rows


class Circles(NamedTuple):
    """What was measured, in words, and the tables `ways` and `compared` of `circle_tables`."""

    data: str
    ways: Sequence[Row]
    compared: Sequence[Row]


def judge(circles: Circles, whose: str = PAPERS_CLAIM) -> list[Row]:
    """A row a claim; `whose` says whether claims on Algorithm 2 are the paper's or ours."""
    data, ways, compared = circles
    return [
        {**_verdict(PAPER_MODE, PAPERS_WAYS, ROUND, data, ways, compared), "whose": whose},
        _verdict(OURS, WAYS, ROUND, data, ways, compared),
        _verdict(OURS, WAYS, ANGLE, data, ways, compared),
        _circle_up_to(data, ways, whose),
        _round_is_told(data, ways),
        _break_together(data, ways, whose),
    ]


def _verdict(
    way: str,
    rivals: Iterable[str],
    aim: Aim,
    data: str,
    ways: Sequence[Row],
    compared: Sequence[Row],
) -> Row:
    """At which noises no rival has a better mean, below the noise at which all rivals fail."""
    ends = [aim.end([row for row in ways if row["way"] == rival]) for rival in rivals]
    end = max(float("inf") if noise is None else noise for noise in ends)
    read = " (read from its figure)" if way == PAPER_MODE else ""
    claim = f"{NAMES[way]} has {aim.words} of {len(ends)} ways{read}"
    rows = [row for row in compared if row["way"] == way and row["noise_sd"] < end]
    if not rows:
        nothing = "all ways fail at every noise, and without it"
        return verdict_row(claim, data, ways[0]["repeats"], nothing, NOT, whose=OUR_CLAIM)
    tried = "all noises tried" if end == float("inf") else f"noise sd below {end:g}, where all fail"
    noises = list(dict.fromkeys(row["noise_sd"] for row in rows))
    beaten = {row["noise_sd"] for row in rows if aim.is_worse(row)}
    fine = [f"{noise:g}" for noise in noises if noise not in beaten]
    worst = max(rows, key=lambda row: aim.sign * row[aim.metric])
    said = Interval(*(worst[f"{aim.metric}{end}"] for end in ("", "_low", "_high")))
    return verdict_row(
        claim,
        f"{data}, {tried}",
        worst["repeats"],
        f"true at {len(fine)} of {len(noises)} noises; the least good difference is to "
        f"{worst['opponent']} at sd {worst['noise_sd']:g}, {said.mean:.3g} ({said.low:.3g} to "
        f"{said.high:.3g})",
        HOLDS
        if len(fine) == len(noises)
        else verdict_where([f"noise sd is {', '.join(fine)}"] if fine else [], 2),
        said,
        OUR_CLAIM,
    )


def _circle_up_to(data: str, ways: Sequence[Row], whose: str) -> Row:
    """Whether Algorithm 2 shows the circle up to some noise, as the text of the paper has it."""
    own = sorted((row for row in ways if row["way"] == PAPER_MODE), key=lambda r: r["noise_sd"])
    shown = [row["radius_variance"] < FILLED_DISC and row["r2"] >= LEAST_R2 for row in own]
    n_shown = shown.index(False) if False in shown else len(shown)
    last, beyond = own[max(n_shown - 1, 0)], own[min(n_shown, len(own) - 1)]
    noises = ", ".join(f"{row['noise_sd']:g}" for row in own)
    words = f"does up to sd {last['noise_sd']:g}" if n_shown else "does not without noise already"
    return verdict_row(
        "Up to a certain noise, Algorithm 2 suppresses it and shows the circle (radius variance "
        f"below that of a filled disc, and R^2 of the angle at least {LEAST_R2:g})",
        f"{data}, noise sd {noises}",
        own[0]["repeats"],
        f"{words}; at sd {beyond['noise_sd']:g} radius variance {beyond['radius_variance']:.3g}, "
        f"R^2 {beyond['r2']:.2f}",
        HOLDS if n_shown and last["noise_sd"] > 0 else NOT,
        whose=whose,
    )


def _break_together(data: str, ways: Sequence[Row], whose: str) -> Row:
    """Whether the paper's three ways break at one noise, or at two next to each other."""
    of_way = {way: [row for row in ways if row["way"] == way] for way in BREAK_TOGETHER}
    noises = [row["noise_sd"] for row in of_way[PAPER_MODE]]
    ends = {way: ROUND.end(rows) for way, rows in of_way.items()}
    said = ", ".join(f"{of_way[way][0]['title']}: {_at(end)}" for way, end in ends.items())
    known = [end for end in ends.values() if end]  # not 0: such a way fails without noise already
    together = len(known) == len(ends) and (
        noises.index(max(known)) - noises.index(min(known)) <= 1
    )
    return verdict_row(
        "Algorithm 2, standard deviations and eps_0 break at about the same noise (at most one of "
        "the noises tried apart)",
        f"{data}, noise sd {', '.join(f'{noise:g}' for noise in noises)}",
        ways[0]["repeats"],
        f"mean radius variance at least that of a filled disc from there on: {said}",
        HOLDS if together else NOT,
        max(known) / min(known) if len(known) == len(ends) else None,
        whose,
    )


def _at(end: float | None) -> str:
    if end is None:
        return "at no noise tried"
    return f"sd {end:g}" if end > 0 else "without noise already"


def _round_is_told(data: str, ways: Sequence[Row]) -> Row:
    """Whether round embeddings also show the angle, as the paper's measure supposes."""
    round_ones = [row for row in ways if row["radius_variance"] < FILLED_DISC]
    kept = [row for row in round_ones if row["r2"] >= LEAST_R2]
    lost = [row for row in round_ones if row["r2"] < LEAST_R2]
    example = ""
    if lost:
        row = min(lost, key=lambda row: row["radius_variance"])
        example = (
            f"; {row['way']} at sd {row['noise_sd']:g}: variance {row['radius_variance']:.3g}, R^2 "
            f"{row['r2']:.2f}, {row['turns']:.1f} turns for one"
        )
    return verdict_row(
        "An embedding of low radius variance shows the circle",
        f"{data}, every way and noise with a radius variance below that of a filled disc",
        ways[0]["repeats"],
        f"R^2 of the angle is at least {LEAST_R2:g} in {len(kept)} of {len(round_ones)}{example}",
        NOT if lost else HOLDS,
        len(kept) / len(round_ones) if round_ones else None,
        OUR_CLAIM,
    )
