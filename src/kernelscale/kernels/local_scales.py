"""Kernels with one scale for each row, and the nearest rows that set the scale of a new row."""

from __future__ import annotations

import numpy as np

from .kernel import Kernel

__all__ = ["LocalScales", "nearest_edges"]


class LocalScales(Kernel):
    """A kernel with an attribute `local_scales`, of shape (n_samples,): the scale of each row."""

    local_scales: np.ndarray

    @property
    def typical_scale(self) -> float:
        """The square of the median scale of the rows."""
        return float(np.median(self.local_scales)) ** 2

    @property
    def scale_in_words(self) -> str:
        return "one scale for each row"

    def scales_of_rows(self) -> np.ndarray:
        return self.local_scales


def nearest_edges(starts: np.ndarray, r: np.ndarray, n_neighbors: int) -> np.ndarray:
    """Indices of the shortest edges of each new row, of shape (n_rows, n_neighbors).

    `starts` holds the new row of each edge, in ascending order, and `r` holds the squared lengths.
    The edges of a row are sorted by length. If a row has fewer than `n_neighbors` edges, its
    longest edge is repeated.

    Examples
    --------
    The first row has two edges. The second row has only one, which is repeated.

    >>> nearest_edges(np.array([0, 0, 1]), np.array([4.0, 1.0, 9.0]), 2)
    array([[1, 0],
           [2, 2]])
    """
    order = np.lexsort((r, starts))
    first = np.flatnonzero(np.diff(starts, prepend=-1))
    counts = np.diff(np.append(first, len(starts)))
    nearest: np.ndarray = order[
        first[:, None] + np.minimum(np.arange(n_neighbors), counts[:, None] - 1)
    ]
    return nearest
