"""`kernelscale reproduce`: run experiments of the paper, and write tables, pictures and a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..atomic_files import user_path
from ..cli.shared.help_lists import ALL
from ..cli.shared.problems import UsageError

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Run the paper's experiments, and test whether its claims hold."

HELP = """\
Each experiment has a fixed seed, so that it gives the same numbers every time. With -o, page.html \
lists every claim, what was measured, and whether the claim holds. It covers all experiments in \
the folder, including those of earlier runs. (After a run with --quick the page shows only results \
on small samples, after a full run only results on full samples; it names the experiments that it \
does not show.) NAME.json holds all tables of an experiment, each NAME-TABLE.csv holds one table, \
and NAME-PICTURE.png and .svg hold a picture. A new run replaces the files of its experiments, and \
removes tables and pictures that are out of date. A run that was stopped continues where it \
stopped: finished work is in the folder "cache", which you may delete. Experiments whose real data \
are missing are skipped. Without a NAME the experiments are listed."""

EPILOG = """Examples:

kernelscale reproduce --list

kernelscale reproduce dimension --quick

kernelscale reproduce all --data recordings -o results"""


def _folder(text: str) -> Path:
    """The path of a folder; an empty text, for example from an unset variable, raises an error."""
    if not text.strip():
        raise UsageError(
            f"A folder needs a name, but {text!r} was given; '.' is the current folder."
        )
    with UsageError.instead_of(FileNotFoundError, ValueError):
        return user_path(text)  # shells do not replace a tilde after "--output="


def _names() -> list[str]:
    from .registry import EXPERIMENTS

    return [*EXPERIMENTS, ALL]


Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME|all",
        show_default=False,
        autocompletion=_names,
        help="Experiments to run, or all of them.",
    ),
]
List = Annotated[bool, typer.Option("--list", help="List the experiments, and stop.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="Use small samples: takes seconds, but gives no verdict.")
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        parser=_folder,
        metavar="FOLDER",
        show_default="the folder that KERNELSCALE_DATA names",
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
        help="Write page, tables and pictures into this folder, which is created if needed.",
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
    from .reproduction.reproduce import reproduce

    reproduce(
        names=names,
        listed=listed,
        quick=quick,
        data=data,
        output=output,
    )
