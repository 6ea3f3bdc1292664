"""Data for pictures of one Swiss roll: the roll, its noisy features, and their embeddings.

The features are embedded by each way of scaling them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from sklearn.utils import Bunch

from ...data import PointCloud
from ...diffusion import embeddings_over_scales
from ..harness.tables import Row, Tables
from ..shared.recovery import disparity
from ..shared.scaling_way import ScalingWay

__all__ = ["example_tables"]

N_DIMS = 2
N_IN_SPACE, N_SHOWN = 1000, 400  # numbers of points that pictures show in space and in an embedding
N_SCALES = 18  # number of positions of the slider
DIGITS = 4  # number of decimals in tables for pictures


def example_tables(
    roll: Bunch, points: np.ndarray, ways: Mapping[str, ScalingWay], clean: ScalingWay
) -> Tables:
    """Tables for pictures of a roll and its embeddings, and of its embeddings at many scales.

    Parameters
    ----------
    roll : Bunch
        The roll, as `make_noisy_swiss_roll` returns it.
    points : ndarray of shape (n_samples, n_features)
        The noisy features; the first two are informative, the last is pure noise.
    ways : mapping of str to ScalingWay
        Ways by which the noisy features are embedded.
    clean : ScalingWay
        The way by which the roll itself is embedded.
    """
    theta = roll.parameters[:, 0]
    found = {name: way.embed(points, N_DIMS, N_DIMS) for name, way in ways.items()}
    titles = {name: way.title for name, way in ways.items()}
    target = clean.embed(roll.clean, N_DIMS, N_DIMS)
    found["clean"], titles["clean"] = target, clean.title
    three = points[:, [0, 1, -1]]
    over_scales = {"the roll itself": roll.clean, "noisy features": points}
    return {
        "example_rolls": [
            *_in_space("the roll itself", roll.clean, theta),
            *_in_space("two informative features and one of noise", three, theta),
        ],
        "example_embeddings": [
            {"way": name, "title": titles[name], "error": disparity(coordinates, target), **row}
            for name, coordinates in found.items()
            for row in _in_plane(coordinates, theta)
        ],
        "embeddings": [
            row for panel, X in over_scales.items() for row in _over_scales(panel, X, theta)
        ],
    }


def _in_space(panel: str, X: np.ndarray, theta: np.ndarray) -> Iterator[Row]:
    rows = zip(X[:N_IN_SPACE].round(DIGITS).tolist(), theta.round(DIGITS).tolist(), strict=False)
    for point, ((x, y, z), angle) in enumerate(rows):
        yield {"panel": panel, "point": point, "x": x, "y": y, "z": z, "theta": angle}


def _in_plane(coordinates: np.ndarray, theta: np.ndarray) -> Iterator[Row]:
    rows = zip(coordinates[:N_SHOWN].tolist(), theta.round(DIGITS).tolist(), strict=False)
    for point, ((x, y), angle) in enumerate(rows):
        yield {"point": point, "x": x, "y": y, "theta": angle}


def _over_scales(panel: str, X: np.ndarray, theta: np.ndarray) -> Iterator[Row]:
    """Coordinates of some of the embedded points, at scales over the useful range."""
    scales = np.geomspace(*PointCloud(X, n_threads=1).scale_range, N_SCALES)
    found = embeddings_over_scales(X, scales, n_threads=1)
    shown = found.rows[:N_SHOWN]
    pictures = found.coordinates[:, : len(shown)].round(DIGITS).tolist()
    for scale, picture in zip(scales.tolist(), pictures, strict=True):
        for point, (x, y) in zip(shown.tolist(), picture, strict=True):
            place = {"panel": panel, "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": f"{theta[point]:.2f}"}
