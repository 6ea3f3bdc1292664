"""Command line: measure every library on every set with one thread and with two."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from .libraries import LIBRARIES
from .measurements import K, Search, measured, searched
from .sets import SETS

HEADER = (
    "| data | library | seconds | recall | MB | same result with one thread and two |\n"
    "|---|---|---:|---:|---:|---|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.neighbor_libraries",
        description="Nearest neighbours by this package and by libraries for approximate search.",
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--only", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
    parser.add_argument("--one", nargs=4, metavar=("LIBRARY", "SET", "ROWS", "THREADS"))
    options = parser.parse_args(arguments)
    if options.one:
        library, name, *numbers = options.one
        print(json.dumps(searched(library, name, *map(int, numbers))._asdict()))
        return
    print(f"{options.rows} rows of 50 features, {K} neighbours; processor time.\n\n{HEADER}")
    for name in SETS:
        for library in options.only:
            runs = [measured(library, name, options.rows, n_threads) for n_threads in (1, 2)]
            print(line(name, library, *runs), flush=True)


def line(name: str, library: str, one: Search | None, two: Search | None) -> str:
    """A row of the table."""
    if one is None or two is None:
        return f"| {name} | {library} | not installed, or failed | | | |"
    same = "yes" if one.bits == two.bits else "no"
    return (
        f"| {name} | {library} | {one.seconds:.1f} | {one.recall:.3f} | {one.megabytes:.0f} "
        f"| {same} |"
    )


if __name__ == "__main__":
    main()
