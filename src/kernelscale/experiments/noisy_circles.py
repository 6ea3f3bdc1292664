"""How round the embedding of noisy images of a turning object is, by every way to scale.

Ways that scale features see the images' 50 leading principal components, as in the paper; the
others see pixels. A radius variance of 1/8 is that of an evenly filled disc: whoever is at it or
above shows no circle, and is called broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.decomposition import PCA

from .experiment import Row, Tables
from .recovery import neighbor_regression, radius_variance
from .repeats import Interval, mean_interval
from .scaling_ways import OURS, PAPER_MODE, PAPERS_WAYS, WAYS
from .verdicts import HOLDS, NOT, verdict_row, verdict_where

__all__ = ["N_PRINCIPAL", "Scores", "circle_scores", "circle_tables"]

N_PRINCIPAL = 50
FILLED_DISC = 1 / 8
METRICS = ("radius_variance", "r2")


class Scores(NamedTuple):
    """Of one way: the radius variance, and R^2 of the angle's cosine and sine."""

    radius_variance: float
    r2: float


def circle_scores(
    images: np.ndarray, angles: np.ndarray, noise_sd: float, seed: int, n_principal: int
) -> dict[str, Scores]:
    """Scores by way; `images` has shape (n_images, n_pixels), values from 0 to 1."""
    random = np.random.default_rng(seed)
    pixels = images + noise_sd * random.standard_normal(images.shape)
    principal = PCA(n_principal, svd_solver="full").fit_transform(pixels)
    hidden = np.c_[np.cos(angles), np.sin(angles)]
    scores = {}
    for name, way in WAYS.items():
        found = way.embed(pixels if way.scale is None else principal, n_dims=1, n_components=2)
        scores[name] = Scores(radius_variance(found), neighbor_regression(found, hidden, k=5))
    return scores


def circle_tables(
    data: str, noises: Sequence[float], measured: Sequence[Sequence[dict[str, Scores]]]
) -> Tables:
    """Tables of the scores of independent repeats at each noise (standard deviation).

    `data` is what the verdicts call what was measured.
    """
    ways: list[Row] = []
    compared: list[Row] = []
    for noise, repeats in zip(noises, measured, strict=True):
        facts = {"noise_sd": noise, "noise_variance": noise**2, "repeats": len(repeats)}
        for way, entry in WAYS.items():
            scores = [repeat[way] for repeat in repeats]
            ways.append({**facts, "way": way, "title": entry.title, **_means(scores)})
        for way, opponents in ((OURS, WAYS), (PAPER_MODE, PAPERS_WAYS)):
            for opponent in opponents:
                differences = [np.subtract(repeat[way], repeat[opponent]) for repeat in repeats]
                if opponent != way:
                    both = {"way": way, "opponent": opponent}
                    compared.append({**facts, **both, **_means(differences)})
    return {
        "summary": _summary(ways),
        "verdicts": [
            _verdict("Algorithm 2 gives the lowest", PAPER_MODE, PAPERS_WAYS, data, ways, compared),
            _verdict("ManifoldScaler's default gives the lowest", OURS, WAYS, data, ways, compared),
        ],
        "ways": ways,
        "compared": compared,
    }


def _means(scores: Sequence[Any]) -> Row:
    """The mean of each metric over the repeats, with its interval."""
    row: Row = {}
    for metric, values in zip(METRICS, np.transpose(scores), strict=True):
        mean, low, high = mean_interval(values)
        row |= {metric: mean, f"{metric}_low": low, f"{metric}_high": high}
    return row


def _summary(ways: Sequence[Row]) -> list[Row]:
    """A row a way: the radius variance at each noise, and where it breaks."""
    rows = []
    for way in WAYS:
        own = [row for row in ways if row["way"] == way]
        row: Row = {"way": way, "breaks_at_sd": _break(own)}
        row |= {f"sd_{cell['noise_sd']:g}": cell["radius_variance"] for cell in own}
        rows.append(row)
    return rows


def _break(own: Sequence[Row]) -> float | None:
    """The smallest noise from which on the embedding is no rounder than a filled disc."""
    broken = None
    for row in reversed(own):
        if row["radius_variance"] < FILLED_DISC:
            break
        broken = row["noise_sd"]
    return broken


def _verdict(
    claim: str,
    way: str,
    rivals: Iterable[str],
    data: str,
    ways: Sequence[Row],
    compared: Sequence[Row],
) -> Row:
    """At which noises no rival is surely rounder, up to the noise at which all of them break."""
    ends = {rival: _break([row for row in ways if row["way"] == rival]) for rival in rivals}
    end = max(float("inf") if noise is None else noise for noise in ends.values())
    rows = [row for row in compared if row["way"] == way and row["noise_sd"] < end]
    noises = list(dict.fromkeys(row["noise_sd"] for row in rows))
    beaten = {row["noise_sd"] for row in rows if row["radius_variance_low"] > 0}
    fine = [noise for noise in noises if noise not in beaten]
    tried = (
        "all noises tried" if end == float("inf") else f"noise sd below {end:g}, where all break"
    )
    if not rows:
        return verdict_row(
            f"{claim} radius variance", f"{data}, {tried}", 0, "all are broken at every noise", NOT
        )
    worst = max(rows, key=lambda row: row["radius_variance"])
    said = Interval(*(worst[f"radius_variance{end}"] for end in ("", "_low", "_high")))
    where = [f"noise sd is {', '.join(f'{noise:g}' for noise in fine)}"] if fine else []
    return verdict_row(
        f"{claim} radius variance (no other is surely lower)",
        f"{data}, {tried}",
        worst["repeats"],
        f"true at {len(fine)} of {len(noises)} noises; furthest behind {worst['opponent']} at sd "
        f"{worst['noise_sd']:g}, by {said.mean:.3g} ({said.low:.3g} to {said.high:.3g})",
        HOLDS if len(fine) == len(noises) else verdict_where(where, 2),
        said,
    )
