"""What a generator of this benchmark returns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Sample(NamedTuple):
    """Points of a manifold with what a good embedding would show.

    `parameters` place a point on the manifold, `modes` are the first eigenfunctions of its
    Laplacian there, `dimension` is the manifold's own.
    """

    points: np.ndarray
    parameters: np.ndarray
    modes: np.ndarray
    dimension: int
