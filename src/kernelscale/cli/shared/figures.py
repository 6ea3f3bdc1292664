"""The option --plot: checked before the long work, written after it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .output_files import output_file
from .problems import UsageError
from .screen import tell

__all__ = ["FigurePath", "check_figure_path", "write_figure"]

FigurePath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also draw the evidence into this file (.png, .pdf, .svg, ...).",
    ),
]


def check_figure_path(path: Path | None) -> None:
    """Refuse a figure that could not be written."""
    if path is not None:
        from ... import reports

        with UsageError.instead_of(ValueError, OSError):
            reports.check_figure_path(path)


def write_figure(result: Any, path: Path | None) -> None:
    """Draw a result into the file asked for, if one was."""
    if path is not None:
        from ... import reports

        reports.plot(result, path)
        tell(f"Plot written to {path}.")
