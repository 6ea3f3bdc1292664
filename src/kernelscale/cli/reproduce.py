"""`kernelscale reproduce`: run experiments of the paper, and write their tables."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from .._validation import check_name
from ..experiments import EXPERIMENTS, Experiment
from .answers import print_list, print_text, standard_output
from .experiment_tables import Outcome, check_folder, print_outcome, write_outcome
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay

__all__ = ["EPILOG", "HELP", "run"]

ALL = "all"
HINT = "Nothing is kept: -o FOLDER writes the tables as CSV and JSON."

HELP = """Run experiments of the paper, and see what it says beside what comes out.

Each has a fixed seed, so that it gives the same numbers every time. Its tables are written into \
the folder: NAME.json holds all of them with the claim and what was expected, NAME-TABLE.csv one. \
Without a NAME the experiments are listed."""

EPILOG = """Examples:

kernelscale reproduce --list

kernelscale reproduce dimension --quick

kernelscale reproduce all -o tables"""

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME|all",
        show_default=False,
        autocompletion=lambda: [*EXPERIMENTS, ALL],
        help="Experiments to run, or all of them.",
    ),
]
List = Annotated[bool, typer.Option("--list", help="Say which experiments there are, and stop.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="Small samples, for a look in seconds; not for a verdict.")
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FOLDER",
        show_default=False,
        help="Write the tables into this folder, which is made if there is none.",
    ),
]


def run(
    names: Names = None, listed: List = False, quick: Quick = False, output: Folder = None
) -> None:
    """Run experiments by name."""
    chosen = _chosen(names or [])
    console = standard_output()
    if listed or not chosen:
        _print_list(console)
        return
    if output is not None:
        check_folder(output)
    for experiment in chosen:
        outcome = _outcome(experiment, quick)
        if output is not None:
            write_outcome(outcome, output)  # first, for whoever reads may leave early
        print_outcome(console, outcome)
    if output is None:
        print_text(console, f"\n{HINT}")
    else:
        typer.echo(f"Tables written to {output}.", err=True)


def _outcome(experiment: Experiment, quick: bool) -> Outcome:
    started = time.perf_counter()
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        tables = experiment.run(quick, progress)
    return Outcome(experiment, quick, tables, notes, time.perf_counter() - started)


def _chosen(names: Sequence[str]) -> list[Experiment]:
    """The experiments of these names, each once, in the order of the paper."""
    with UsageError.instead_of(ValueError):
        for name in names:
            check_name(name, [*EXPERIMENTS, ALL], "NAME")
    return [e for e in EXPERIMENTS.values() if ALL in names or e.name in names]


def _print_list(console: Console) -> None:
    for experiment in EXPERIMENTS.values():
        print_text(console, experiment.name, "bold")
        print_list(
            console,
            [
                ("paper", experiment.source),
                ("claim", experiment.claim),
                ("expected", experiment.expected),
                ("data", experiment.data),
                ("time", f"about {experiment.minutes:g} min"),
            ],
        )
