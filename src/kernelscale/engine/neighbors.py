"""What is known of the nearest other points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["Near", "Neighbors"]


class Neighbors(NamedTuple):
    """Squared distances, ascending, and indices, each of shape (n_samples, n_neighbors)."""

    squared_distances: np.ndarray
    indices: np.ndarray

    @classmethod
    def none(cls, n_samples: int, n_neighbors: int) -> Neighbors:
        """Lists without an entry: infinity and -1."""
        shape = n_samples, n_neighbors
        return cls(np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64))


class Near(NamedTuple):
    """What is known of the points of a block before a tile.

    Beyond `limits`, squared distances, nothing can be among the nearest. `found`, where it is not
    None, is what the tile's own are added to.
    """

    limits: np.ndarray
    found: Neighbors | None
