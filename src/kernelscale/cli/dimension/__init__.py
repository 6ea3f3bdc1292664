"""`kernelscale dimension`: how many coordinates a table really has, by one method or by all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options, output_files
from ..shared.listed import ALL, METHODS, paragraphs
from ..shared.metric_options import takes_metric
from ..shared.output_files import output_file
from ..shared.reading_options import Reading, reads_a_table

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Estimate how many coordinates the rows of a table really have."

HELP = f"""\
Rows of many features often lie on a surface of few dimensions: a film of a turning head has \
thousands of pixels and one angle. The methods look at how fast the number of neighbours grows \
with distance, which is the dimension whatever the surface's shape:

\b
{paragraphs(METHODS)}

What is printed:

\b
dimension   the estimate as a whole number
continuous  the estimate before rounding
sd          standard deviation of the estimate over subsamples of the
            rows, where that takes less than a second; it does not
            include bias by curvature and noise
flags       reasons to doubt it, such as "noise floor", "scales
            disagree" or "discrete data"
trusted     of danco: "no" where the noise floor, other scales or ties
            make the estimate doubtful, and what other estimates are

Give --standardize where features have different units: the estimate changes when single features \
are scaled, but not when all are scaled or rotated together. Noise raises it. If methods disagree, \
the dimension depends on the distance at which it is measured; --profile shows how."""


EPILOG = """Examples:

kernelscale dimension mfeat

kernelscale dimension mfeat --uncertainty

kernelscale dimension mfeat --method all --standardize

kernelscale dimension mfeat --profile --plot profile.png

kernelscale dimension mfeat --pointwise -o around_rows.csv --plot rows.png

kernelscale dimension flowers.csv --label species --method gride --plot ladder.png"""

MethodName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: [*METHODS, ALL],
        help='A method\'s name, or "all" for a table of all methods.',
    ),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="The column that holds each row's class: it is no feature, and the dimension of each "
        "class is shown beside that of all rows.",
    ),
]
Uncertainty = Annotated[
    bool,
    typer.Option(
        "--uncertainty",
        help="Also estimate the standard deviation over 20 random halves of the rows where that "
        "takes longer than a second; for danco and mind.",
    ),
]
Pointwise = Annotated[
    bool,
    typer.Option(
        "--pointwise",
        help="Also estimate the dimension around each row, by levina_bickel where the method has "
        "none; --plot then colours the rows by it.",
    ),
]
OutputPath = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Write the dimensions around rows of --pointwise, in their order, as .csv or "
        ".parquet.",
    ),
]
Profile = Annotated[
    bool,
    typer.Option(
        "--profile",
        help="Show instead the dimension of all rows against the distance at which it is "
        "measured, by three methods.",
    ),
]


@reads_a_table
@takes_metric
@options.takes_limits
def run(
    context: typer.Context,
    *,
    data: options.Data,
    method: MethodName = "danco",
    uncertainty: Uncertainty = False,
    pointwise: Pointwise = False,
    output: OutputPath = None,
    profile: Profile = False,
    label: Label = None,
    standardize: options.Standardize = False,
    metric: Any,
    plot: output_files.FigurePath = None,
    as_json: options.AsJson = False,
    limits: Any,
    reading: Reading,
) -> None:
    """Estimate the dimension of a table."""
    from .estimating import estimate

    estimate(
        context=context,
        data=data,
        method=method,
        uncertainty=uncertainty,
        pointwise=pointwise,
        output=output,
        profile=profile,
        label=label,
        standardize=standardize,
        metric=metric,
        plot=plot,
        as_json=as_json,
        limits=limits,
        reading=reading,
    )
