"""Command line: measure groups of manifolds and print their tables."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from benchmarks import data_folder

from .measurements import measure_all, write_csv
from .sets import SETS, available
from .table import by_manifold, by_rule


def main(arguments: list[str] | None = None) -> None:
    """Measure and print; with ``-o`` also write every number to a CSV file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.auto_constants",
        description="Which scale recovers the parameters of a manifold best?",
    )
    parser.add_argument("--sets", choices=[*SETS], action="append", help="all groups by default")
    parser.add_argument("--seeds", type=int, default=3, help="number of samples of each manifold")
    parser.add_argument(
        "--rows", type=int, help="number of rows of each sample, except of photographs"
    )
    parser.add_argument("--quick", action="store_true", help="one small sample of each manifold")
    parser.add_argument("-o", "--output", type=Path, help="a CSV file with every number")
    options = parser.parse_args(arguments)
    measurements = {}
    for group in options.sets or SETS:
        manifolds, missing = available(group)
        if options.rows:
            manifolds = [replace(manifold, n_rows=options.rows) for manifold in manifolds]
        measurements[group] = measure_all(manifolds, options.seeds, options.quick)
        print(f"\n{group}\n\n{by_rule(measurements[group])}\n\n{by_manifold(measurements[group])}")
        print(data_folder.skipped(missing))
    if len(measurements) > 1:
        print(f"\nall\n\n{by_rule([each for found in measurements.values() for each in found])}")
    if options.output:
        write_csv(options.output, measurements)


if __name__ == "__main__":
    main()
