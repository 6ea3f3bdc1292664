"""Command line: run all methods in turn on each set, on one thread, and print median times."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_limits

from .methods import METHODS, N_PAIRS, Run, timed
from .sets import SETS
from .table import HEADER, PEER, REFERENCE, lines

SCALES = 2.0 ** (2 - np.arange(50) / 4)


def measure(name: str, n_samples: int, scales: np.ndarray, n_repeats: int) -> dict[str, list[Run]]:
    """Runs of each method on one set; slow methods run once."""
    X = SETS[name](n_samples)
    squared = cdist(X, X, "sqeuclidean")
    runs: dict[str, list[Run]] = {method: [] for method in METHODS}
    with threadpool_limits(1):
        for repeat in range(n_repeats):
            for method in METHODS:
                if repeat == 0 or method not in (PEER, REFERENCE):
                    runs[method].append(timed(method, squared, scales))
    return runs


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.continuation",
        description="Leading eigenpairs at 50 scales, by continuation and by other methods.",
    )
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument(
        "--repeats", type=int, default=3, help="number of runs of the quick methods"
    )
    parser.add_argument("--small", action="store_true", help="450 rows, 10 scales, one run")
    options = parser.parse_args(arguments)
    n_samples, n_repeats = (450, 1) if options.small else (options.rows, options.repeats)
    scales = SCALES[::5] if options.small else SCALES
    print(f"{n_samples} rows, {len(scales)} scales, {N_PAIRS} pairs, one thread, processor time.\n")
    print(HEADER)
    for name in SETS:
        print(lines(name, measure(name, n_samples, scales, n_repeats)), flush=True)


if __name__ == "__main__":
    main()
