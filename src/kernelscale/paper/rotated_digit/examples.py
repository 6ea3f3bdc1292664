"""A turning digit for pictures: the digit and its circle, without noise and with noise.

The noise is the same as in the paper's figure, with variance 0.5 in each pixel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...data import PointCloud
from ...diffusion import embeddings_over_scales
from ..harness.tables import Row, Tables
from ..shared.circles import noisy_embeddings, with_noise
from ..shared.scaling_ways import ALGORITHM_2, OURS, RAW_WEIGHTS, WAYS_OF_CIRCLES
from ..shared.turned_digit import turned_digit
from .plan import Plan

__all__ = ["PANELS", "Example", "digit_tables"]

PANELS = {"clean": 0.0, "noisy": 0.5**0.5}
SHOWN_WAYS = ("max_min", RAW_WEIGHTS, ALGORITHM_2, OURS)
MOST_SHOWN = 160  # largest number of angles whose points the slider shows
N_SCALES = 18
SEED = 0
DIGITS = 4  # number of decimals in tables for pictures


class Example:
    """The images at the first angle, and embeddings by some ways and at many scales.

    Parameters
    ----------
    plan : Plan
        Its numbers of angles, of principal components and of weights tried are used.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, name: str, seed: int) -> Tables:
        """The tables of the panel `name`, one of `PANELS`; the image of that number is turned."""
        plan = self.plan
        images, angles = turned_digit(plan.n_angles, seed)
        degrees = np.rad2deg(angles)
        return {
            "example_images": list(_pixels(name, images)),
            "example_embeddings": list(
                _embedded(name, images, degrees, plan.n_principal, plan.n_tried)
            ),
            "embeddings": list(_over_scales(name, images, degrees)),
        }


def digit_tables(panels: Sequence[Tables]) -> Tables:
    """The tables of all panels, one below the other."""
    return {name: [row for panel in panels for row in panel[name]] for name in panels[0]}


def _pixels(name: str, images: np.ndarray) -> Iterator[Row]:
    image = with_noise(images, PANELS[name], SEED)[0]
    side = round(len(image) ** 0.5)
    for place, brightness in enumerate(image.round(DIGITS).tolist()):
        line, column = divmod(place, side)
        yield {"panel": name, "line": line, "column": column, "brightness": brightness}


def _embedded(
    name: str, images: np.ndarray, degrees: np.ndarray, n_principal: int, n_tried: int | None
) -> Iterator[Row]:
    found = noisy_embeddings(images, PANELS[name], SEED, n_principal, SHOWN_WAYS, n_tried)
    for way, coordinates in found.items():
        for point, (x, y) in enumerate(coordinates.tolist()):
            place = {"panel": name, "way": way, "title": WAYS_OF_CIRCLES[way].title, "point": point}
            yield {**place, "x": x, "y": y, "angle": round(float(degrees[point]), DIGITS)}


def _over_scales(name: str, images: np.ndarray, degrees: np.ndarray) -> Iterator[Row]:
    pixels = with_noise(images, PANELS[name], SEED)
    scales = np.geomspace(*PointCloud(pixels, n_threads=1).scale_range, N_SCALES)
    found = embeddings_over_scales(pixels, scales, n_threads=1)
    step = -(-len(pixels) // MOST_SHOWN)
    for scale, picture in zip(scales.tolist(), found.coordinates.round(DIGITS), strict=True):
        for point, (x, y) in list(enumerate(picture.tolist()))[::step]:
            place = {"panel": f"{name} pixels", "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": f"{degrees[point]:.1f}"}
