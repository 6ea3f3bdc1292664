"""Tables of losses in Markdown: `python -m benchmarks.density --sets choosing`.

The loss of a method is the mean log density of new rows at the best scale minus that at the scale
that the method chooses.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks import data_folder

from .measure import SPLITS, measure_all, table
from .sets import SETS, in_folder


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the mean loss of each method for each number of rows, and for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=[*SETS], default="choosing")
    parser.add_argument("--rows", type=int, nargs="+", choices=[*SPLITS], default=[*SPLITS])
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the splits that are measured"
    )
    parser.add_argument("-o", "--output", help="a CSV file with every number")
    options = parser.parse_args(arguments)
    if (missing := in_folder(options.sets)) and not data_folder.available():
        sys.exit(data_folder.skipped(missing))
    lines = measure_all(options.sets, options.rows, options.share)
    if options.output:
        lines.to_csv(options.output, index=False)
    print(table(lines, "rows"), table(lines, "set"), sep="\n\n")


if __name__ == "__main__":
    main()
