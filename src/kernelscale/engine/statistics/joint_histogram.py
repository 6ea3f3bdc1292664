"""Squared distances in two groups of features at once: sums for every weight of the second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._cached import cached_property
from ..._validation import as_numeric, check_scale
from ..joint_bins import (
    LARGEST_OCTAVE,
    STEPS,
    JointPart,
    bins_and_remainders,
    edges_of_joint_bins,
)
from ..tile import Tile
from .statistic import Statistic

__all__ = ["JointHistogram", "PairedHistogram"]

BINS_PER_OCTAVE = 16  # S to 2e-3, d_eps to 5e-3; a third of it for a few features
LOWEST_OCTAVE = -64  # of the units; what is nearer is taken together
_MOST_BINS = LARGEST_OCTAVE * BINS_PER_OCTAVE + 2
_QUICK_FACTORS = (1e-30, 1e30)  # what float32 distances may be multiplied by


@dataclass(frozen=True, eq=False)
class PairedHistogram:
    """How many ordered pairs have squared distance g in one group of features and h in another.

    Attributes
    ----------
    counts : ndarray of shape (n_g, n_h)
        Pairs by the bins of g and of h.
    g, h : ndarray of shape (n_g,), (n_h,)
        Mean squared distance of the pairs in each bin, over the unit.
    g_excess, h_excess : ndarray of shape (n_g, n_h)
        Sums, over the pairs of a cell, of what g is above the mean of its bin, and h of its, over
        the unit.
    units : tuple of float
        Squared distances that g and h are over.
    """

    counts: np.ndarray
    g: np.ndarray
    h: np.ndarray
    g_excess: np.ndarray
    h_excess: np.ndarray
    units: tuple[float, float]

    def sums(self, weights: np.ndarray, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """S and T of ``r = g + weight h`` for every weight and scale: (n_weights, n_scales).

        The kernel is expanded to first order about the means of the bins.
        """
        unit, feature_unit = self.units
        weights = np.asarray(weights, dtype=float) / unit * feature_unit
        rates = unit / (2 * np.asarray(scales, dtype=float)[:, None])
        K = np.exp(-self.g * rates)  # of g alone, for each scale
        both = np.vstack([K, self.g * K])
        near, g_near, h_near = (
            np.split(both @ part, 2) for part in (self.counts, self.g_excess, self.h_excess)
        )
        by_weight = np.exp(-np.multiply.outer(rates, np.multiply.outer(weights, self.h))[:, 0])
        # For each scale, columns by power of the weight: S_0, S_1, T_0, T_1, T_2.
        at_h = [
            near[0] - rates * g_near[0],
            -rates * h_near[0],
            near[1] + g_near[0] - rates * g_near[1],
            self.h * (near[0] - rates * g_near[0]) + h_near[0] - rates * h_near[1],
            -rates * self.h * h_near[0],
        ]
        S_0, S_1, T_0, T_1, T_2 = np.moveaxis(by_weight @ np.stack(at_h, axis=2), (2, 1), (0, 1))
        w = weights[:, None]
        return S_0 + w * S_1, unit * (T_0 + w * (T_1 + w * T_2))


@dataclass(frozen=True, eq=False)
class JointHistogram(Statistic):
    """Log-histogram of squared distances of the points and of one more feature.

    With it the sums of the kernel of ``r = g + weight h`` follow at every weight and scale from
    one pass, as Algorithm 2 of the paper needs them for each feature that it adds. Bins are 1/16
    of an octave wide and know the means of their pairs in both groups. S is within 2e-3 and d_eps
    within 5e-3 (of 1, or of itself where it is larger), most where few near pairs make the sum of a
    point in many dimensions; with ties, outliers and any magnitudes, as measured.

    Parameters
    ----------
    feature : array-like of shape (n_samples,)
        The further feature.
    unit, feature_unit : float
        Squared distances that g and h are taken relative to, such as their means. Pairs nearer than
        2^-64 of a unit are taken together, and so are those beyond 2^56 units.

    Raises
    ------
    ValueError
        If a unit is not a positive finite number, the feature is not finite, or there is not one
        value a row.

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
        object.__setattr__(
            self, "feature", np.array(as_numeric(self.feature, "feature"), dtype=float)
        )
        if not np.isfinite(self.feature).all():
            row = int(np.flatnonzero(~np.isfinite(self.feature).ravel())[0])
            raise ValueError(
                f"feature must be finite, but row {row} is {self.feature.ravel()[row]}."
            )

    def check(self, n_samples: int) -> None:
        if self.feature.shape != (n_samples,):
            raise ValueError(
                f"feature must hold a value for each of the {n_samples} rows, but its shape is "
                f"{self.feature.shape}."
            )

    @cached_property
    def values(self) -> np.ndarray:
        """The feature, from its median, in a unit in which bins of its distances begin at 1."""
        median = np.median(self.feature)  # the middle of the range would be an outlier's
        with np.errstate(over="ignore"):
            root = self.feature_unit**-0.5 * 2.0 ** (-LOWEST_OCTAVE / 2)
            largest = 2.0**LARGEST_OCTAVE  # far in the last bin, and no overflow
            return np.clip((self.feature - median) * root, -largest, largest)

    @cached_property
    def _n_h(self) -> int:
        with np.errstate(over="ignore"):
            largest = np.array([np.ptp(self.values) ** 2]).astype(np.float32)
        return int(bins_and_remainders(largest, BINS_PER_OCTAVE)[0][0]) + 1

    def result_bytes(self, n_samples: int) -> int:
        return 48 * _MOST_BINS * self._n_h

    def tile_bytes(self, side: int) -> int:
        return 64 * side * side

    def partial_bytes(self, side: int) -> int:
        return 48 * min(_MOST_BINS * self._n_h, side * side)

    def start(self, n_samples: int) -> JointPart:
        return JointPart(1, *(np.zeros((1, self._n_h), dtype=np.int64) for _ in range(3)))

    def on_tile(self, tile: Tile, hint: Any) -> JointPart:
        r, unit = tile.quick_distances
        factor = self._factor(unit)
        if not _QUICK_FACTORS[0] < factor < _QUICK_FACTORS[1]:
            r, factor = tile.distances, self._factor(1.0)
        values = (np.ascontiguousarray(self.values[part]) for part in (tile.rows, tile.columns))
        return tile.arithmetic.joint_histogram(  # type: ignore[attr-defined]
            r, factor, *values, tile.on_diagonal, BINS_PER_OCTAVE, self._n_h
        )

    def _factor(self, unit: float) -> float:
        """From distances over `unit` to numbers whose bins begin at 1."""
        with np.errstate(over="ignore"):
            factor = np.float64(unit) / self.unit * 2.0**-LOWEST_OCTAVE
        return float(min(factor, np.finfo(np.float64).max))

    def merge(self, state: JointPart, partial: JointPart) -> JointPart:
        return state.plus(partial)

    def finish(self, state: JointPart) -> PairedHistogram:
        counts, g_sums, h_sums = (part.astype(float) for part in state[1:])
        g_bins = np.r_[0, state.first + np.arange(len(counts) - 1)]
        h_bins = np.arange(self._n_h)
        counts[0, 0] += len(self.feature) / 2
        rows, columns = (np.flatnonzero(counts.sum(axis=axis)) for axis in (1, 0))
        kept = np.ix_(rows, columns)
        counts, g_sums, h_sums = (2 * part[kept] for part in (counts, g_sums, h_sums))
        g, g_excess = _means(counts, g_sums, g_bins[rows])
        h, h_excess = _means(counts.T, h_sums.T, h_bins[columns])
        units = self.unit, self.feature_unit
        return PairedHistogram(counts, g, h, g_excess, h_excess.T, units)


def _means(
    counts: np.ndarray, remainders: np.ndarray, bins: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Mean of each bin, along rows, and sums of what cells are above it."""
    edges, widths = edges_of_joint_bins(bins, BINS_PER_OCTAVE)
    edges, widths = (part * 2.0**LOWEST_OCTAVE for part in (edges, widths))
    within = remainders.sum(axis=1) / np.maximum(counts.sum(axis=1), 1) / STEPS
    excess = widths[:, None] * (remainders / STEPS - counts * within[:, None])
    return edges + widths * within, excess
