"""What every way costs: accuracy, or R^2, and time."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from .sets import Split, splits
from .ways import GRID_SEARCH, SCALE, WAYS, grid

__all__ = ["measure", "regret_table", "seconds", "time_table"]


def measure(split: Split, C: float) -> dict[str, float]:
    """The regret of each way."""
    best = max(split.score(epsilon, C) for epsilon in grid(split.X))
    return {name: best - split.score(way(split.X, split.y, C), C) for name, way in WAYS.items()}


def seconds(split: Split, C: float) -> dict[str, float]:
    """Processor time each way takes to choose."""
    taken = {}
    for name, way in WAYS.items():
        started = time.process_time()
        way(split.X, split.y, C)
        taken[name] = time.process_time() - started
    return taken


def regret_table(sets: Sequence[str], C: float, n_splits: int, n_rows: int) -> str:
    """One line a way: its regret on each set, the mean, and paired differences over the splits."""
    measured = {
        name: [measure(split, C) for split in splits(name, n_splits, n_rows)] for name in sets
    }
    lines = [
        f"| choice | {' | '.join(sets)} | mean | minus {GRID_SEARCH} (SE) | minus 'scale' (SE) |",
        "|---" * (len(sets) + 4) + "|",
    ]
    for way in WAYS:
        means = [np.mean([each[way] for each in measured[name]]) for name in sets]
        figures = " | ".join(f"{mean:.4f}" for mean in [*means, np.mean(means)])
        beside = [
            _paired([each[way] - each[other] for name in sets for each in measured[name]])
            for other in (GRID_SEARCH, SCALE)
        ]
        lines.append(f"| {way} | {figures} | {' | '.join(beside)} |")
    return "\n".join(lines)


def _paired(differences: list[float]) -> str:
    """The mean of differences and its standard error."""
    if len(differences) < 2:
        return f"{np.mean(differences):+.4f}"
    error = np.std(differences, ddof=1) / len(differences) ** 0.5
    return f"{np.mean(differences):+.4f} ({error:.4f})"


def time_table(timed: Sequence[tuple[str, int]]) -> str:
    """Processor time of the grid search at C = 10, and how many times less the others take."""
    lines = ["| set, rows | " + " | ".join(WAYS) + " |", "|---" * (len(WAYS) + 1) + "|"]
    for name, n_rows in timed:
        split = next(splits(name, 1, n_rows))
        taken = seconds(split, 10.0)
        longest = taken[GRID_SEARCH]
        shares = [
            f"{longest:.2f} s" if way == GRID_SEARCH else f"1/{longest / max(each, 1e-6):.0f}"
            for way, each in taken.items()
        ]
        lines.append(f"| {name}, {len(split.X)} | {' | '.join(shares)} |")
    return "\n".join(lines)
