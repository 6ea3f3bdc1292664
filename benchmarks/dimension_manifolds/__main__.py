"""Command line: measure all methods on all samples, and print the tables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from .measurements import Measurement, measure, write_csv
from .methods import ours, peers, skipped_methods
from .table import by_manifold, by_method


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; with ``-o`` also write every estimate to a CSV file."""
    options = _options(arguments)
    own = {name: method for name, method in ours().items() if name in (options.methods or ours())}
    rows = [100] if options.quick else options.rows
    seeds = 1 if options.quick else options.seeds
    peer_seeds = min(seeds, seeds if options.peer_seeds is None else options.peer_seeds)
    everything: list[Measurement] = []
    for n_rows in rows:
        both = [*measure(own | peers(), n_rows, range(peer_seeds))]
        measured = [*both, *measure(own, n_rows, range(peer_seeds, seeds))]
        print(f"\nN = {n_rows}\n\n{by_method(measured)}\n\n{by_manifold(measured)}", flush=True)
        everything += measured
    print(skipped_methods())
    if options.output:
        write_csv(options.output, everything)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.dimension_manifolds",
        description="Errors of estimates of the dimension on manifolds of known dimension.",
    )
    parser.add_argument(
        "--rows", type=int, nargs="+", default=[1000, 2500], help="numbers of rows of the samples"
    )
    parser.add_argument("--seeds", type=int, default=5, help="number of samples of each manifold")
    parser.add_argument(
        "--peer-seeds", type=int, help="number of samples for scikit-dimension; all by default"
    )
    parser.add_argument(
        "--methods", nargs="+", choices=[*ours()], help="methods of this package; all by default"
    )
    parser.add_argument(
        "--quick", action="store_true", help="one sample of 100 rows of each manifold"
    )
    parser.add_argument("-o", "--output", type=Path, help="a CSV file with every estimate")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
