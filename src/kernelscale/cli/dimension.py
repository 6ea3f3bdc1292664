"""`kernelscale dimension`: how many coordinates a table really has, by one method or by all."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from .._validation import check_name
from ..datasets.errors import Remedy
from ..datasets.writing import check_table_path, write_table
from ..engine import DEFAULT_MEMORY_LIMIT
from ..intrinsic_dimension import METHODS, dimension_profile
from ..metrics import metric_named
from ..reports import PointwisePicture
from . import dimension_answers, figures, metric_options, options, profile_answers, tables
from .asking import ALL, Findings, ask, with_metric
from .looking import seen_in
from .output_files import output_file
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading, reads_a_table
from .screen import tell

__all__ = ["EPILOG", "HELP", "run"]

_WIDTH = 76  # of a line of help, within the 80 columns of the narrowest terminal


def _describe_methods() -> str:
    """A paragraph for each method: its name, and the first line of its module."""
    width = max(map(len, METHODS)) + 2
    lines = []
    for name, estimator in METHODS.items():
        module = sys.modules[estimator.__module__]
        summary = (inspect.getdoc(module) or "").partition("\n")[0].replace("`", "")
        indent = " " * width
        lines.append(textwrap.fill(f"{name:{width}}{summary}", _WIDTH, subsequent_indent=indent))
    return "\n".join(lines)


HELP = f"""\
Rows of many features often lie on a surface of few dimensions: a film of a turning head has \
thousands of pixels and one angle. The methods look at how fast the number of neighbours grows \
with distance, which is the dimension whatever the surface's shape:

\b
{_describe_methods()}

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

UNCERTAIN = ("danco", "mind", ALL)

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
    plot: figures.FigurePath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    *,
    reading: Reading,
) -> None:
    """Estimate the dimension of a table."""
    _check_together(method, profile and "method" in options.given(context), plot is not None)
    _check_uncertainty(uncertainty, method, profile)
    _check_pointwise(pointwise, method, profile, output)
    measured = metric_options.metric_of(metric, period)
    _check_metric(metric_named(measured).name, method, uncertainty, profile)
    engine_options = options.engine_options(memory_limit, threads)
    figures.check_figure_path(plot)
    table = tables.read(data, label, reading, standardize, distinct=False, metric=measured)
    seen_before = seen_in(table)
    with ProgressDisplay() as progress, notes_from_warnings() as warned:
        engine_options["progress"] = progress
        if profile:
            seen = dimension_profile(table.X, **engine_options)
        else:
            found = ask(table, method, uncertain=uncertainty, pointwise=pointwise, **engine_options)
    # Pictures first, for whoever reads what is printed may leave early.
    if profile:
        figures.write_figure(seen, plot)
        profile_answers.answer(table, seen, [*table.notes, *seen_before, *warned], as_json)
    else:
        _write(table, found, label, output, plot, pointwise)
        dimension_answers.answer(
            table, found, [*table.notes, *seen_before, *found.notes, *warned], as_json
        )


def _write(
    table: tables.Table,
    found: Findings,
    label: str | None,
    output: Path | None,
    plot: Path | None,
    pointwise: bool,
) -> None:
    """The files asked for: dimensions around rows, and the picture."""
    result = found.answers[0].result
    if result is None or not pointwise:
        figures.write_figure(result, plot)
        return
    if output is not None:
        write_table(dimension_answers.columns(table, result, label), output)
        tell(f"Dimensions around rows written to {output}.")
    figures.write_figure(PointwisePicture(result, table.X, table.feature_names), plot)


def _check_uncertainty(wanted: bool, method: str, profile: bool) -> None:
    if wanted and (profile or method not in UNCERTAIN):
        asked = "--profile" if profile else f"--method {method}"
        raise UsageError(
            f"--uncertainty goes with the methods {', '.join(UNCERTAIN)}, but {asked} was given."
        )


def _check_pointwise(wanted: bool, method: str, profile: bool, output: Path | None) -> None:
    if output is not None:
        with UsageError.instead_of(OSError, ValueError):
            check_table_path(output)
    if output is not None and not wanted:
        raise UsageError(
            f"-o writes the dimension around each row, but --pointwise was not given; add "
            f"--pointwise, or leave out -o {str(output)!r}."
        )
    if wanted and (profile or method == ALL):
        asked = "--profile" if profile else f"--method {ALL}"
        raise UsageError(
            f"--pointwise goes with one method, but {asked} was given; leave out one of them."
        )


def _check_metric(metric: str, method: str, uncertainty: bool, profile: bool) -> None:
    """Refuse what looks at features with a metric of another kind."""
    if metric == "euclidean":
        return
    for flag, given in (("--profile", profile), ("--uncertainty", uncertainty)):
        if given:
            raise UsageError(
                f"{flag} looks at features, so it takes no --metric {metric}; leave it out."
            )
    if method not in (able := with_metric()) and method != ALL:
        raise UsageError(
            f"The method {method} looks at features, so it takes no --metric {metric}; those that "
            f"do are {', '.join(able) or 'none'}.",
            *[Remedy(("--method", each)) for each in able[:1]],
        )


def _check_together(method: str, profile_by_method: bool, plot: bool) -> None:
    """Refuse a method that does not exist, or does not go with the rest."""
    with UsageError.instead_of(ValueError):
        check_name(method, [*METHODS, ALL], "--method")
    if profile_by_method:
        raise UsageError(
            f"--profile looks by three methods of its own, but --method {method} was given; leave "
            f"out one of them."
        )
    if plot and method == ALL:
        raise UsageError(
            "--plot draws what one method saw, but --method all asks every one; name the method "
            "to draw."
        )
