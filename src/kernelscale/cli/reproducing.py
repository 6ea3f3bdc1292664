"""What `kernelscale reproduce` does: experiments are run, and tables and a page written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from .._validation import check_name
from ..experiments import EXPERIMENTS, Experiment, data_folder
from .experiment_files import PAGE
from .experiment_runner import Runner
from .experiment_tables import print_outcome
from .shared.listed import ALL
from .shared.printing import print_list, print_text
from .shared.problems import UsageError, say_error
from .shared.screen import Screen, standard_output, tell

__all__ = ["reproduce"]

HINT = "Nothing is kept: -o FOLDER writes tables, pictures and a page for a browser."


def reproduce(
    *,
    names: list[str] | None,
    listed: bool,
    quick: bool,
    data: Path | None,
    output: Path | None,
) -> None:
    """Run experiments by name."""
    chosen = _chosen(names or [])
    console = standard_output()
    if listed or not chosen:
        _print_list(console)
        return
    with data_folder.named(_checked_data(data)):
        runner = Runner(chosen, quick, output)
        for outcome in runner.outcomes():
            print_outcome(console, outcome)
    if output is None:
        print_text(console, f"\n{HINT}")
    else:
        tell(f"Page written to {output / PAGE}, tables and pictures beside it.")
    codes = [say_error(error, about) for about, error in runner.failed]
    if codes:
        raise typer.Exit(max(codes))


def _checked_data(folder: Path | None) -> Path | None:
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--data needs a folder, but there is no folder {str(folder)!r}.")
    return None if folder is None else folder.resolve()


def _chosen(names: Sequence[str]) -> list[Experiment]:
    """The experiments of these names, each once, in the order of the paper."""
    with UsageError.instead_of(ValueError):
        for name in names:
            check_name(name, [*EXPERIMENTS, ALL], "NAME")
    return [e for e in EXPERIMENTS.values() if ALL in names or e.name in names]


def _print_list(console: Screen) -> None:
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
