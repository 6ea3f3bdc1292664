"""`kernelscale dimension`: how many coordinates a table really has, by one method or by all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..shared import metric_options, options, output_files
from ..shared.listed import ALL, METHODS, paragraphs
from ..shared.options import DEFAULT_MEMORY_LIMIT
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

What the answer says:

\b
dimension   the estimate as a whole number
continuous  the estimate before rounding
sd          spread of the estimate over subsamples of the rows (standard
            deviation), where that takes less than a second; it does
            not cover bias by curvature and noise
flags       what stands against it, such as "noise floor", "scales
            disagree" or "discrete data"
trusted     of danco: "no" where the noise floor, other scales or ties
            speak against the estimate, and what other estimates are

Features in different units want --standardize: the estimate survives turning and scaling all of \
the data, but not of single features. Noise raises it. Methods that disagree say that the \
dimension depends on the distance one looks from; --profile shows how."""


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
        help="Also say how far the estimate spreads over 20 random halves of the rows where that "
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
        help="Show the dimension against the distance one looks from instead, of all rows, by "
        "three methods on one axis.",
    ),
]


@reads_a_table
def run(
    context: typer.Context,
    data: options.Data,
    method: MethodName = "danco",
    uncertainty: Uncertainty = False,
    pointwise: Pointwise = False,
    output: OutputPath = None,
    profile: Profile = False,
    label: Label = None,
    standardize: options.Standardize = False,
    metric: metric_options.Name = "euclidean",
    period: metric_options.Period = None,
    plot: output_files.FigurePath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    *,
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
        period=period,
        plot=plot,
        as_json=as_json,
        memory_limit=memory_limit,
        threads=threads,
        reading=reading,
    )
