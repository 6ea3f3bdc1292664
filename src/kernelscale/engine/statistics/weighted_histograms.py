"""Histograms of the distances of points with one more feature, for several weights of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import as_numeric, check_scale, shown
from ..._validation.numbers import check_largest
from ..pair_histogram import N_BINS, PairHistogram, PartialHistogram
from ..requests import WeightedHistogramsOf
from ..tile import Tile
from .distance_histogram import DistanceHistogram
from .statistic import Streamed

__all__ = ["WeightedHistograms"]


def _numbers(values: Any, name: str) -> np.ndarray:
    """Values as float64; raises an error if they are not a list of finite numbers."""
    array = as_numeric(values, name).astype(np.float64)
    if array.ndim != 1 or not len(array) or not np.isfinite(array).all():
        raise ValueError(
            f"{name} must be a flat list of finite numbers, but {shown(values)} was given."
        )
    check_largest(float(np.abs(array).max()), name)
    return array


@dataclass(frozen=True, eq=False)
class WeightedHistograms(Streamed):
    """For each weight, the histogram of all squared distances with one more feature.

    If x has the given features, and y is one more feature, the squared distance with the weight w
    is ``|x_i - x_j|^2 + w^2 (y_i - y_j)^2``. The distances without y are computed only once, so
    this is quicker than a pass for each weight.

    Parameters
    ----------
    feature : array-like of shape (n_samples,)
        The feature y.
    weights : array-like of shape (n_weights,)
        Its weights w.
    units : array-like of shape (n_weights,)
        For each weight, the unit as in `DistanceHistogram`.

    Raises
    ------
    ValueError
        If there is not a value for each row or a unit for each weight, a number is not finite, or
        a unit is not positive.

    Examples
    --------
    Two points whose only feature is the same are told apart by one more feature.

    >>> from kernelscale.engine.passes import reduce
    >>> statistic = WeightedHistograms([0.0, 2.0], weights=[0.0, 3.0], units=[1.0, 1.0])
    >>> for histogram in reduce([[5.0], [5.0]], statistic):
    ...     print(histogram.counts, histogram.means)
    [4] [0.]
    [2 2] [ 0. 36.]
    """

    feature: np.ndarray
    weights: np.ndarray
    units: np.ndarray

    def __post_init__(self) -> None:
        for name in ("feature", "weights", "units"):
            object.__setattr__(self, name, _numbers(getattr(self, name), name))
        if len(self.weights) != len(self.units):
            raise ValueError(
                f"units must have a number for each of the {len(self.weights)} weights, but "
                f"{len(self.units)} were given."
            )
        for unit in self.units.tolist():
            check_scale(unit, "units")

    def check(self, n_samples: int) -> None:
        if self.feature.shape != (n_samples,):
            raise ValueError(
                f"feature must have a value for each of the {n_samples} rows, but its shape is "
                f"{self.feature.shape}."
            )

    @property
    def _each(self) -> list[DistanceHistogram]:
        return [DistanceHistogram(unit) for unit in self.units.tolist()]

    @property
    def request(self) -> WeightedHistogramsOf:
        return WeightedHistogramsOf(self.feature, self.weights, self.units)

    def result_bytes(self, n_samples: int) -> int:
        return 32 * N_BINS * len(self.weights)

    def partial_bytes(self, side: int) -> int:
        return 24 * N_BINS * len(self.weights)

    def start(self, n_samples: int) -> list[PartialHistogram]:
        return [each.start(n_samples) for each in self._each]

    def partial(self, tile: Tile, answer: list[PartialHistogram]) -> list[PartialHistogram]:
        return answer

    def merge(
        self, state: list[PartialHistogram], partial: list[PartialHistogram]
    ) -> list[PartialHistogram]:
        return [one.merged(other) for one, other in zip(state, partial, strict=True)]

    def finish(self, state: list[PartialHistogram]) -> tuple[PairHistogram, ...]:
        return tuple(each.finish(one) for each, one in zip(self._each, state, strict=True))
