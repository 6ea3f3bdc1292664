"""Draws of a spiral at each setting, and what is measured on each draw."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..shared.accuracy_at_scale import NEAR
from ..shared.over_scales import OverScales
from ..shared.resolved_scales import SHARE, Resolution

__all__ = ["Draws", "Mark", "Setting", "SpiralDraw", "marked"]


class Setting(NamedTuple):
    """The number of `coordinates`, the noise level `noise_sd`, and the `gap` between classes."""

    coordinates: int
    noise_sd: float
    gap: float


class Mark(NamedTuple):
    """The `scale` that a rule chooses; `resolution.figure` is the accuracy there."""

    scale: float
    resolution: Resolution


class SpiralDraw(NamedTuple):
    """Measurements of one spiral, with a fixed number of diffusion coordinates.

    `over` has the accuracy and the criteria at each scale of the grid. Only the first draws have
    the other fields, which the claims do not need:

    - `marks`: the scale of each rule;
    - `raw`: the accuracy in the features themselves;
    - `graph`: the accuracy in the map of a graph of nearest neighbours.

    The argument `share` of methods is one of the `RULES` of `resolved_scales`; it determines which
    scales count.
    """

    over: OverScales
    marks: dict[str, Mark]
    raw: float | None = None
    graph: float | None = None

    @classmethod
    def of(cls, over: Any, marks: Any, raw: Any, graph: Any) -> SpiralDraw:
        """An instance made from the lists that the file of a finished part contains."""
        found = {rule: Mark(scale, Resolution(*seen)) for rule, (scale, seen) in marks.items()}
        return cls(OverScales.of(*over), found, raw, graph)

    def peak(self, share: float | None = SHARE) -> float:
        """The highest accuracy among those scales of the grid that count."""
        return self.over.resolutions[self.over.peak(share)].figure

    def shortfall(self, rule: str) -> float:
        """The peak of the accuracy minus the accuracy at the scale of a rule; at least 0."""
        return max(self.peak() - self.marks[rule].resolution.figure, 0.0)

    def accuracy_where(self, criterion: str, share: float | None) -> float:
        """The accuracy at the scale that a criterion chooses."""
        return self.over.resolutions[self.over.chosen_at(criterion, share)].figure

    def missed_by(self, criterion: str, share: float | None) -> float:
        """The peak of the accuracy minus the accuracy at the scale of a criterion."""
        return self.missed_at(self.over.chosen_at(criterion, share), share)

    def missed_at(self, k: int, share: float | None) -> float:
        """The peak of the accuracy minus the accuracy at the scale of index `k` in the grid."""
        return float(_below(self.peak(share), self.over.accuracies[k]))

    def spread(self, share: float | None) -> float:
        """The highest minus the lowest accuracy at scales that count."""
        values = self.over.accuracies[self.over.counts(share)]
        return float(values.max() - values.min())

    def mean_loss(self, share: float | None) -> float:
        """The mean loss over those scales of the grid that count; a loss is peak minus accuracy."""
        return float(self._losses(share).mean())

    def share_near_peak(self, share: float | None = SHARE) -> float:
        """The share of scales within `NEAR` of the peak, among the grid's scales that count."""
        return float((self._losses(share) <= NEAR).mean())

    def octaves_to_peak(self, criterion: str, share: float | None) -> float:
        """Distance from a criterion's scale to the nearest scale with the highest accuracy.

        It is measured in octaves; an octave is a factor of 2.
        """
        best = self.over.counts(share) & (self.over.accuracies >= self.peak(share))
        scale = self.over.scales[self.over.chosen_at(criterion, share)]
        return float(np.abs(np.log2(np.array(self.over.scales)[best] / scale)).min())

    def _losses(self, share: float | None) -> np.ndarray:
        """The peak minus the accuracy, at each scale of the grid that counts."""
        return _below(self.peak(share), self.over.accuracies[self.over.counts(share)])

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return self.over.resolutions[0].n_samples


def _below(peak: float, accuracies: np.ndarray | float) -> np.ndarray:
    """The peak minus each accuracy, at least 0.

    Differences are multiples of 1 / n_samples, so rounding removes only errors of float64.
    """
    return np.maximum(np.round(peak - accuracies, 9), 0.0)


Draws = dict[Setting, list[SpiralDraw]]


def marked(measured: Draws) -> Draws:
    """The draws that have the scale of each rule."""
    return {key: [draw for draw in draws if draw.marks] for key, draws in measured.items()}
