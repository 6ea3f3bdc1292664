"""`kernelscale scale`: a factor for each feature, so that features of noise count less."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options
from ..shared.listed import SCALING_METHODS, SCALING_TARGETS
from ..shared.output_files import output_file
from ..shared.reading_options import Reading, reads_a_table

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Find a factor for each feature, so that features of noise count less."


HELP = """\
Without labels: every feature of noise adds to d_eps, the dimension that a kernel implies. The \
scales bring d_eps down to that of a manifold of --n-dims dimensions.

With --label and --supervised: the scales are those with which kernel ridge regression best \
predicts the labels of rows left out, classes or numbers. They are used only if they predict rows \
outside the search clearly better than equal scales; else all features count alike, and the reason \
says so. Try it where many features may be unrelated to the labels. Give --C of the machine that \
is to use the scales, and --groups where rows belong together.

The scaled features are for a kernel of gamma = 1/2.

What the columns say:

\b
feature  name of the column, those that count most first
spread   its standard deviation as it is
scale    what it is multiplied by; 0 leaves it out
weight   spread times scale: its standard deviation in units of the
         kernel's length scale
share    its part in the mean squared distance between rows, in percent

Give --n-dims where you know it. Where features are few and each holds information of its own, \
scaling without labels may give 0 to one that matters: read the table before you use the scales."""

EPILOG = """Examples:

kernelscale scale measurements.csv --n-dims 2 --plot scales.png

kernelscale scale flowers.csv --label species -o scaled.csv

kernelscale scale flowers.csv --label species --supervised --C 10 -o scaled.csv

kernelscale scale visits.csv --label dose --supervised --numbers --groups patient --json

kernelscale scale measurements.csv --n-dims 2 --method greedy --target paper"""

Dimensions = Annotated[
    int | None,
    typer.Option(
        "--n-dims",
        metavar="D",
        parser=options.whole_number("--n-dims", smallest=1),
        show_default="estimated by multiscale",
        help="Dimension of the manifold.",
    ),
]
Method = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(SCALING_METHODS),
        help="joint, all features at once; or greedy, one after another as in the paper.",
    ),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(SCALING_TARGETS),
        help="calibrated, the d_eps that as many points in a ball of D dimensions show; or paper, "
        "D itself.",
    ),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="The column that holds each row's class, or a number to predict. It is no feature, "
        "and without --supervised it does not change the scales; -o writes it beside the scaled "
        "features.",
    ),
]
Supervised = Annotated[
    bool,
    typer.Option(
        "--supervised",
        help="Find the scales that predict --label best: numbers if any has a fraction, else "
        "classes.",
    ),
]
Numbers = Annotated[
    bool,
    typer.Option(
        "--numbers",
        help="With --supervised: what --label holds are numbers to predict, even if none has a "
        "fraction.",
    ),
]
OutputPaths = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Write the scaled features into this file: as .csv or .parquet; or as .npz, with the "
        "arrays X, scale, names and y. Give it once for each.",
    ),
]
FigurePath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also draw the weights of the features into this file (.png, .pdf, .svg, ...).",
    ),
]


@reads_a_table
@options.takes_limits
def run(
    context: typer.Context,
    *,
    data: options.Data,
    n_dims: Dimensions = None,
    method: Method = "joint",
    target: Target = "calibrated",
    label: Label = None,
    supervised: Supervised = False,
    numbers: Numbers = False,
    strength: options.Strength = None,
    groups: options.Groups = None,
    output: OutputPaths = None,
    plot: FigurePath = None,
    as_json: options.AsJson = False,
    limits: Any,
    reading: Reading,
) -> None:
    """Scale the features of a table."""
    from .scaling import scale

    scale(
        context=context,
        data=data,
        n_dims=n_dims,
        method=method,
        target=target,
        label=label,
        supervised=supervised,
        numbers=numbers,
        strength=strength,
        groups=groups,
        output=output,
        plot=plot,
        as_json=as_json,
        limits=limits,
        reading=reading,
    )
