"""What `kernelscale dimension` does: one method or all estimate the dimension of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..._validation import check_name
from ...datasets.errors import Remedy
from ...datasets.table_output import check_table_path, write_table
from ...intrinsic_dimension import METHODS, dimension_profile
from ...metrics import Metric
from ...metrics.registry import metric_named
from ...reports import PointwisePicture
from ..shared import options, output_files, table_reading, tables
from ..shared.listed import ALL, UNCERTAIN
from ..shared.notes import seen_in
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.reading_options import Reading
from ..shared.screen import tell
from . import estimate_tables, profile_table
from .estimates import Estimates, estimates_of, with_metric

__all__ = ["estimate"]


def estimate(
    *,
    context: typer.Context,
    data: str,
    method: str,
    uncertainty: bool,
    pointwise: bool,
    output: Path | None,
    profile: bool,
    label: str | None,
    standardize: bool,
    metric: str | Metric,
    plot: Path | None,
    as_json: bool,
    limits: dict[str, Any],
    reading: Reading,
) -> None:
    """Estimate the dimension of a table."""
    _check_together(method, profile and "method" in options.given(context), plot is not None)
    _check_uncertainty(uncertainty, method, profile)
    _check_pointwise(pointwise, method, profile, output)
    _check_metric(metric_named(metric).name, method, uncertainty, profile)
    output_files.check_figure_path(plot)
    table = table_reading.read(data, label, reading, standardize, distinct=False, metric=metric)
    seen = seen_in(table)
    with ProgressDisplay() as progress, notes_from_warnings() as warned:
        limits["progress"] = progress
        if profile:
            profiled = dimension_profile(table.X, **limits)
        else:
            found = estimates_of(
                table, method, uncertain=uncertainty, pointwise=pointwise, **limits
            )
    # Pictures come first: the reader of a pipe may leave early.
    if profile:
        output_files.write_figure(profiled, plot)
        profile_table.show(table, profiled, [*table.notes, *seen, *warned], as_json)
    else:
        _write(table, found, label, output, plot, pointwise)
        estimate_tables.show(table, found, [*table.notes, *seen, *found.notes, *warned], as_json)


def _write(
    table: tables.Table,
    found: Estimates,
    label: str | None,
    output: Path | None,
    plot: Path | None,
    pointwise: bool,
) -> None:
    """Write the dimensions around rows, and the picture, if they were typed."""
    result = found.of_all_rows[0].result
    if result is None or not pointwise:
        output_files.write_figure(result, plot)
        return
    if output is not None:
        write_table(estimate_tables.columns(table, result, label), output)
        tell(f"Dimensions around rows written to {output}.")
    output_files.write_figure(PointwisePicture(result, table.X, table.feature_names), plot)


def _check_uncertainty(wanted: bool, method: str, profile: bool) -> None:
    if wanted and (profile or method not in UNCERTAIN):
        typed = "--profile" if profile else f"--method {method}"
        raise UsageError(
            f"--uncertainty goes with the methods {', '.join(UNCERTAIN)}, but {typed} was given."
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
        typed = "--profile" if profile else f"--method {ALL}"
        raise UsageError(
            f"--pointwise goes with one method, but {typed} was given; leave out one of them."
        )


def _check_metric(metric: str, method: str, uncertainty: bool, profile: bool) -> None:
    """Refuse options and methods that need features with a metric of distances alone."""
    if metric == "euclidean":
        return
    for flag, given in (("--profile", profile), ("--uncertainty", uncertainty)):
        if given:
            raise UsageError(
                f"{flag} needs features, so it takes no --metric {metric}; leave it out."
            )
    if method not in (able := with_metric()) and method != ALL:
        raise UsageError(
            f"The method {method} needs features, so it takes no --metric {metric}; those that "
            f"do are {', '.join(able) or 'none'}.",
            *[Remedy(("--method", each)) for each in able[:1]],
        )


def _check_together(method: str, profile_by_method: bool, plot: bool) -> None:
    """Refuse a method that does not exist, or does not go with the rest."""
    with UsageError.instead_of(ValueError):
        check_name(method, [*METHODS, ALL], "--method")
    if profile_by_method:
        raise UsageError(
            f"--profile has three methods of its own, but --method {method} was given; leave "
            f"out one of them."
        )
    if plot and method == ALL:
        raise UsageError(
            "--plot draws the evidence of one method, but --method all has every one; name the "
            "method to draw."
        )
