"""Points of a manifold, and the quantities with which its embedding is compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Sample(NamedTuple):
    """Points of a manifold, and the targets that its coordinates are compared with.

    `parameters` are the parameters of each point, `modes` the first eigenfunctions of the
    Laplacian at the points, `dimension` is the dimension of the manifold.
    """

    points: np.ndarray
    parameters: np.ndarray
    modes: np.ndarray
    dimension: int
