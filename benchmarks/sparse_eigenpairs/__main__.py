"""Command line: run every method on every graph, each in a separate process."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.sparse import save_npz

from .graphs import SETS, kernel
from .methods import METHODS
from .runs import measured

HEADER = (
    "| graph | method | seconds | largest residual "
    "| largest difference from our eigenvalues |\n|---|---|---:|---:|---:|"
)


def lines(name: str, graph: Path, methods: Sequence[str]) -> Iterator[str]:
    """One line for each method, each run in a new process; the first is the reference."""
    ours = None
    for method in methods:
        with multiprocessing.get_context("spawn").Pool(1) as alone:
            try:
                run = alone.apply(measured, (method, graph))
            except ImportError as error:
                yield f"| {name} | {method} | {error} | | |"
                continue
        ours = run.values if ours is None else ours
        error = np.abs(run.values - ours).max()
        yield (f"| {name} | {method} | {run.seconds:.1f} | {run.residual:.0e} | {error:.0e} |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.sparse_eigenpairs",
        description="Ten leading eigenpairs of graphs of nearest neighbours; processor time.",
    )
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--neighbors", type=int, default=30)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    options = parser.parse_args(arguments)
    print(f"{options.rows} rows, {options.neighbors} neighbours, one thread.\n\n{HEADER}")
    with TemporaryDirectory() as folder:
        for name in options.sets:
            graph = Path(folder) / "graph.npz"
            save_npz(graph, kernel(SETS[name](options.rows), options.neighbors), compressed=False)
            for line in lines(name, graph, options.methods):
                print(line, flush=True)


if __name__ == "__main__":
    main()
