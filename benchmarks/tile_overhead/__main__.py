"""The time that Python and merging take in computations on tiles, and the gain of two threads.

A tile is a block of the matrix of pairs. The results of the tiles are merged.
"""

from __future__ import annotations

import argparse

import numpy as np

from .measurements import STATISTICS, ratio_of_two_threads, times_of

HEADER = (
    "| features | statistic | tiles | us / tile | share of Python | share of merging "
    "| time on one thread / on two |\n"
    "|---:|---|---:|---:|---:|---:|---:|"
)


def main(arguments: list[str] | None = None) -> None:
    """Print one row for each number of features and statistic."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=40_000)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args(arguments)
    print(HEADER)
    for n_features in (3, 50):
        X = np.random.default_rng(0).normal(size=(chosen.rows, n_features))
        for name, make in STATISTICS.items():
            statistic = make(chosen.rows, n_features)
            times = times_of(X, statistic, chosen.runs)
            ratio = ratio_of_two_threads(X, statistic, chosen.runs)
            shares = f"{times.share_of_python:.1%} | {times.share_of_merging:.1%}"
            cells = f"{times.n_tiles} | {times.all:.0f} | {shares} | {ratio:.2f}"
            print(f"| {n_features} | {name} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
