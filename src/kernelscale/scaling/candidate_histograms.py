"""Histograms of the distances under a few weights of one more feature, in one pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine import DistanceHistogram, Statistic
from ..engine.histogram import HistogramPart, PairHistogram
from ..engine.tile import Tile

__all__ = ["CandidateHistograms"]


@dataclass(frozen=True, eq=False)
class CandidateHistograms(Statistic):
    """For each squared weight the histogram of ``r = g + weight h``, to 1e-6 in d_eps.

    g are the squared distances of the points, computed once, and h those of `feature`; `unit` is
    about the mean of g and `feature_unit` that of h.
    """

    feature: np.ndarray
    weights: np.ndarray
    unit: float
    feature_unit: float

    @property
    def _histograms(self) -> list[DistanceHistogram]:
        return [DistanceHistogram(self.unit + w * self.feature_unit) for w in self.weights]

    def result_bytes(self, n_samples: int) -> int:
        """Of all histograms."""
        return sum(each.result_bytes(n_samples) for each in self._histograms)

    def tile_bytes(self, side: int) -> int:
        """Two more arrays of the size of the tile, and the work of one histogram."""
        return 32 * side * side

    def partial_bytes(self, side: int) -> int:
        """Of all histograms."""
        return sum(each.partial_bytes(side) for each in self._histograms)

    def start(self, n_samples: int) -> list[Any]:
        """Empty histograms."""
        return [each.start(n_samples) for each in self._histograms]

    def on_tile(self, tile: Tile, state: Any) -> list[HistogramPart]:
        """The part of each histogram."""
        h = np.subtract.outer(self.feature[tile.rows], self.feature[tile.columns])
        h *= h
        g, unit = tile.quick_distances
        quick, r, parts = h.astype(g.dtype), np.empty_like(g), []
        for w, histogram in zip(self.weights, self._histograms, strict=True):
            np.multiply(quick, g.dtype.type(w / unit), out=r)
            r += g
            part = tile.arithmetic.distance_histogram(r, histogram.unit / unit)
            if part is None:  # those of float32 cannot be had over this unit
                part = tile.arithmetic.distance_histogram(tile.distances + w * h, histogram.unit)
            parts.append(part.twice() if tile.mirrored else part)
        return parts

    def merge(self, state: list[Any], partial: list[HistogramPart]) -> list[Any]:
        """Each part added to its histogram."""
        return [
            each.merge(total, part)
            for each, total, part in zip(self._histograms, state, partial, strict=True)
        ]

    def finish(self, state: list[Any]) -> list[PairHistogram]:
        """The histograms."""
        return [each.finish(total) for each, total in zip(self._histograms, state, strict=True)]
