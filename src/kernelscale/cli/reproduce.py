"""`kernelscale reproduce`: run experiments of the paper, and write tables, pictures and a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .._validation import check_name
from ..experiments import EXPERIMENTS, Experiment, data_folder
from ..whole_files import user_path
from .answers import print_list, print_text
from .experiment_files import PAGE
from .experiment_runner import Runner
from .experiment_tables import print_outcome
from .problems import UsageError, say_error
from .screen import Screen, standard_output, tell

__all__ = ["EPILOG", "HELP", "run"]

ALL = "all"
HINT = "Nothing is kept: -o FOLDER writes tables, pictures and a page for a browser."

HELP = """\
Each has a fixed seed, so that it gives the same numbers every time. In the folder of -o page.html \
says of every claim what was measured, and whether it holds, for all experiments that are in the \
folder, also those of earlier runs. (After a run with --quick it shows those of small samples, \
otherwise those of full ones, and names the rest.) NAME.json holds the tables of an experiment, \
NAME-TABLE.csv one of them, NAME-PICTURE.png and .svg a picture; those of its last run are \
replaced, or removed where it writes none. A run that was stopped goes on where it was; what is \
finished is in the folder "cache" in it, which you may delete. Experiments whose real data are not \
given are skipped. Without a NAME all are listed."""

EPILOG = """Examples:

kernelscale reproduce --list

kernelscale reproduce dimension --quick

kernelscale reproduce all --data recordings -o results"""


def _folder(text: str) -> Path:
    """What was typed as a folder; nothing, as of a variable that is not set, is not this one."""
    if not text.strip():
        raise UsageError(
            f"A folder needs a name, but {text!r} was given; '.' is the one you are in."
        )
    with UsageError.instead_of(FileNotFoundError, ValueError):
        return user_path(text)  # shells put no home for a tilde after "--output="


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
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        parser=_folder,
        metavar="FOLDER",
        show_default=f"the one that {data_folder.VARIABLE} names",
        help="The folder of real data that some experiments need.",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        parser=_folder,
        metavar="FOLDER",
        show_default=False,
        help="Write page, tables and pictures into this folder, which is made if there is none.",
    ),
]


def run(
    names: Names = None,
    listed: List = False,
    quick: Quick = False,
    data: Data = None,
    output: Folder = None,
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
