"""Embeddings of noisy images of a turning object, by every way of scaling features.

Ways that scale features are applied to the images' 50 leading principal components, as in the
paper; all other ways are applied to pixels.

The paper's measure is the radius variance: distances from the origin are divided by their mean, and
the variance of these ratios is taken. It is 0 for a circle and 1/8 for an evenly filled disc. If it
is 1/8 or more, the embedding shows no circle, and the way fails. The measure does not depend on the
angle: it is also small if the coordinates turn three times around the origin while the object turns
once. Therefore R^2 of the angle and the number of turns are measured as well.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.decomposition import PCA

from ..harness.experiment import Measured
from ..harness.repeats import SHARES, mean_interval, share_interval
from ..harness.tables import Interval, Row
from .circle_findings import FILLED_DISC, LEAST_R2, Circles, summary
from .recovery import neighbor_regression, radius_variance, winding_number
from .scaling_ways import (
    ALGORITHM_2,
    OURS,
    PAPERS_OTHERS,
    WAYS_OF_CIRCLES,
    Embedded,
    embed_by_ways,
    trying,
)

__all__ = [
    "N_PRINCIPAL",
    "Scores",
    "circle_scores",
    "circle_tables",
    "noisy_embeddings",
    "with_noise",
]

N_PRINCIPAL = 50


class Scores(NamedTuple):
    """Scores of two coordinates of the images of a turning object.

    - `radius_variance`: the paper's measure;
    - `r2`: R^2 of predicting the cosine and sine of the angle from the nearest rows;
    - `turns`: the number of turns around the origin in one turn of the object.
    """

    radius_variance: float
    r2: float
    turns: float


BOUNDS = {"radius_variance": (0.0, math.inf), "r2": SHARES, "turns": None}


def circle_scores(
    images: np.ndarray,
    angles: np.ndarray,
    noise_sd: float,
    seed: int,
    n_principal: int,
    n_tried: int | None = None,
) -> dict[str, Scores]:
    """Scores by way; `images` has shape (n_images, n_pixels) and values from 0 to 1."""
    hidden = np.c_[np.cos(angles), np.sin(angles)]
    return {
        name: Scores(
            radius_variance(found),
            neighbor_regression(found, hidden, k=5),
            winding_number(found, angles),
        )
        for name, found in noisy_embeddings(
            images, noise_sd, seed, n_principal, WAYS_OF_CIRCLES, n_tried
        ).items()
    }


def with_noise(images: np.ndarray, noise_sd: float, seed: int) -> np.ndarray:
    """The images with normal noise in each pixel."""
    random = np.random.default_rng(seed)
    return images + noise_sd * random.standard_normal(images.shape)


def noisy_embeddings(
    images: np.ndarray,
    noise_sd: float,
    seed: int,
    n_principal: int,
    ways: Collection[str],
    n_tried: int | None = None,
) -> dict[str, np.ndarray]:
    """Two coordinates by each way; a way that scales features uses principal components.

    Algorithm 2 tries `n_tried` weights and as many scales for each feature; None is its default.
    """
    pixels = with_noise(images, noise_sd, seed)
    principal = PCA(n_principal, svd_solver="full").fit_transform(pixels)
    found: dict[str, Embedded] = {}
    for is_scaled, X in ((False, pixels), (True, principal)):
        chosen = {
            n: WAYS_OF_CIRCLES[n]
            for n in ways
            if (WAYS_OF_CIRCLES[n].scale is not None) == is_scaled
        }
        found |= embed_by_ways(trying(chosen, n_tried), X, n_dims=1, n_components=2)
    return {name: found[name].coordinates for name in ways}


def circle_tables(
    data: str,
    noises: Iterable[float],
    measured: Sequence[Sequence[Mapping[str, Sequence[float]]]],
) -> Measured:
    """Tables of the scores of independent repeats at each noise level.

    `data` describes the data in words. `measured` has, for each noise level and repeat, the scores
    of each way in the order of `Scores`. A level that is measured once, such as images without
    noise, has no randomness: its intervals have length 0.
    """
    ways: list[Row] = []
    compared: list[Row] = []
    for noise, repeats in zip(noises, measured, strict=True):
        facts = {"noise_sd": noise, "noise_variance": noise**2, "repeats": len(repeats)}
        for way, entry in WAYS_OF_CIRCLES.items():
            scores = [repeat[way] for repeat in repeats]
            ways.append(
                {**facts, "way": way, "title": entry.title, **_means(scores, BOUNDS)}
                | _shares(scores)
            )
        for way, opponents in ((OURS, WAYS_OF_CIRCLES), (ALGORITHM_2, PAPERS_OTHERS)):
            for opponent in opponents:
                differences = [np.subtract(repeat[way], repeat[opponent]) for repeat in repeats]
                if opponent != way:
                    both = {"way": way, "opponent": opponent}
                    compared.append({**facts, **both, **_means(differences)})
    tables = {"summary": summary(ways), "ways": ways, "compared": compared}
    return Measured(tables, Circles(data, ways, compared))


def _shares(scores: Sequence[Any]) -> Row:
    """The shares of embeddings that are round, that predict the angle, and that do both."""
    seen = [(each[0] < FILLED_DISC, each[1] >= LEAST_R2) for each in scores]
    counts = np.sum([(*pair, all(pair)) for pair in seen], axis=0).tolist()
    row: Row = {}
    for name, count in zip(("round", "angle", "circle"), counts, strict=True):
        once = len(scores) == 1
        found = _exactly(count) if once else share_interval(count, len(scores))
        row |= found.columns(name)
    return row


def _means(
    scores: Sequence[Any], bounds: Mapping[str, tuple[float, float] | None] | None = None
) -> Row:
    """The mean of each metric over the repeats, with its interval."""
    row: Row = {}
    for metric, values in zip(Scores._fields, np.transpose(scores), strict=True):
        once = len(values) == 1
        found = _exactly(values[0]) if once else mean_interval(values, (bounds or {}).get(metric))
        row |= found.columns(metric)
    return row


def _exactly(value: float) -> Interval:
    return Interval(*[float(value)] * 3)
