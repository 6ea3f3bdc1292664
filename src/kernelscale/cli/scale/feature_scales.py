"""The work of `kernelscale scale`: a factor for each feature, printed, written and drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..._validation import check_name, check_positive
from ...data import PointCloud
from ...datasets.column_entries import NUMERIC_KINDS
from ...distances import centred_points
from ...engine.progress import ProgressEvent
from ...scaling.manifold_scaler import ManifoldScaler
from ...scaling.supervised_scaler import SupervisedScaler
from ..shared import data_table, options, table_reading
from ..shared.help_lists import SCALING_METHODS, SCALING_TARGETS
from ..shared.notes import notes_on_table
from ..shared.output_files import check_figure_path, check_table_files, write_figure
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from . import scaled_files
from .arguments import Arguments
from .scaled_tables import ManifoldTable, ScaledTable, SupervisedTable

__all__ = ["scale"]

STAGE = "steps"


def scale(arguments: Arguments) -> None:
    """Find the scales of the features of a table, and print, write and draw them."""
    _check(arguments)
    table = table_reading.read(
        arguments.data,
        arguments.label,
        arguments.reading,
        standardize=False,
        groups=arguments.groups,
        units=False,
    )
    if arguments.supervised:
        table = _with_targets(table, arguments.numbers)
    notes = notes_on_table(table, standardized=True, labelled=arguments.supervised)
    with (
        ProgressDisplay() as progress,
        notes_from_warnings() as warned,
        data_table.without_constant_warnings(),
    ):
        fit = _supervised if arguments.supervised else _by_dimension
        scaled = fit(table, arguments, {**arguments.limits, "progress": progress})
    # Files are written before any text is printed: if stdout is a pipe that its reader closes, the
    # command ends at once.
    outputs, plot = arguments.output or [], arguments.plot
    scaled_files.write(scaled, outputs, arguments.label)
    write_figure(scaled_files.picture(scaled), plot)
    written = [*outputs, *([plot] if plot else [])]
    scaled_files.show(scaled, [*table.notes, *notes, *warned], written, arguments.as_json)


def _check(arguments: Arguments) -> None:
    """Refuse values that are not allowed, and outputs that cannot be written."""
    with UsageError.instead_of(ValueError):
        check_name(arguments.method, SCALING_METHODS, "--method")
        check_name(arguments.target, SCALING_TARGETS, "--target")
        if arguments.strength is not None:
            check_positive(arguments.strength, "--C")
    _check_belong_together(options.given(arguments.context), arguments.supervised)
    check_figure_path(arguments.plot)
    check_table_files(arguments.output or [])


def _check_belong_together(given: dict[str, str], supervised: bool) -> None:
    """Refuse options that have no effect with --supervised, or without it."""
    others = ("n_dims", "method", "target") if supervised else ("numbers", "strength", "groups")
    for name in others:
        if name in given:
            without = "with" if supervised else "without"
            raise UsageError(f"{given[name]} has no effect {without} --supervised; leave it out.")


def _with_targets(table: data_table.Table, numbers: bool) -> data_table.Table:
    """The table with labels as classes or numbers; a table without labels is refused."""
    if table.y is None:
        raise UsageError(
            f"--supervised needs the class of each row, or a number to predict, but no column of "
            f"{table.source} was named as the label; name it with --label."
        )
    if numbers and table.y.dtype.kind not in NUMERIC_KINDS:
        raise UsageError(
            f"--numbers means that the labels are numbers, but {table.source} has labels such as "
            f"{str(table.y[0])!r}; leave --numbers out to use them as classes."
        )
    return replace(table, numbers=numbers)


def _supervised(
    table: data_table.Table, arguments: Arguments, engine_options: dict[str, Any]
) -> ScaledTable:
    """The scales that best predict the labels."""
    targets = "numbers" if arguments.numbers else "auto"
    scaler = SupervisedScaler(C=arguments.strength, targets=targets, **engine_options)
    return SupervisedTable(table, scaler.fit(table.X, table.y, groups=table.groups))


def _by_dimension(
    table: data_table.Table, arguments: Arguments, engine_options: dict[str, Any]
) -> ScaledTable:
    """The scales found without labels, and the largest d_eps before and after scaling.

    d_eps is the dimension that a Gaussian kernel implies at one value of its scale.
    """
    progress, n_dims = engine_options["progress"], arguments.n_dims
    progress(ProgressEvent(STAGE, 0, 2))
    scaler = ManifoldScaler(
        n_dims, method=arguments.method, target=arguments.target, **arguments.limits
    ).fit(table.X)
    progress(ProgressEvent(STAGE, 1, 2))
    standard = centred_points(table.X) * table.standard_scale()
    before, after = (
        _largest_dimension(points, engine_options)
        for points in (standard, scaler.transform(table.X))
    )
    progress(ProgressEvent(STAGE, 2, 2))
    return ManifoldTable(table, scaler, n_dims is not None, before, after)


def _largest_dimension(points: Any, engine_options: dict[str, Any]) -> float:
    """The largest d_eps over all useful scales of the kernel."""
    return float(PointCloud(points, **engine_options).curve().dimension.max())
