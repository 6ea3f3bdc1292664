"""`kernelscale dimension`: how many coordinates a table really has, by one method or by all."""

from __future__ import annotations

import inspect
import sys
import textwrap
from typing import Annotated

import typer

from .._validation import check_name
from ..engine import DEFAULT_MEMORY_LIMIT
from ..intrinsic_dimension import METHODS, dimension_profile
from . import dimension_answers, figures, options, profile_answers, tables
from .asking import ALL, ask
from .looking import seen_in
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay

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


HELP = f"""Estimate how many coordinates the rows of a table really have.

Rows of many features often lie on a surface of few dimensions: a film of a turning head has \
thousands of pixels and one angle. The methods look at how fast the number of neighbours grows \
with distance, which is the dimension whatever the surface's shape:

\b
{_describe_methods()}

What the answer says:

\b
dimension   the estimate as a whole number
continuous  the estimate before rounding
sd          its standard deviation over parts of the rows, where there
            is one; it does not cover curvature and noise
flags       what stands against it, such as "saturated" or
            "discrete data"

Features in different units want --standardize: the estimate survives turning and scaling all of \
the data, but not of single features. Noise raises it. Methods that disagree say that the \
dimension depends on the distance one looks from; --profile shows how."""

UNCERTAIN = ("danco", "mind", ALL)

EPILOG = """Examples:

kernelscale dimension mfeat

kernelscale dimension mfeat --uncertainty

kernelscale dimension mfeat --method all --standardize

kernelscale dimension mfeat --profile --plot profile.png

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
        help="Also say how sure the estimate is, from 20 random halves of the rows; for danco and "
        "mind.",
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


def run(
    context: typer.Context,
    data: options.Data,
    method: MethodName = "danco",
    uncertainty: Uncertainty = False,
    profile: Profile = False,
    label: Label = None,
    drop: options.Drop = None,
    standardize: options.Standardize = False,
    plot: figures.FigurePath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
) -> None:
    """Estimate the dimension of a table."""
    _check_together(method, profile and "method" in options.given(context), plot is not None)
    _check_uncertainty(uncertainty, method, profile)
    engine_options = options.engine_options(memory_limit, threads)
    figures.check_figure_path(plot)
    table = tables.read(data, label, drop, standardize, distinct=False)
    seen_before = seen_in(table)
    with ProgressDisplay() as progress, notes_from_warnings() as warned:
        engine_options["progress"] = progress
        if profile:
            seen = dimension_profile(table.X, **engine_options)
        else:
            found = ask(table, method, uncertain=uncertainty, **engine_options)
    # Pictures first, for whoever reads what is printed may leave early.
    if profile:
        figures.write_figure(seen, plot)
        profile_answers.answer(table, seen, [*table.notes, *seen_before, *warned], as_json)
    else:
        figures.write_figure(found.answers[0].result, plot)
        dimension_answers.answer(
            table, found, [*table.notes, *seen_before, *found.notes, *warned], as_json
        )


def _check_uncertainty(wanted: bool, method: str, profile: bool) -> None:
    if wanted and (profile or method not in UNCERTAIN):
        asked = "--profile" if profile else f"--method {method}"
        raise UsageError(
            f"--uncertainty goes with the methods {', '.join(UNCERTAIN)}, but {asked} was given."
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
