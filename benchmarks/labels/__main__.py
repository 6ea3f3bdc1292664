"""The tables, in Markdown: `python -m benchmarks.labels [--splits 3] [--quick]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks import data_folder

from .measuring import SETS, measure, seconds, splits
from .ways import GRID_SEARCH, SCALE, WAYS

MACHINES = (1.0, 10.0, 100.0)  # C


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of regrets for each C, and one of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--splits", type=int, default=3, help="splits of each set")
    parser.add_argument("--rows", type=int, default=500, help="most rows to choose and fit on")
    parser.add_argument("--quick", action="store_true", help="one split of 90 rows of one set")
    asked = parser.parse_args(arguments)
    if not data_folder.available():
        sys.exit(data_folder.left_out(list(SETS)))
    sets, n_splits, n_rows = SETS, asked.splits, asked.rows
    if asked.quick:
        sets, n_splits, n_rows = SETS[:1], 1, 90
    with threadpool_limits(1):
        for C in MACHINES[1:2] if asked.quick else MACHINES:
            print(f"C = {C:g}\n\n{regret_table(sets, C, n_splits, n_rows)}\n")
        print(time_table([("vehicle", 90)] if asked.quick else TIMED))


TIMED = [("vehicle", 500), ("satellite", 500), ("letterrecognition", 500), ("satellite", 2000)]


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


if __name__ == "__main__":
    main()
