"""Print the verdicts on Theorem 3.2; see the package's docstring."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from .cases import random_cases
from .verdicts import FORMS, measure, remarks, table
from .worst_case import search


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=4000, help="random cases")
    parser.add_argument("--searches", type=int, default=40, help="searches for a worst case")
    parser.add_argument("--quick", action="store_true", help="100 cases and one search")
    options = parser.parse_args(arguments)
    n_cases, n_searches = (100, 1) if options.quick else (options.cases, options.searches)
    bounds = measure(list(random_cases(n_cases)))
    print(table(bounds), remarks(bounds), sep="\n\n")
    print("\nLargest ratio of distance to bound found by search:")
    for form in FORMS:
        worst = search(form, n_searches)
        print(f"- {form}: {worst.ratio:.4g} ({worst.bound.reason})")


if __name__ == "__main__":
    main()
