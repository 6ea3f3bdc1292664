"""Tables of the turned digits: of all draws, of each image alone, and of random angles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..harness.experiment import Measured
from ..harness.tables import Row
from ..shared.circle_findings import Circles
from ..shared.circle_tables import Draws, circle_tables, way_rows
from .ways import PLAIN

__all__ = ["Turned", "turned_tables"]


class Turned(NamedTuple):
    """The evidence: all draws of all images at even angles, and more rows of Algorithm 2.

    Attributes
    ----------
    circles : Circles
        The draws of all images together.
    images : dict
        Rows of Algorithm 2 in its plain reading, for each image alone, by its number from 1 on.
    random_angles : list of dict
        Rows of Algorithm 2 in its plain reading, for images at random angles.
    """

    circles: Circles
    images: dict[int, list[Row]]
    random_angles: list[Row]


def turned_tables(
    data: str,
    noises: Sequence[float],
    measured: Sequence[Draws],
    n_images: int,
    at_random: tuple[float, Draws],
) -> Measured:
    """Tables of draws of noise at each level.

    Draw k is of image ``k % n_images``. `at_random` has the noise level and the draws of images at
    random angles.
    """
    found = circle_tables(data, noises, measured)
    images = {
        number + 1: [
            row
            for noise, draws in zip(noises, measured, strict=True)
            for row in _plain(noise, draws[number::n_images])
        ]
        for number in range(n_images)
    }
    random_angles = _plain(*at_random)
    tables = found.tables | {
        "images": [{"image": number, **row} for number, rows in images.items() for row in rows],
        "random_angles": random_angles,
    }
    return Measured(tables, Turned(found.evidence, images, random_angles))


def _plain(noise: float, draws: Draws) -> list[Row]:
    """The row of Algorithm 2 in its plain reading."""
    return way_rows(noise, [{PLAIN: d[PLAIN]} for d in draws if PLAIN in d])
