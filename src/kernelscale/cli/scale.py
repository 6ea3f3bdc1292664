"""`kernelscale scale`: a factor for each feature of a table, so that noise fades."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from .._validation import check_name, check_positive
from ..datasets.entries import NUMERIC_KINDS
from ..distances import centred_points
from ..engine import DEFAULT_MEMORY_LIMIT, ProgressEvent
from ..point_cloud import PointCloud
from ..scaling import ManifoldScaler, SupervisedScaler
from . import coordinates, options, scale_answers, tables
from .figures import check_figure_path, write_figure
from .looking import seen_in
from .output_files import output_file
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading, reads_a_table
from .scaled_tables import ManifoldTable, ScaledTable, SupervisedTable

__all__ = ["EPILOG", "HELP", "run"]

METHODS = ("joint", "greedy")
TARGETS = ("calibrated", "paper")
STAGE = "steps"

HELP = """\
Without labels: every feature of noise adds to d_eps, the number of dimensions a Gaussian kernel \
sees. The scales bring it down to what a manifold of --n-dims dimensions shows.

With --label and --supervised: the scales are those with which kernel ridge regression predicts \
the labels of rows left out best, classes or numbers. They are taken only if rows that the search \
has not seen are predicted clearly better than with equal scales; else all features count alike, \
and the answer says so. Worth a try where many features may say nothing about the labels. Give \
--C of the machine that is to use them, and --groups where rows belong together.

What is written is ready for a kernel of gamma = 1/2.

What the columns say:

\b
feature  name of the column, those that count most first
spread   its standard deviation as it is
scale    what it is multiplied by; 0 leaves it out
weight   spread times scale: its standard deviation in units of the
         kernel's length scale
share    its part in the mean squared distance between rows, in percent

Give --n-dims where you know it. Where features are few and each shows something of its own, the \
scaling without labels may leave out what matters: look at the table before you use it."""

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
        autocompletion=lambda: list(METHODS),
        help="joint, all features at once; or greedy, one after another as in the paper.",
    ),
]
Target = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(TARGETS),
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
        "and without --supervised it has no say in the scales; -o writes it beside the scaled "
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
def run(
    context: typer.Context,
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
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    *,
    reading: Reading,
) -> None:
    """Scale the features of a table."""
    with UsageError.instead_of(ValueError):
        check_name(method, METHODS, "--method")
        check_name(target, TARGETS, "--target")
        if strength is not None:
            check_positive(strength, "--C")
    _check_belong_together(options.given(context), supervised)
    engine_options = options.engine_options(memory_limit, threads)
    check_figure_path(plot)
    coordinates.check_output_paths(output or [])
    table = tables.read(data, label, reading, standardize=False, groups=groups, units=False)
    if supervised:
        table = _told(table, numbers)
    seen = seen_in(table, standardized=True, labelled=supervised)
    with ProgressDisplay() as progress, notes_from_warnings() as notes, _constant_features_noted():
        engine_options["progress"] = progress
        scaled: ScaledTable
        if supervised:
            targets = "numbers" if numbers else "auto"
            scaler = SupervisedScaler(C=strength, targets=targets, **engine_options)
            scaled = SupervisedTable(table, scaler.fit(table.X, table.y, groups=table.groups))
        else:
            chosen = {"method": method, "target": target}
            scaled = _by_dimension(table, n_dims, chosen, engine_options)
    # Files first, for whoever reads what is printed may leave early.
    scale_answers.write(scaled, output or [], label)
    write_figure(scale_answers.picture(scaled), plot)
    written = [*(output or []), *([plot] if plot else [])]
    scale_answers.answer(scaled, [*table.notes, *seen, *notes], written, as_json)


def _check_belong_together(given: dict[str, str], supervised: bool) -> None:
    """Refuse options of the other way to find scales."""
    others = ("n_dims", "method", "target") if supervised else ("numbers", "strength", "groups")
    for name in others:
        if name in given:
            without = "with" if supervised else "without"
            raise UsageError(f"{given[name]} says nothing {without} --supervised; leave it out.")


def _told(table: tables.Table, numbers: bool) -> tables.Table:
    """The table, whose labels will do."""
    if table.y is None:
        raise UsageError(
            f"--supervised needs the class of each row, or a number to predict, but {table.source} "
            f"comes without labels; name the column that holds them with --label."
        )
    if numbers and table.y.dtype.kind not in NUMERIC_KINDS:
        raise UsageError(
            f"--numbers says that the labels are numbers, but {table.source} has labels such as "
            f"{str(table.y[0])!r}; leave it out, and they are classes."
        )
    return replace(table, numbers=numbers)


@contextmanager
def _constant_features_noted() -> Iterator[None]:
    """Context in which constant features are no news, for the table's notes name them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        yield


def _by_dimension(
    table: tables.Table, n_dims: int | None, chosen: dict[str, Any], engine_options: dict[str, Any]
) -> ManifoldTable:
    """The scales, and the largest d_eps of the features before and after."""
    progress = engine_options["progress"]
    limits = {name: engine_options[name] for name in ("memory_limit", "n_threads")}
    progress(ProgressEvent(STAGE, 0, 2))
    scaler = ManifoldScaler(n_dims, **chosen, **limits).fit(table.X)
    progress(ProgressEvent(STAGE, 1, 2))
    standard = centred_points(table.X) * table.standard_scale()
    before, after = (
        _largest_dimension(points, engine_options)
        for points in (standard, scaler.transform(table.X))
    )
    progress(ProgressEvent(STAGE, 2, 2))
    return ManifoldTable(table, scaler, n_dims is not None, before, after)


def _largest_dimension(points: Any, engine_options: dict[str, Any]) -> float:
    """The largest d_eps over all useful scales."""
    return float(PointCloud(points, **engine_options).curve().dimension.max())
