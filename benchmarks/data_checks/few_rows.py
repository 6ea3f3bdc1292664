"""Variation of scales that are chosen from few rows; it sets the limit of the check "few rows"."""

from __future__ import annotations

import numpy as np

from kernelscale.bandwidth import RULES
from kernelscale.data import PointCloud

from .sets import SETS, cleaned

__all__ = ["SIZES", "spreads"]

SIZES = (5, 10, 20, 40, 80)
REPEATS = 10


def spreads(sets: str, rule: str = "auto") -> str:
    """Table with the median and the largest spread over the sets for each number of rows.

    The spread of a set is the ratio of the second largest to the second smallest epsilon that
    the rule chooses on ten random subsamples.
    """
    lines = ["| rows | median ratio | largest |", "| --- | --- | --- |"]
    clouds = [cleaned(name) for name in SETS[sets]]
    for size in SIZES:
        ratios = [_ratio(X, size, rule) for X in clouds]
        lines.append(f"| {size} | {np.median(ratios):.1f} | {np.max(ratios):.1f} |")
    return "\n".join(lines)


def _ratio(X: np.ndarray, size: int, rule: str) -> float:
    random = np.random.default_rng(size)
    scales = []
    for _ in range(REPEATS):
        part = X[random.choice(len(X), size, replace=False)]
        kernel = RULES[rule]().choose(PointCloud(part, n_threads=1)).kernel
        scales.append(kernel.typical_scale)
    low, high = np.sort(scales)[[1, -2]]
    return float(high / low)
