"""Tables of means over the draws of each setting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..harness.repeats import SHARES, mean_interval, mean_share
from ..harness.tables import Row
from ..shared.scale_rules import MARKED
from .draws import Setting, SpiralDraw

__all__ = ["accuracy_rows", "chosen_row", "summary_row"]

ENDS = ("", "_low", "_high")


def _facts(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    return {**setting._asdict(), "repeats": len(draws)}


def summary_row(setting: Setting, draws: Sequence[SpiralDraw]) -> Row:
    """Mean accuracies in raw features, in a neighbour graph's map and at the peak; mean losses.

    The peak is the best resolved scale. A loss is the accuracy there minus that at a rule's scale.
    """
    return {
        **_facts(setting, draws),
        "raw_features": float(np.mean([draw.raw for draw in draws])),
        "neighbor_graph": float(np.mean([draw.graph for draw in draws])),
        "peak": float(np.mean([draw.peak() for draw in draws])),
        "share_near_peak": float(np.mean([draw.share_near_peak() for draw in draws])),
        **{
            f"missed_by_{name}": float(np.mean([draw.shortfall(rule) for draw in draws]))
            for rule, name in MARKED.items()
        },
    }


def accuracy_rows(setting: Setting, draws: Sequence[SpiralDraw]) -> list[Row]:
    """A row of mean accuracies for each scale that lies in the useful ranges of all draws."""
    common = set.intersection(*(set(draw.over.scales) for draw in draws))
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
    """The median scale of a rule, and the mean accuracy and loss at the scales that it chose.

    `scale_low` and `scale_high` are the first and the last decile of the scales.
    """
    low, median, high = np.quantile(
        [draw.marks[rule].scale for draw in draws], [0.1, 0.5, 0.9]
    ).tolist()
    each = [
        {"accuracy": draw.marks[rule].resolution.figure, "missed": draw.shortfall(rule)}
        for draw in draws
    ]
    counts = float(np.mean([draw.marks[rule].resolution.counts() for draw in draws]))
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
