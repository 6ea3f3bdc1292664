"""Draws of a spiral at each setting: what was measured on each, and tables of means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..harness.experiment import Row
from ..harness.repeats import SHARES, mean_interval
from ..shared.six_scales import TITLES

__all__ = ["Draws", "Setting", "SpiralDraw", "accuracy_rows", "chosen_row", "summary_row"]

NEAR = 0.01  # largest difference to the peak that counts as near it
ENDS = ("", "_low", "_high")


class Setting(NamedTuple):
    """Diffusion coordinates, standard deviation of the noise, gap between classes."""

    coordinates: int
    noise_sd: float
    gap: float


class SpiralDraw(NamedTuple):
    """One spiral in so many coordinates.

    `chosen` has the scale of each rule; `accuracy` and `counts` are by scale, those of the grid
    and those chosen. `raw` is the accuracy in the features themselves.
    """

    raw: float
    chosen: dict[str, float]
    accuracy: dict[float, float]
    counts: dict[float, bool]
    grid: list[float]

    @classmethod
    def of(
        cls,
        raw: float,
        chosen: dict[str, float],
        grid: list[float],
        scales: list[float],
        accuracy: list[float],
        counts: list[bool],
    ) -> SpiralDraw:
        """The same from lists of what was found at each scale."""
        of_scale = dict(zip(scales, accuracy, strict=True))
        return cls(raw, chosen, of_scale, dict(zip(scales, counts, strict=True)), grid)

    @property
    def peak(self) -> float:
        """The highest accuracy of the scales that count."""
        return max(value for scale, value in self.accuracy.items() if self.counts[scale])

    def shortfall(self, rule: str) -> float:
        """By how much a rule's scale is less accurate than the best scale."""
        return max(self.peak - self.accuracy[self.chosen[rule]], 0.0)

    @property
    def share_near_peak(self) -> float:
        """Share of the grid's scales that count whose accuracy is within 1 % of the peak."""
        values = np.array([self.accuracy[scale] for scale in self.grid if self.counts[scale]])
        return float((values >= self.peak - NEAR).mean())


Draws = dict[Setting, list[SpiralDraw]]


def _facts(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    return {**setting._asdict(), "repeats": len(draws)}


def summary_row(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    """Means: accuracy in raw features, at the best scale, and what each rule misses of it."""
    return {
        **_facts(setting, draws),
        "raw_features": float(np.mean([draw.raw for draw in draws])),
        "peak": float(np.mean([draw.peak for draw in draws])),
        "share_near_peak": float(np.mean([draw.share_near_peak for draw in draws])),
        **{
            f"missed_by_{name}": float(np.mean([draw.shortfall(rule) for draw in draws]))
            for rule, name in TITLES.items()
        },
    }


def accuracy_rows(setting: Setting, draws: Sequence[SpiralDraw]) -> list[Row]:
    """A row a scale that lies in the useful range of every draw."""
    common = set.intersection(*(set(draw.grid) for draw in draws))
    rows = []
    for scale in sorted(common):
        mean, low, high = mean_interval([draw.accuracy[scale] for draw in draws], SHARES)
        counts = float(np.mean([draw.counts[scale] for draw in draws]))
        values = {"accuracy": mean, "accuracy_low": low, "accuracy_high": high}
        rows.append({**_facts(setting, draws), "scale": scale, **values, "counts": counts})
    return rows


def chosen_row(setting: Setting, draws: Sequence[SpiralDraw], rule: str) -> Row:
    """The median scale of a rule with its deciles, the accuracy there, and what it misses."""
    low, median, high = np.quantile([draw.chosen[rule] for draw in draws], [0.1, 0.5, 0.9]).tolist()
    accuracy = mean_interval([draw.accuracy[draw.chosen[rule]] for draw in draws], SHARES)
    missed = mean_interval([draw.shortfall(rule) for draw in draws], SHARES)
    counts = float(np.mean([draw.counts[draw.chosen[rule]] for draw in draws]))
    return {
        **_facts(setting, draws),
        "rule": rule,
        "title": TITLES[rule],
        "scale": median,
        "scale_low": low,
        "scale_high": high,
        "counts": counts,
        **{f"accuracy{end}": value for end, value in zip(ENDS, accuracy, strict=True)},
        **{f"missed{end}": value for end, value in zip(ENDS, missed, strict=True)},
    }
