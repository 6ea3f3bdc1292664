"""What is known of the nearest other points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["Neighbors"]


class Neighbors(NamedTuple):
    """Squared distances, ascending, and indices, each of shape (n_samples, n_neighbors)."""

    squared_distances: np.ndarray
    indices: np.ndarray
