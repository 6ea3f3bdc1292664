"""What `kernelscale reproduce` does: it runs experiments, and writes tables and a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from ..._validation import check_name
from ...cli.shared.help_lists import ALL
from ...cli.shared.printing import print_text
from ...cli.shared.problems import UsageError, print_error
from ...cli.shared.screen import print_message, standard_output
from ..harness import data_folder
from ..harness.experiment import Experiment
from ..registry import EXPERIMENTS
from .printing import print_experiments, print_outcome
from .result_files import PAGE
from .runner import Runner

__all__ = ["reproduce"]

HINT = "No results are kept; -o FOLDER writes tables, pictures and a page for a browser."


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
        print_experiments(console, EXPERIMENTS.values())
        return
    with data_folder.named(_checked_data(data)):
        runner = Runner(chosen, quick, output)
        for outcome in runner.outcomes():
            print_outcome(console, outcome, alone=len(chosen) == 1)
    if output is None:
        print_text(console, f"\n{HINT}")
    else:
        print_message(f"Page written to {output / PAGE}, tables and pictures beside it.")
    codes = [print_error(error, about) for about, error in runner.failed]
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
