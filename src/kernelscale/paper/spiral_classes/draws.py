"""Draws of a spiral at each setting: measurements of each draw, and tables of means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..harness.repeats import SHARES, mean_interval, mean_share
from ..harness.tables import Row
from ..shared.over_scales import OverScales
from ..shared.resolved_scales import SHARE
from ..shared.scale_rules import MARKED

__all__ = ["Draws", "Setting", "SpiralDraw", "accuracy_rows", "chosen_row", "summary_row"]

NEAR = 0.01  # an accuracy is near the peak up to this difference
ENDS = ("", "_low", "_high")


class Setting(NamedTuple):
    """Number of diffusion coordinates, noise level, and gap between classes."""

    coordinates: int
    noise_sd: float
    gap: float


class SpiralDraw(NamedTuple):
    """One spiral in one number of coordinates.

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
        """An instance from lists, as read from the file of a finished part."""
        return cls(raw, chosen, grid, OverScales.of(*over), graph)

    def accuracy(self, scale: float) -> float:
        """The accuracy at one of the scales."""
        return self.over.resolutions[self.over.scales.index(scale)].figure

    def peak(self, share: float | None = SHARE) -> float:
        """The highest accuracy at a scale that counts."""
        return self.over.resolutions[self.over.peak(share)].figure

    def shortfall(self, rule: str) -> float:
        """The highest accuracy at a scale that counts minus the accuracy at the scale of a rule."""
        return max(self.peak() - self.accuracy(self.chosen[rule]), 0.0)

    def missed_by(self, criterion: str, share: float | None) -> float:
        """The peak of the accuracy minus the accuracy where a criterion is largest."""
        at = self.over.resolutions[self.over.largest(criterion, share)].figure
        return max(self.peak(share) - at, 0.0)

    def spread(self, share: float | None) -> float:
        """The highest minus the lowest accuracy at scales that count."""
        values = self.over.accuracies[self.over.counts(share)]
        return float(values.max() - values.min())

    @property
    def share_near_peak(self) -> float:
        """Share of the grid's resolved scales whose accuracy is within 1 % of the peak."""
        counted = [s for s in self.grid if self.counts_at(s)]
        values = np.array([self.accuracy(scale) for scale in counted])
        return float((values >= self.peak() - NEAR).mean())

    def counts_at(self, scale: float) -> bool:
        """Whether a scale of the grid or of a rule is resolved."""
        return self.over.resolutions[self.over.scales.index(scale)].counts()


Draws = dict[Setting, list[SpiralDraw]]


def _facts(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    return {**setting._asdict(), "repeats": len(draws)}


def summary_row(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    """Mean accuracy in raw features and at the best scale, and the loss of each rule."""
    return {
        **_facts(setting, draws),
        "raw_features": float(np.mean([draw.raw for draw in draws])),
        "neighbor_graph": float(np.mean([draw.graph for draw in draws])),
        "peak": float(np.mean([draw.peak() for draw in draws])),
        "share_near_peak": float(np.mean([draw.share_near_peak for draw in draws])),
        **{
            f"missed_by_{name}": float(np.mean([draw.shortfall(rule) for draw in draws]))
            for rule, name in MARKED.items()
        },
    }


def accuracy_rows(setting: Setting, draws: Sequence[SpiralDraw]) -> list[Row]:
    """A row with mean accuracies for each scale in the useful range of every draw."""
    common = set.intersection(*(set(draw.grid) for draw in draws))
    rows = []
    for scale in sorted(common):
        seen = [draw.over.resolutions[draw.over.scales.index(scale)] for draw in draws]
        mean, low, high = mean_interval([each.figure for each in seen], SHARES)
        values = {"accuracy": mean, "accuracy_low": low, "accuracy_high": high}
        values["accuracy_rounded"] = float(np.mean([each.rounded for each in seen]))
        counts = float(np.mean([each.counts() for each in seen]))
        rows.append({**_facts(setting, draws), "scale": scale, **values, "counts": counts})
    return rows


def chosen_row(setting: Setting, draws: Sequence[SpiralDraw], rule: str) -> Row:
    """The median scale of a rule with its deciles, the accuracy there, and the loss."""
    low, median, high = np.quantile([draw.chosen[rule] for draw in draws], [0.1, 0.5, 0.9]).tolist()
    each = [
        {"accuracy": draw.accuracy(draw.chosen[rule]), "missed": draw.shortfall(rule)}
        for draw in draws
    ]
    counts = float(np.mean([draw.counts_at(draw.chosen[rule]) for draw in draws]))
    accuracy, missed = mean_share(each, "accuracy"), mean_share(each, "missed")
    return {
        **_facts(setting, draws),
        "rule": rule,
        "title": MARKED[rule],
        "scale": median,
        "scale_low": low,
        "scale_high": high,
        "counts": counts,
        **{f"accuracy{end}": value for end, value in zip(ENDS, accuracy, strict=True)},
        **{f"missed{end}": value for end, value in zip(ENDS, missed, strict=True)},
    }
