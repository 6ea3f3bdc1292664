"""Damage files of every kind, read each file, and count the outcomes (verdicts)."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from . import REFUSED, SAME, SAYS, WRONG, try_kinds
from .kinds import KINDS

COLUMNS = (REFUSED, SAME, SAYS, WRONG)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the 5,000 files that are tried"
    )
    parser.add_argument("--only", nargs="+", default=list(KINDS), choices=KINDS, metavar="KIND")
    parser.add_argument("--seed", type=int, default=0, help="seed of the damage")
    arguments = parser.parse_args()
    print(f"| kind | tried | {' | '.join(COLUMNS)} |\n|---|{'---|' * 5}", flush=True)
    total: Counter = Counter()
    for name, counts, wrong in try_kinds(arguments.only, arguments.share, arguments.seed):
        total += counts
        _print_row(name, counts)
        for text in wrong[:20]:
            print(f"{name}: {text}", file=sys.stderr, flush=True)
    _print_row("all", total)
    sys.exit(total[WRONG] > 0)


def _print_row(name: str, counts: Counter) -> None:
    numbers = (sum(counts.values()),)
    cells = map(str, (*numbers, *(counts[column] for column in COLUMNS)))
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
