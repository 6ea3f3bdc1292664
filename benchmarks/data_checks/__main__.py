"""Tables of false alarms and hits (planted faults that a check finds), in Markdown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks import data_folder

from .few_rows import spreads
from .measure import alarms, hits, measure_all
from .sets import SETS, in_folder


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the false alarms and the hits of each check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=[*SETS], default="choosing")
    parser.add_argument("-o", "--output", help="a CSV file with every subsample and fault")
    parser.add_argument(
        "--few-rows",
        action="store_true",
        help="print how scales chosen from few rows vary",
    )
    options = parser.parse_args(arguments)
    if (missing := in_folder(options.sets)) and not data_folder.available():
        sys.exit(data_folder.skipped(missing))
    if options.few_rows:
        print(spreads(options.sets))
        return
    lines = measure_all(options.sets)
    if options.output:
        lines.to_csv(options.output, index=False)
    print(alarms(lines), hits(lines), sep="\n\n")


if __name__ == "__main__":
    main()
