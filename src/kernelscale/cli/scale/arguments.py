"""Arguments and options of `kernelscale scale`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options
from ..shared.help_lists import SCALING_METHODS, SCALING_TARGETS
from ..shared.output_files import file_option
from ..shared.reading_options import Reading

__all__ = ["Arguments"]

Dimensions = Annotated[
    int | None,
    options.count(
        "--n-dims",
        "Dimension of the manifold.",
        metavar="D",
        show_default="estimated by multiscale",
    ),
]
Method = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(SCALING_METHODS),
        help="joint finds the scales of all features at once; greedy finds one after another, as "
        "in the paper.",
    ),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(SCALING_TARGETS),
        help="The value of d_eps to aim at. calibrated: the d_eps of a ball of D dimensions with "
        "as many points as DATA has rows. paper: D itself.",
    ),
]
Label = Annotated[
    str | None,
    options.column(
        "The column that holds each row's class, or a number to predict. It is not a feature, "
        "and without --supervised it does not change the scales; -o writes it with the scaled "
        "features."
    ),
]
Supervised = Annotated[
    bool,
    typer.Option(
        "--supervised",
        help="Find the scales that predict --label best. Labels are numbers if any has a "
        "fraction, otherwise classes.",
    ),
]
Numbers = Annotated[
    bool,
    typer.Option(
        "--numbers",
        help="With --supervised: the labels are numbers to predict, even if none has a fraction.",
    ),
]
OutputPaths = Annotated[
    list[Path] | None,
    file_option(
        "Write the scaled features into this file: as .csv or .parquet; or as .npz, with the "
        "arrays X, scale, names and y. May be given more than once.",
        "-o",
        "--output",
    ),
]
FigurePath = Annotated[
    Path | None,
    file_option(
        "Also draw the weights of the features into this file (.png, .pdf, .svg, ...).", "--plot"
    ),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options, as typed."""

    context: typer.Context
    data: options.Data
    n_dims: Dimensions = None
    method: Method = "joint"
    target: Target = "calibrated"
    label: Label = None
    supervised: Supervised = False
    numbers: Numbers = False
    strength: options.Strength = None
    groups: options.Groups = None
    output: OutputPaths = None
    plot: FigurePath = None
    as_json: options.AsJson = False
    limits: dict[str, Any]
    reading: Reading
