"""How round the embedding of noisy images of a turning object is, by every way to scale.

Ways that scale features see the images' 50 leading principal components, as in the paper; the
others see pixels. A radius variance of 1/8 is that of an evenly filled disc: whoever is at it or
above shows no circle, and is called broken. That variance, the paper's measure, does not see
whether the angle is told: coordinates that go round three times while the object turns once are
as round. So R^2 of the angle, and the number of turns, stand beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.decomposition import PCA

from .experiment import Row, Tables
from .recovery import neighbor_regression, radius_variance, winding_number
from .repeats import SHARES, Interval, mean_interval
from .scaling_ways import OURS, PAPER_MODE, PAPERS_WAYS, WAYS
from .verdicts import HOLDS, NOT, OUR_CLAIM, PAPERS_CLAIM, verdict_row, verdict_where

__all__ = [
    "FILLED_DISC",
    "N_PRINCIPAL",
    "Scores",
    "circle_scores",
    "circle_tables",
    "noisy_embeddings",
    "with_noise",
]

N_PRINCIPAL = 50
FILLED_DISC = 1 / 8
BREAK_TOGETHER = (PAPER_MODE, "standard", "eps_0")  # as the paper has it
HALF_TOLD = 0.5  # R^2 of the angle below which it is lost
NAMES = {OURS: "ManifoldScaler's default", PAPER_MODE: "Algorithm 2"}


class Aim(NamedTuple):
    """A metric that is to be small (sign 1) or large (-1), and where it says that all is lost."""

    metric: str
    sign: int
    limit: float
    words: str

    def end(self, own: Sequence[Row]) -> float | None:
        """The smallest noise from which on a way's rows fail; None if the last does not."""
        end = None
        for row in reversed(own):
            if self.sign * row[self.metric] < self.sign * self.limit:
                break
            end = row["noise_sd"]
        return end

    def is_worse(self, difference: Row) -> bool:
        """Whether the mean difference to another way is on the wrong side of 0.

        Not its interval: what is wild has one so wide that nothing is surely better.
        """
        return bool(self.sign * difference[self.metric] > 0)


class Scores(NamedTuple):
    """Of one way: radius variance, R^2 of the angle's cosine and sine, turns for one of it."""

    radius_variance: float
    r2: float
    turns: float


BOUNDS = {"radius_variance": (0.0, math.inf), "r2": SHARES, "turns": None}
ROUND = Aim("radius_variance", 1, FILLED_DISC, "the lowest radius variance")
TOLD = Aim("r2", -1, HALF_TOLD, "the largest R^2 of the angle")


def circle_scores(
    images: np.ndarray, angles: np.ndarray, noise_sd: float, seed: int, n_principal: int
) -> dict[str, Scores]:
    """Scores by way; `images` has shape (n_images, n_pixels), values from 0 to 1."""
    hidden = np.c_[np.cos(angles), np.sin(angles)]
    return {
        name: Scores(
            radius_variance(found),
            neighbor_regression(found, hidden, k=5),
            winding_number(found, angles),
        )
        for name, found in noisy_embeddings(images, noise_sd, seed, n_principal, WAYS).items()
    }


def with_noise(images: np.ndarray, noise_sd: float, seed: int) -> np.ndarray:
    """Normal noise in each pixel."""
    random = np.random.default_rng(seed)
    return images + noise_sd * random.standard_normal(images.shape)


def noisy_embeddings(
    images: np.ndarray, noise_sd: float, seed: int, n_principal: int, ways: Iterable[str]
) -> dict[str, np.ndarray]:
    """Two coordinates by way: of pixels, or of principal components where features are scaled."""
    pixels = with_noise(images, noise_sd, seed)
    principal = PCA(n_principal, svd_solver="full").fit_transform(pixels)
    of_way = {name: pixels if WAYS[name].scale is None else principal for name in ways}
    return {name: WAYS[name].embed(X, n_dims=1, n_components=2) for name, X in of_way.items()}


