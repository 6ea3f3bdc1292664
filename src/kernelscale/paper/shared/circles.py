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

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from sklearn.decomposition import PCA

from .recovery import neighbor_regression, radius_variance, winding_number
from .scaling_way import Embedded, embed_by_ways
from .scaling_ways import WAYS_OF_CIRCLES, trying

__all__ = [
    "N_PRINCIPAL",
    "Scores",
    "circle_scores",
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


def circle_scores(
    images: np.ndarray,
    angles: np.ndarray,
    noise_sd: float,
    seed: int,
    n_principal: int,
    n_tried: int | None = None,
    ways: Collection[str] = tuple(WAYS_OF_CIRCLES),
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
            images, noise_sd, seed, n_principal, ways, n_tried
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
