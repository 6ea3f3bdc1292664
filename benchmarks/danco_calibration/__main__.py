"""Command line: compute the statistics of random balls that are missing, then write the table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from .draws import compute_missing, read
from .table import describe, write

TABLE = (
    Path(__file__).parents[2]
    / "src/kernelscale/intrinsic_dimension/calibration/data/solid_balls.npz"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute missing statistics, write the table, and print its description."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.danco_calibration",
        description="Make DANCo's calibration table for k = 10 (about 25 minutes on one core).",
    )
    parser.add_argument(
        "--draws", type=Path, default="build/ball_draws.csv", help="file that stores the draws"
    )
    parser.add_argument("--table", type=Path, default=TABLE, help="file of the table")
    parser.add_argument(
        "--only-table", action="store_true", help="compute no draws; use only existing ones"
    )
    options = parser.parse_args(arguments)
    options.draws.parent.mkdir(parents=True, exist_ok=True)
    if not options.only_table:
        compute_missing(options.draws)
    write(options.table, read(options.draws))
    print(describe(options.table))


if __name__ == "__main__":
    main()
