"""Arguments and options of `kernelscale dimension`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options
from ..shared.help_lists import ALL, METHODS
from ..shared.output_files import FigurePath, file_option
from ..shared.reading_options import Reading

__all__ = ["Arguments"]

MethodName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: [*METHODS, ALL],
        help='The name of a method, or "all" for a table of all methods.',
    ),
]
Label = Annotated[
    str | None,
    options.column(
        "The column that holds each row's class. It is not a feature, and the dimension of each "
        "class is shown after the dimension of all rows."
    ),
]
Uncertainty = Annotated[
    bool,
    typer.Option(
        "--uncertainty",
        help="For danco and mind: also estimate the standard deviation over 20 random halves of "
        "the rows, even if that takes longer than a second.",
    ),
]
Pointwise = Annotated[
    bool,
    typer.Option(
        "--pointwise",
        help="Also estimate the dimension around each row, by levina_bickel if the method has no "
        "such estimate; --plot then colours the rows by their dimension.",
    ),
]
OutputPath = Annotated[
    Path | None,
    file_option(
        "Write the dimension around each row, with --pointwise, in the order of the rows, as .csv "
        "or .parquet.",
        "-o",
        "--output",
    ),
]
Profile = Annotated[
    bool,
    typer.Option(
        "--profile",
        help="Show instead how the dimension of all rows changes with the distance at which it "
        "is measured, by three methods.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options, as typed."""

    context: typer.Context
    data: options.Data
    method: MethodName = "danco"
    uncertainty: Uncertainty = False
    pointwise: Pointwise = False
    output: OutputPath = None
    profile: Profile = False
    label: Label = None
    standardize: options.Standardize = False
    metric: Any
    plot: FigurePath = None
    as_json: options.AsJson = False
    limits: dict[str, Any]
    reading: Reading
