"""The norm of the kernel between classes, over scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._validation import check_scales
from ..data import PointCloud
from ..engine.arithmetic.chains import chained
from ..engine.statistics import Statistic
from ..engine.tile import Tile

__all__ = ["SMALLEST_SQUARE", "perturbation_norm"]

# The engine raises tiny kernel values, to at most 1e-304, so sums of squares below SMALLEST_SQUARE
# are not exact.
SMALLEST_SQUARE = 1e-290
# Largest number of successive squarings, each of which doubles the relative error.
LONGEST_CHAIN = 8


def perturbation_norm(X: Any, y: Any, scales: Any, **engine_options: Any) -> np.ndarray:
    """The norm of the kernel between classes, ``||W-hat||_F``, over scales (paper's eq. Pert).

    W-hat = K - K-bar, where K-bar holds the kernel's blocks within classes. Since ``K_ij(eps)^2 =
    K_ij(eps/2)``, the squared norm of W-hat is the sum of the kernel at half the scale over all
    pairs of rows of different classes.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,)
        Class of each point.
    scales : array-like of shape (n_scales,)
        Squared distances, in any order.
    **engine_options
        `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in
        `select_bandwidth`.

    Returns
    -------
    ndarray
        The norm at each scale, of shape (n_scales,), from one pass over all pairs; norms below
        1e-145 are set to 0.

    Raises
    ------
    ValueError, TypeError
        If the data, the labels, the scales or an option are not valid.

    Examples
    --------
    Two classes of two points. At a scale far below the distance between the classes the norm is 0.
    At a scale far above it, the kernel is 1 for each of the 8 ordered pairs between classes.

    >>> perturbation_norm([[0.0], [1.0], [50.0], [51.0]], [0, 0, 1, 1], [1.0, 1e9]).round(3)
    array([0.   , 2.828])
    """
    check_scales(scales)
    cloud = PointCloud(X, y, **engine_options)
    return cloud.reduce(_PerturbationNorm(np.atleast_1d(np.asarray(scales, float)), cloud.codes))


@dataclass(frozen=True, eq=False)
class _PerturbationNorm(Statistic):
    """``||W-hat||_F`` at each scale, summed over pairs between classes only.

    If pairs within classes were subtracted from the sum over all pairs, the rounding errors of N^2
    terms would remain.
    """

    scales: np.ndarray
    codes: np.ndarray

    def __str__(self) -> str:
        return "perturbation norm"

    def result_bytes(self, n_samples: int) -> int:
        return 16 * len(self.scales)

    def tile_bytes(self, side: int) -> int:
        return 17 * side * side

    def partial_bytes(self, side: int) -> int:
        return 32 * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros(len(self.scales))

    def on_tile(self, tile: Tile, hint: Any) -> np.ndarray:
        between = self.codes[tile.rows, None] != self.codes[None, tile.columns]
        r = tile.distances[between]
        squares = np.empty(len(self.scales))
        for members in self._chains:
            K = tile.arithmetic.kernel(r, self.scales[members[0]] / 2)
            for scale in members:
                squares[scale] = K.sum()
                K *= K  # the kernel at half the scale, without another exponential
        return squares if tile.on_diagonal else 2 * squares

    @property
    def _chains(self) -> list[np.ndarray]:
        """Chains of indices of scales; in a chain, each scale is half of the previous scale."""
        _, lengths, order = chained(self.scales, LONGEST_CHAIN)
        return np.split(order, np.cumsum(lengths)[:-1])

    def merge(self, state: np.ndarray, partial: np.ndarray) -> np.ndarray:
        return state + partial

    def finish(self, state: np.ndarray) -> np.ndarray:
        return np.sqrt(np.where(state < SMALLEST_SQUARE, 0.0, state))
