"""Squared distances in two groups of features at once: sums for every weight of the second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_scale
from ..tile import Tile
from .statistic import Statistic

__all__ = ["JointHistogram", "PairedHistogram"]

BINS_PER_OCTAVE = 16  # S to 2e-4, d_eps to 3e-4 for some thousands of points
LOWEST_OCTAVE, N_OCTAVES = -18, 24  # of the units; what is below counts as no distance at all
N_BINS = N_OCTAVES * BINS_PER_OCTAVE
_FIRST = (127 + LOWEST_OCTAVE) * BINS_PER_OCTAVE  # as leading bits of a float32


@dataclass(frozen=True, eq=False)
class PairedHistogram:
    """How many ordered pairs have squared distance g in one group of features and h in another.

    Attributes
    ----------
    counts : ndarray of shape (n_bins, n_bins)
        Pairs by the bins of g and of h.
    distances : ndarray of shape (n_bins,)
        Middle of each bin, over the unit; 0 for the lowest.
    units : tuple of float
        Squared distances that g and h are over.
    """

    counts: np.ndarray
    distances: np.ndarray
    units: tuple[float, float]

    def sums(self, weights: np.ndarray, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """S and T of ``r = g + weight h`` for every weight and scale: (n_weights, n_scales)."""
        g, h = (unit * self.distances for unit in self.units)
        S, T = np.empty((2, len(weights), len(scales)))
        for column, scale in enumerate(scales):
            by_weight = np.exp(-np.multiply.outer(weights, h) / (2 * scale))
            by_g = np.exp(-g / (2 * scale))
            near = by_g @ self.counts  # over g, for each bin of h
            S[:, column] = by_weight @ near
            along_g = by_weight @ ((g * by_g) @ self.counts)
            T[:, column] = along_g + weights * (by_weight @ (h * near))
        return S, T


@dataclass(frozen=True, eq=False)
class JointHistogram(Statistic):
    """Log-histogram of squared distances of the points and of one more feature.

    With it the sums of the kernel of ``r = g + weight h`` follow at every weight and scale from
    one pass, as Algorithm 2 of the paper needs them for each feature that it adds.

    Parameters
    ----------
    feature : array-like of shape (n_samples,)
        The further feature.
    unit, feature_unit : float
        Squared distances that g and h are taken relative to, such as their means. Bins reach from
        2^-18 to 2^6 of them.

    Raises
    ------
    ValueError
        If a unit is not a positive finite number, or there is not one value a row.

    Examples
    --------
    Two points 1 apart in the first feature and 2 in the second. Far below 1 only the diagonal is
    left; far above all four pairs count.

    >>> from kernelscale.engine import reduce
    >>> asked = JointHistogram([0.0, 2.0], unit=1.0, feature_unit=4.0)
    >>> S, T = reduce([[0.0], [1.0]], asked).sums(np.array([0.0, 1.0]), np.array([1e-3, 1e6]))
    >>> S.round(3)
    array([[2., 4.],
           [2., 4.]])
    """

    feature: np.ndarray
    unit: float
    feature_unit: float
    streamed: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_scale(self.unit, "unit")
        check_scale(self.feature_unit, "feature_unit")
        object.__setattr__(self, "feature", np.asarray(self.feature, dtype=float))

    def check(self, n_samples: int) -> None:
        if self.feature.shape != (n_samples,):
            raise ValueError(
                f"feature must hold a value for each of the {n_samples} rows, but its shape is "
                f"{self.feature.shape}."
            )

    def result_bytes(self, n_samples: int) -> int:
        return 24 * N_BINS**2

    def tile_bytes(self, side: int) -> int:
        return 24 * side * side

    def partial_bytes(self, side: int) -> int:
        return 8 * N_BINS**2

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((N_BINS, N_BINS), dtype=np.int64)

    def on_tile(self, tile: Tile, state: Any) -> np.ndarray:
        r, unit = tile.quick_distances
        g = np.asarray(r, dtype=np.float32) * np.float32(unit / self.unit)
        apart = np.subtract.outer(self.feature[tile.rows], self.feature[tile.columns])
        h = (apart**2 / self.feature_unit).astype(np.float32)
        counts = tile.arithmetic.joint_histogram(g, h, BINS_PER_OCTAVE, _FIRST, N_BINS)
        return counts if tile.on_diagonal else 2 * counts

    def merge(self, state: np.ndarray, partial: np.ndarray) -> np.ndarray:
        state += partial
        return state

    def finish(self, state: np.ndarray) -> PairedHistogram:
        edges = (np.arange(_FIRST, _FIRST + N_BINS + 1, dtype=np.uint32) << 19).view(np.float32)
        middles = (edges[:-1].astype(float) + edges[1:]) / 2
        middles[0] = 0.0
        return PairedHistogram(state, middles, (self.unit, self.feature_unit))
