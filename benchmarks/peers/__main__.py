"""Command line: measure all jobs, and print each row of the table as soon as it is measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from . import curve, diffusion_map, eigenpairs, machine, one_scale, row_sums, table
from .measurements import N_RUNS, Job, measure

JOBS: dict[str, Callable[[bool], Iterator[Job]]] = {
    "curve": curve.jobs,
    "threads": curve.jobs_by_threads,
    "row_sums": row_sums.jobs,
    "one_scale": one_scale.jobs,
    "eigenpairs": eigenpairs.jobs,
    "diffusion_map": diffusion_map.jobs,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; with ``-o`` also write the table to a file."""
    options = _options(arguments)
    lines: list[str] = []
    for part in _parts(options):
        print(part, flush=True)
        lines.append(part)
    if options.output:
        options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _parts(options: argparse.Namespace) -> Iterator[str]:
    yield f"{machine.description()}\n\n{table.header()}"
    for name in options.only or JOBS:
        for job in JOBS[name](options.small):
            yield table.rows(measure(job, options.runs))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers",
        description="Time and accuracy of this package and of other packages.",
    )
    parser.add_argument("--small", action="store_true", help="a few hundred points, in seconds")
    parser.add_argument("--only", nargs="+", choices=[*JOBS], help="jobs; all by default")
    parser.add_argument("--runs", type=int, default=N_RUNS, help="largest number of rounds")
    parser.add_argument("-o", "--output", type=Path, help="a Markdown file for the table")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
