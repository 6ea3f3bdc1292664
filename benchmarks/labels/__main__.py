"""The tables, in Markdown: `python -m benchmarks.labels [--splits 3] [--quick]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from threadpoolctl import threadpool_limits

from benchmarks import data_folder

from .sets import CLASSES, IN_FOLDER, NUMBERS
from .tables import regret_table, time_table

MACHINES = (1.0, 10.0, 100.0)  # C
TIMED = [("vehicle", 500), ("satellite", 500), ("letterrecognition", 500), ("satellite", 2000)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of regrets for each C, of classes and of numbers, and one of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--splits", type=int, default=3, help="splits of each set")
    parser.add_argument("--rows", type=int, default=500, help="most rows to choose and fit on")
    parser.add_argument("--only", choices=["classes", "numbers"], help="one kind of labels")
    parser.add_argument("--quick", action="store_true", help="90 rows of what scikit-learn has")
    asked = parser.parse_args(arguments)
    kinds: dict[str, Sequence[str]] = {"classes": CLASSES, "numbers": NUMBERS}
    if asked.only:
        kinds = {asked.only: kinds[asked.only]}
    with threadpool_limits(1):
        if asked.quick:
            print(regret_table(["friedman 1"], 10.0, 2, 90), time_table([("diabetes", 90)]))
            return
        if not data_folder.available():
            sys.exit(data_folder.left_out(IN_FOLDER))
        for kind, sets in kinds.items():
            for C in MACHINES:
                print(f"{kind}, C = {C:g}\n\n{regret_table(sets, C, asked.splits, asked.rows)}\n")
        if "classes" in kinds:
            print(time_table(TIMED))


if __name__ == "__main__":
    main()
