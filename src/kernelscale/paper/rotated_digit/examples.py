"""A turning digit for pictures: the digit and its circle, without noise and with noise.

The noise is the same as in the paper's figure, with variance 0.5 in each pixel.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...data import PointCloud
from ...diffusion import embeddings_over_scales
from ..harness.tables import Row, Tables
from ..shared.circles import noisy_embeddings, with_noise
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3, OURS, WAYS

__all__ = ["digit_tables"]

NOISES = {"clean": 0.0, "noisy": 0.5**0.5}
SHOWN_WAYS = ("max_min", ALGORITHM_2, ALGORITHMS_2_AND_3, OURS)
MOST_SHOWN = 160  # largest number of angles whose points the slider shows
N_SCALES = 18
SEED = 0
DIGITS = 4  # number of decimals in tables for pictures


def digit_tables(
    images: np.ndarray, angles: np.ndarray, n_principal: int, n_tried: int | None
) -> Tables:
    """Images at the first angle, and embeddings of all images by some ways and at many scales.

    Parameters
    ----------
    images : ndarray of shape (n_images, n_pixels)
        Square images with brightness from 0 to 1.
    angles : ndarray of shape (n_images,)
        Angles in radians.
    n_principal : int
        Number of principal components that are scaled.
    n_tried : int or None
        Number of weights, and of scales, that Algorithm 2 tries for each component; None is its
        default.
    """
    degrees = np.rad2deg(angles)
    return {
        "example_images": [row for name in NOISES for row in _pixels(name, images)],
        "example_embeddings": [
            row for name in NOISES for row in _embedded(name, images, degrees, n_principal, n_tried)
        ],
        "embeddings": [row for name in NOISES for row in _over_scales(name, images, degrees)],
    }


def _pixels(name: str, images: np.ndarray) -> Iterator[Row]:
    image = with_noise(images, NOISES[name], SEED)[0]
    side = round(len(image) ** 0.5)
    for place, brightness in enumerate(image.round(DIGITS).tolist()):
        line, column = divmod(place, side)
        yield {"panel": name, "line": line, "column": column, "brightness": brightness}


def _embedded(
    name: str, images: np.ndarray, degrees: np.ndarray, n_principal: int, n_tried: int | None
) -> Iterator[Row]:
    found = noisy_embeddings(images, NOISES[name], SEED, n_principal, SHOWN_WAYS, n_tried)
    for way, coordinates in found.items():
        for point, (x, y) in enumerate(coordinates.tolist()):
            place = {"panel": name, "way": way, "title": WAYS[way].title, "point": point}
            yield {**place, "x": x, "y": y, "angle": round(float(degrees[point]), DIGITS)}


def _over_scales(name: str, images: np.ndarray, degrees: np.ndarray) -> Iterator[Row]:
    pixels = with_noise(images, NOISES[name], SEED)
    scales = np.geomspace(*PointCloud(pixels, n_threads=1).scale_range, N_SCALES)
    found = embeddings_over_scales(pixels, scales, n_threads=1)
    step = -(-len(pixels) // MOST_SHOWN)
    for scale, picture in zip(scales.tolist(), found.coordinates.round(DIGITS), strict=True):
        for point, (x, y) in list(enumerate(picture.tolist()))[::step]:
            place = {"panel": f"{name} pixels", "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": f"{degrees[point]:.1f}"}
