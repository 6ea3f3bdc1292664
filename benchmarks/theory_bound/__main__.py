"""Command line: is the bound of Theorem 3.2 violated for random classes, and how large is it?

The bound is also computed for real classes, and a search looks for the worst case.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from kernelscale.paper.theory_bound.cases import random_cases

from .real_sets import at_largest_eigengap
from .verdicts import FORMS, measure, remarks, table
from .worst_case import search

REAL_SETS = ("iris", "wine", "breast cancer", "digits", "mfeat")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.theory_bound",
        description="Does the bound of Theorem 3.2 hold, and how often is it informative?",
    )
    parser.add_argument("--cases", type=int, default=20000, help="number of random cases")
    parser.add_argument(
        "--searches", type=int, default=60, help="number of searches for a worst case"
    )
    parser.add_argument("--quick", action="store_true", help="30 cases and one search")
    options = parser.parse_args(arguments)
    n_cases, n_searches = (30, 1) if options.quick else (options.cases, options.searches)
    bounds = measure(list(random_cases(n_cases)))
    print(table(bounds), remarks(bounds), sep="\n\n")
    print("\nReal classes at the scale of the largest eigengap Ge:")
    for name, bound in at_largest_eigengap(["iris"] if options.quick else REAL_SETS):
        print(f"- {name}: {bound.reason}")
    print("\nLargest ratio of distance to bound found by search:")
    for form in FORMS:
        worst = search(form, n_searches)
        print(f"- {form}: {worst.ratio:.4g} ({worst.bound.reason})")


if __name__ == "__main__":
    main()
