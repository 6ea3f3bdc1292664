"""What the accuracies on spirals say: tables of means with intervals, and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from .experiment import Row, Tables
from .repeats import SHARES, Interval, mean_interval
from .scales_that_count import WHAT_COUNTS
from .six_scales import GE, PROPOSED, RHO_P, RHO_PSI, TITLES
from .verdicts import verdict_row, verdict_where

__all__ = ["Measured", "Setting", "SpiralDraw", "tables"]

NEAR = 0.01  # of the peak
HALF = 0.5  # of the range, on which accuracy is near its peak if scale matters little
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


Measured = dict[Setting, list[SpiralDraw]]


def tables(measured: Measured) -> Tables:
    """Summary, verdicts, accuracies over the scale, and the scales chosen."""
    return {
        "summary": [_summary(setting, draws) for setting, draws in measured.items()],
        "verdicts": [
            row
            for n in sorted({setting.coordinates for setting in measured}, reverse=True)
            for row in _verdicts({key: d for key, d in measured.items() if key.coordinates == n})
        ],
        "accuracy": [row for setting, draws in measured.items() for row in _curve(setting, draws)],
        "chosen": [
            _chosen(setting, draws, rule) for setting, draws in measured.items() for rule in TITLES
        ],
    }


def _facts(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    return {**setting._asdict(), "repeats": len(draws)}


def _summary(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
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


def _curve(setting: Setting, draws: Sequence[SpiralDraw]) -> list[Row]:
    """A row a scale that lies in the useful range of every draw."""
    common = set.intersection(*(set(draw.grid) for draw in draws))
    rows = []
    for scale in sorted(common):
        mean, low, high = mean_interval([draw.accuracy[scale] for draw in draws], SHARES)
        counts = float(np.mean([draw.counts[scale] for draw in draws]))
        values = {"accuracy": mean, "accuracy_low": low, "accuracy_high": high}
        rows.append({**_facts(setting, draws), "scale": scale, **values, "counts": counts})
    return rows


def _chosen(setting: Setting, draws: Sequence[SpiralDraw], rule: str) -> Row:
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


def _verdicts(measured: Measured) -> list[Row]:
    return [
        _scale_matters(measured),
        *(_near_peak(measured, rule) for rule in (GE, RHO_PSI)),
        _off_peak(measured, RHO_P),
    ]


def _scale_matters(measured: Measured) -> Row:
    """Whether less than half of the range is near the peak."""
    return _over_settings(
        measured,
        "Accuracy is highly influenced by epsilon: it is within 1 % of its peak on less than half "
        f"of the range ({WHAT_COUNTS})",
        lambda draw: draw.share_near_peak,
        lambda found: found.high < HALF,
        "of the scales that count (evenly in log epsilon) is within 1 % of their peak",
        worst=max,
    )


def _near_peak(measured: Measured, rule: str) -> Row:
    return _over_settings(
        measured,
        f"Accuracy at the scale of {PROPOSED[rule]} is within 1 % of the peak",
        lambda draw: draw.shortfall(rule),
        lambda found: found.high <= NEAR,
        "below the peak",
        worst=max,
    )


def _off_peak(measured: Measured, rule: str) -> Row:
    return _over_settings(
        measured,
        f"Accuracy at the scale of {PROPOSED[rule]} is not within 1 % of the peak",
        lambda draw: draw.shortfall(rule),
        lambda found: found.low > NEAR,
        "below the peak",
        worst=min,
    )


def _over_settings(
    measured: Measured,
    claim: str,
    measure: Callable[[SpiralDraw], float],
    is_true: Callable[[Interval], bool],
    words: str,
    worst: Callable[..., Setting],
) -> Row:
    """A claim about a share is true at a setting if the whole interval is on its side."""
    found = {
        key: mean_interval([measure(draw) for draw in draws], SHARES)
        for key, draws in measured.items()
    }
    fine = [key for key, value in found.items() if is_true(value)]
    extreme = worst(found, key=lambda setting: found[setting].mean)
    value = found[extreme]
    n = next(iter(measured)).coordinates
    return verdict_row(
        claim,
        f"spirals, nearest neighbour in {n} diffusion coordinate{'s' if n > 1 else ''}, "
        f"{len(measured)} settings of noise and gap",
        len(measured[extreme]),
        f"true at {len(fine)} of {len(found)} settings; least so at {_named(extreme)}: "
        f"{value.mean:.2%} ({value.low:.2%} to {value.high:.2%}) {words}",
        verdict_where([_named(key) for key in fine], len(found)),
        value,
    )


def _named(setting: Setting) -> str:
    return f"noise sd {setting.noise_sd:.2g} and gap {setting.gap:g}"
