"""All squared distances at once: their log-histogram, and those in a few of its bins."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from ..histogram import N_BINS, PairHistogram
from .statistic import Statistic, Tile

__all__ = ["DistanceHistogram", "DistancesInBins"]


@dataclass(frozen=True, eq=False)
class DistanceHistogram(Statistic):
    """Log-histogram of all squared distances with first moments: the curve at every scale.

    Parameters
    ----------
    unit : float
        Squared distance that bins are relative to; the mean one makes the answer the same for
        data in metres and in miles.
    """

    unit: float

    def result_bytes(self, n_samples: int) -> int:
        return 48 * N_BINS

    def tile_bytes(self, side: int) -> int:
        return 24 * side * side

    def partial_bytes(self, side: int) -> int:
        return 16 * N_BINS

    def start(self, n_samples: int) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(N_BINS, dtype=np.int64), np.zeros(N_BINS)

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> tuple[np.ndarray, np.ndarray]:
        counts, moments = arithmetic.distance_histogram(tile.distances, self.unit)
        return (counts, moments) if tile.on_diagonal else (2 * counts, 2 * moments)

    def merge(self, state: Any, partial: Any) -> Any:
        for total, part in zip(state, partial, strict=True):
            total += part
        return state

    def finish(self, state: Any) -> PairHistogram:
        counts, moments = state
        return PairHistogram.from_bins(counts, moments, self.unit)


@dataclass(frozen=True)
class DistancesInBins(Statistic):
    """All squared distances of pairs i < j in a run of histogram bins, ascending.

    Parameters
    ----------
    unit : float
        Unit of the histogram.
    first, last : int
        The run of bins, both included.
    n_expected : int
        How many pairs there are, from the histogram: the memory asked for.
    """

    unit: float
    first: int
    last: int
    n_expected: int

    def result_bytes(self, n_samples: int) -> int:
        return 24 * self.n_expected

    def tile_bytes(self, side: int) -> int:
        return 26 * side * side

    def partial_bytes(self, side: int) -> int:
        return 8 * side * side

    def start(self, n_samples: int) -> list[np.ndarray]:
        return []

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> np.ndarray:
        bins = arithmetic.distance_bins(tile.distances, self.unit)
        kept = (bins >= self.first) & (bins <= self.last)
        if tile.on_diagonal:
            kept = np.triu(kept, k=1)
        return tile.distances[kept]

    def merge(self, state: list[np.ndarray], partial: np.ndarray) -> list[np.ndarray]:
        state.append(partial)
        return state

    def finish(self, state: list[np.ndarray]) -> np.ndarray:
        return np.sort(np.concatenate(state))