def circle_tables(
    data: str,
    noises: Sequence[float],
    measured: Sequence[Sequence[Mapping[str, Sequence[float]]]],
    whose: str = PAPERS_CLAIM,
) -> Tables:
    """Tables of the scores of independent repeats at each noise (standard deviation).

    `data` is what the verdicts call what was measured, and `whose` says whether the claim on
    Algorithm 2 is one of the paper. Scores of a way are in the order of `Scores`.
    """
    ways: list[Row] = []
    compared: list[Row] = []
    for noise, repeats in zip(noises, measured, strict=True):
        facts = {"noise_sd": noise, "noise_variance": noise**2, "repeats": len(repeats)}
        for way, entry in WAYS.items():
            scores = [repeat[way] for repeat in repeats]
            ways.append({**facts, "way": way, "title": entry.title, **_means(scores, BOUNDS)})
        for way, opponents in ((OURS, WAYS), (PAPER_MODE, PAPERS_WAYS)):
            for opponent in opponents:
                differences = [np.subtract(repeat[way], repeat[opponent]) for repeat in repeats]
                if opponent != way:
                    both = {"way": way, "opponent": opponent}
                    compared.append({**facts, **both, **_means(differences)})
    return {
        "summary": _summary(ways),
        "verdicts": [
            {**_verdict(PAPER_MODE, PAPERS_WAYS, ROUND, data, ways, compared), "whose": whose},
            _verdict(OURS, WAYS, ROUND, data, ways, compared),
            _verdict(OURS, WAYS, TOLD, data, ways, compared),
            _circle_up_to(data, ways, whose),
            _round_is_told(data, ways),
            _break_together(data, ways, whose),
        ],
        "ways": ways,
        "compared": compared,
    }


def _means(
    scores: Sequence[Any], bounds: Mapping[str, tuple[float, float] | None] | None = None
) -> Row:
    """The mean of each metric over the repeats, with its interval."""
    row: Row = {}
    for metric, values in zip(Scores._fields, np.transpose(scores), strict=True):
        mean, low, high = mean_interval(values, (bounds or {}).get(metric))
        row |= {metric: mean, f"{metric}_low": low, f"{metric}_high": high}
    return row


def _summary(ways: Sequence[Row]) -> list[Row]:
    """A row a way: where it breaks, and the radius variance at each noise."""
    rows = []
    for way in WAYS:
        own = [row for row in ways if row["way"] == way]
        row: Row = {"way": way, "breaks_at_sd": ROUND.end(own), "angle_lost_at_sd": TOLD.end(own)}
        row |= {f"sd_{cell['noise_sd']:g}": cell["radius_variance"] for cell in own}
        rows.append(row)
    return rows


def _verdict(
    way: str,
    rivals: Iterable[str],
    aim: Aim,
    data: str,
    ways: Sequence[Row],
    compared: Sequence[Row],
) -> Row:
    """At which noises no rival has a better mean, up to the noise at which all of them fail."""
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
    """Whether Algorithm 2 shows the circle up to some noise, as the paper says in words."""
    own = sorted((row for row in ways if row["way"] == PAPER_MODE), key=lambda r: r["noise_sd"])
    shown = [row["radius_variance"] < FILLED_DISC and row["r2"] >= HALF_TOLD for row in own]
    n_shown = shown.index(False) if False in shown else len(shown)
    last, beyond = own[max(n_shown - 1, 0)], own[min(n_shown, len(own) - 1)]
    noises = ", ".join(f"{row['noise_sd']:g}" for row in own)
    words = f"does up to sd {last['noise_sd']:g}" if n_shown else "does not without noise already"
    return verdict_row(
        "Up to a certain noise, Algorithm 2 suppresses it and shows the circle (radius variance "
        f"below that of a filled disc, and R^2 of the angle at least {HALF_TOLD:g})",
        f"{data}, noise sd {noises}",
        own[0]["repeats"],
        f"{words}; at sd {beyond['noise_sd']:g} radius variance {beyond['radius_variance']:.3g}, "
        f"R^2 {beyond['r2']:.2f}",
        HOLDS if n_shown and last["noise_sd"] > 0 else NOT,
        whose=whose,
    )


def _break_together(data: str, ways: Sequence[Row], whose: str) -> Row:
    """Whether the paper's three ways break at one noise, or at neighbours of those tried."""
    of_way = {way: [row for row in ways if row["way"] == way] for way in BREAK_TOGETHER}
    noises = [row["noise_sd"] for row in of_way[PAPER_MODE]]
    ends = {way: ROUND.end(rows) for way, rows in of_way.items()}
    said = ", ".join(f"{of_way[way][0]['title']}: {_at(end)}" for way, end in ends.items())
    known = [end for end in ends.values() if end]  # one that is broken without noise breaks nowhere
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
    """Whether what is round also shows the angle, as the measure supposes."""
    round_ones = [row for row in ways if row["radius_variance"] < FILLED_DISC]
    told = [row for row in round_ones if row["r2"] >= HALF_TOLD]
    lost = [row for row in round_ones if row["r2"] < HALF_TOLD]
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
        f"R^2 of the angle is at least {HALF_TOLD:g} in {len(told)} of {len(round_ones)}{example}",
        NOT if lost else HOLDS,
        len(told) / len(round_ones) if round_ones else None,
        OUR_CLAIM,
    )
