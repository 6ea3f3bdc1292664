"""The work of `kernelscale dimension`: one or all methods estimate the dimension of a table."""

from __future__ import annotations

from pathlib import Path

from ..._validation import check_name
from ...datasets.errors import Remedy
from ...datasets.table_output import check_table_path, write_table
from ...intrinsic_dimension.methods import METHODS
from ...intrinsic_dimension.profile import dimension_profile
from ...metrics.registry import metric_named
from ...reports.pointwise_figure import PointwisePicture
from ..shared import data_table, options, output_files, table_reading
from ..shared.help_lists import ALL, UNCERTAIN
from ..shared.notes import notes_on_table
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.screen import print_message
from . import estimate_tables, profile_table
from .arguments import Arguments
from .estimates import Estimates, estimates_of, with_metric

__all__ = ["estimate"]


def estimate(arguments: Arguments) -> None:
    """Estimate the dimension of a table."""
    _check(arguments)
    table = table_reading.read(
        arguments.data,
        arguments.label,
        arguments.reading,
        arguments.standardize,
        distinct=False,
        metric=arguments.metric,
    )
    notes = [*table.notes, *notes_on_table(table)]
    # Files are written before any text is printed: if stdout is a pipe that its reader closes, the
    # command ends at once.
    if arguments.profile:
        with ProgressDisplay() as progress, notes_from_warnings() as warned:
            profile = dimension_profile(table.X, progress=progress, **arguments.limits)
        output_files.write_figure(profile, arguments.plot)
        profile_table.show(table, profile, [*notes, *warned], arguments.as_json)
    else:
        with ProgressDisplay() as progress, notes_from_warnings() as warned:
            estimates = estimates_of(
                table,
                arguments.method,
                uncertain=arguments.uncertainty,
                pointwise=arguments.pointwise,
                progress=progress,
                **arguments.limits,
            )
        _write(table, estimates, arguments)
        notes = [*notes, *estimates.notes, *warned]
        estimate_tables.show(table, estimates, notes, arguments.as_json)


def _write(table: data_table.Table, estimates: Estimates, arguments: Arguments) -> None:
    """Write the dimension around each row, and the picture, if requested."""
    result = estimates.of_all_rows[0].result
    if result is None or not arguments.pointwise:
        output_files.write_figure(result, arguments.plot)
        return
    if arguments.output is not None:
        write_table(estimate_tables.columns(table, result, arguments.label), arguments.output)
        print_message(f"Dimensions around rows written to {arguments.output}.")
    picture = PointwisePicture(result, table.X, table.feature_names)
    output_files.write_figure(picture, arguments.plot)


def _check(arguments: Arguments) -> None:
    """Refuse options that contradict each other, and outputs that cannot be written."""
    method, profile = arguments.method, arguments.profile
    method_typed = "method" in options.given(arguments.context)
    _check_together(method, profile and method_typed, arguments.plot is not None)
    _check_uncertainty(arguments.uncertainty, method, profile)
    _check_pointwise(arguments.pointwise, method, profile, arguments.output)
    _check_metric(metric_named(arguments.metric).name, method, arguments.uncertainty, profile)
    output_files.check_figure_path(arguments.plot)


def _check_uncertainty(wanted: bool, method: str, profile: bool) -> None:
    if wanted and (profile or method not in UNCERTAIN):
        typed = "--profile" if profile else f"--method {method}"
        raise UsageError(
            f"--uncertainty needs one of the methods {', '.join(UNCERTAIN)}, but {typed} was given."
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
            f"--pointwise needs one method, but {typed} was given; leave out one of the two."
        )


def _check_metric(metric: str, method: str, uncertainty: bool, profile: bool) -> None:
    """Refuse options and methods that need features if the metric is not Euclidean."""
    if metric == "euclidean":
        return
    for flag, given in (("--profile", profile), ("--uncertainty", uncertainty)):
        if given:
            raise UsageError(
                f"{flag} needs features, so it cannot be used with --metric {metric}; leave out "
                f"{flag}."
            )
    if method not in (able := with_metric()) and method != ALL:
        raise UsageError(
            f"The method {method} needs features, so it cannot be used with --metric {metric}; "
            f"methods for any metric are {', '.join(able) or 'none'}.",
            *[Remedy(("--method", each)) for each in able[:1]],
        )


def _check_together(method: str, profile_by_method: bool, plot: bool) -> None:
    """Refuse an unknown method, --method together with --profile, and --method all with --plot."""
    with UsageError.instead_of(ValueError):
        check_name(method, [*METHODS, ALL], "--method")
    if profile_by_method:
        raise UsageError(
            f"--profile always shows the same three methods, but --method {method} was given; "
            f"leave out one of the two."
        )
    if plot and method == ALL:
        raise UsageError(
            "--plot draws the evidence of one method, but --method all was given; name one method."
        )
