"""`kernelscale scale`: a factor for each feature of a table, so that noise fades."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

from .._validation import check_name
from ..distances import centred_points
from ..engine import DEFAULT_MEMORY_LIMIT, ProgressEvent
from ..point_cloud import PointCloud
from ..scaling import ManifoldScaler
from . import coordinates, options, scale_answers, tables
from .figures import check_figure_path, write_figure
from .output_files import output_file
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .scale_answers import ScaledTable

__all__ = ["EPILOG", "HELP", "run"]

METHODS = ("joint", "greedy")
TARGETS = ("calibrated", "paper")
STAGE = "steps"

HELP = """Find a scale for each feature: those of noise fade, those of a manifold stay.

Every feature of noise adds to d_eps, the number of dimensions a Gaussian kernel sees. The scales \
bring it down to what a manifold of --n-dims dimensions shows. What is written is ready for a \
kernel of gamma = 1/2.

What the columns say:

\b
feature  name of the column, those that count most first
spread   its standard deviation as it is
scale    what it is multiplied by; 0 leaves it out
weight   spread times scale: its standard deviation in units of the
         kernel's length scale
share    its part in the mean squared distance between rows, in percent

Give --n-dims where you know it. Where features are few and each shows something of its own, the \
scaling may leave out what matters: look at the table before you use it."""

EPILOG = """Examples:

kernelscale scale measurements.csv --n-dims 2 --plot scales.png

kernelscale scale flowers.csv --label species -o scaled.csv

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
        help="The column that holds each row's class. It is no feature, and has no say in the "
        "scales; -o writes it beside the scaled features.",
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


def run(
    data: options.Data,
    n_dims: Dimensions = None,
    method: Method = "joint",
    target: Target = "calibrated",
    label: Label = None,
    drop: options.Drop = None,
    output: OutputPaths = None,
    plot: FigurePath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
) -> None:
    """Scale the features of a table."""
    with UsageError.instead_of(ValueError):
        check_name(method, METHODS, "--method")
        check_name(target, TARGETS, "--target")
    engine_options = options.engine_options(memory_limit, threads)
    check_figure_path(plot)
    coordinates.check_output_paths(output or [])
    table = tables.read(data, label, drop, standardize=False)
    chosen = {"method": method, "target": target}
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        scaled = _scaled(table, n_dims, chosen, {**engine_options, "progress": progress})
    # Files first, for whoever reads what is printed may leave early.
    scale_answers.write(scaled, output or [], label)
    write_figure(scale_answers.picture(scaled), plot)
    written = [*(output or []), *([plot] if plot else [])]
    scale_answers.answer(scaled, [*table.notes, *notes], written, as_json)


def _scaled(
    table: tables.Table, n_dims: int | None, chosen: dict[str, Any], engine_options: dict[str, Any]
) -> ScaledTable:
    """The scales, and the largest d_eps of the features before and after."""
    progress = engine_options["progress"]
    limits = {name: engine_options[name] for name in ("memory_limit", "n_threads")}
    progress(ProgressEvent(STAGE, 0, 2))
    with warnings.catch_warnings():
        # Of constant features, which the table's notes name.
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        scaler = ManifoldScaler(n_dims, **chosen, **limits).fit(table.X)
    progress(ProgressEvent(STAGE, 1, 2))
    standard = centred_points(table.X) * table.standard_scale()
    before, after = (
        _largest_dimension(points, engine_options)
        for points in (standard, scaler.transform(table.X))
    )
    progress(ProgressEvent(STAGE, 2, 2))
    return ScaledTable(table, scaler, n_dims is not None, before, after)


def _largest_dimension(points: Any, engine_options: dict[str, Any]) -> float:
    """The largest d_eps over all useful scales."""
    return float(PointCloud(points, **engine_options).curve().dimension.max())
