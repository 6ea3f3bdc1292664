"""Draws of a spiral at each setting, and what is measured on each draw."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..shared.accuracy_at_scale import NEAR
from ..shared.over_scales import OverScales
from ..shared.resolved_scales import SHARE

__all__ = ["Draws", "Setting", "SpiralDraw"]


class Setting(NamedTuple):
    """The number of `coordinates`, the noise level `noise_sd`, and the `gap` between classes."""

    coordinates: int
    noise_sd: float
    gap: float


class SpiralDraw(NamedTuple):
    """Measurements of one spiral, with a fixed number of diffusion coordinates.

    `chosen` has the scale of each rule, `grid` the scales of the grid, and `over` the accuracy at
    all these scales. `raw` is the accuracy in the features themselves, and `graph` the accuracy in
    the map of a graph of nearest neighbours.
    """

    raw: float
    chosen: dict[str, float]
    grid: list[float]
    over: OverScales
    graph: float

    @classmethod
    def of(cls, raw: float, chosen: Any, grid: Any, over: Any, graph: float) -> SpiralDraw:
        """An instance made from the lists that the file of a finished part contains."""
        return cls(raw, chosen, grid, OverScales.of(*over), graph)

    def accuracy(self, scale: float) -> float:
        """The accuracy at a scale of `over`."""
        return self.over.resolutions[self.over.scales.index(scale)].figure

    def peak(self, share: float | None = SHARE) -> float:
        """The highest accuracy at a scale that counts."""
        return self.over.resolutions[self.over.peak(share)].figure

    def shortfall(self, rule: str) -> float:
        """The peak of the accuracy minus the accuracy at the scale of a rule; at least 0."""
        return max(self.peak() - self.accuracy(self.chosen[rule]), 0.0)

    def accuracy_where(self, criterion: str, share: float | None) -> float:
        """The accuracy at the scale that a criterion chooses."""
        return self.over.resolutions[self.over.chosen_at(criterion, share)].figure

    def missed_by(self, criterion: str, share: float | None) -> float:
        """The peak of the accuracy minus the accuracy at the scale of a criterion."""
        return self.missed_at(self.over.chosen_at(criterion, share), share)

    def missed_at(self, k: int, share: float | None) -> float:
        """The peak of the accuracy minus the accuracy at scale `k`."""
        return _difference(self.peak(share), self.over.resolutions[k].figure)

    def spread(self, share: float | None) -> float:
        """The highest minus the lowest accuracy at scales that count."""
        values = self.over.accuracies[self.over.counts(share)]
        return float(values.max() - values.min())

    def mean_loss(self, share: float | None) -> float:
        """The mean of the peak minus the accuracy, over those scales of the grid that count."""
        return float(self._losses(share).mean())

    def share_near_peak(self, share: float | None = SHARE) -> float:
        """The share of scales within `NEAR` of the peak, among the grid's scales that count."""
        return float((self._losses(share) <= NEAR).mean())

    def octaves_to_peak(self, criterion: str, share: float | None) -> float:
        """Octaves from a criterion's scale to the nearest scale with the peak's accuracy."""
        best = self.over.counts(share) & (self.over.accuracies >= self.peak(share))
        scale = self.over.scales[self.over.chosen_at(criterion, share)]
        return float(np.abs(np.log2(np.array(self.over.scales)[best] / scale)).min())

    def _losses(self, share: float | None) -> np.ndarray:
        """The peak minus the accuracy, at each scale of the grid that counts."""
        counted = [scale for scale in self.grid if self.counts_at(scale, share)]
        peak = self.peak(share)
        return np.array([_difference(peak, self.accuracy(scale)) for scale in counted])

    def counts_at(self, scale: float, share: float | None = SHARE) -> bool:
        """Whether a scale of `over` counts."""
        return self.over.resolutions[self.over.scales.index(scale)].counts(share)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return self.over.resolutions[0].n_samples


def _difference(peak: float, accuracy: float) -> float:
    """The peak minus an accuracy, rounded: both are multiples of 1 / n_samples."""
    return max(round(peak - accuracy, 9), 0.0)


Draws = dict[Setting, list[SpiralDraw]]
