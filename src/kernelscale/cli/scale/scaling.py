"""What `kernelscale scale` does: it finds a factor for each feature, prints and writes them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from ..._validation import check_name, check_positive
from ...data import PointCloud
from ...datasets.column_entries import NUMERIC_KINDS
from ...distances import centred_points
from ...engine import ProgressEvent
from ...scaling import ManifoldScaler, SupervisedScaler
from ..shared import options, table_reading, tables
from ..shared.listed import SCALING_METHODS, SCALING_TARGETS
from ..shared.notes import seen_in
from ..shared.output_files import check_figure_path, check_table_files, write_figure
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.reading_options import Reading
from . import scaled_files
from .scaled_tables import ManifoldTable, ScaledTable, SupervisedTable

__all__ = ["scale"]

STAGE = "steps"


def scale(
    *,
    context: typer.Context,
    data: str,
    n_dims: int | None,
    method: str,
    target: str,
    label: str | None,
    supervised: bool,
    numbers: bool,
    strength: float | None,
    groups: str | None,
    output: list[Path] | None,
    plot: Path | None,
    as_json: bool,
    limits: dict[str, Any],
    reading: Reading,
) -> None:
    """Find the scales of the features of a table, and print, write and draw them."""
    with UsageError.instead_of(ValueError):
        check_name(method, SCALING_METHODS, "--method")
        check_name(target, SCALING_TARGETS, "--target")
        if strength is not None:
            check_positive(strength, "--C")
    _check_belong_together(options.given(context), supervised)
    check_figure_path(plot)
    check_table_files(output or [])
    table = table_reading.read(data, label, reading, standardize=False, groups=groups, units=False)
    if supervised:
        table = _with_targets(table, numbers)
    seen = seen_in(table, standardized=True, labelled=supervised)
    with ProgressDisplay() as progress, notes_from_warnings() as notes, _constant_features_noted():
        limits["progress"] = progress
        scaled: ScaledTable
        if supervised:
            targets = "numbers" if numbers else "auto"
            scaler = SupervisedScaler(C=strength, targets=targets, **limits)
            scaled = SupervisedTable(table, scaler.fit(table.X, table.y, groups=table.groups))
        else:
            chosen = {"method": method, "target": target}
            scaled = _by_dimension(table, n_dims, chosen, limits)
    # Files come first: the reader of a pipe may leave early.
    scaled_files.write(scaled, output or [], label)
    write_figure(scaled_files.picture(scaled), plot)
    written = [*(output or []), *([plot] if plot else [])]
    scaled_files.show(scaled, [*table.notes, *seen, *notes], written, as_json)


def _check_belong_together(given: dict[str, str], supervised: bool) -> None:
    """Refuse options of the other way to find scales."""
    others = ("n_dims", "method", "target") if supervised else ("numbers", "strength", "groups")
    for name in others:
        if name in given:
            without = "with" if supervised else "without"
            raise UsageError(f"{given[name]} has no effect {without} --supervised; leave it out.")


def _with_targets(table: tables.Table, numbers: bool) -> tables.Table:
    """The table with labels as classes or numbers; refused without labels that can be predicted."""
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
    """Context without warnings of constant features, which the table's notes name."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        yield


def _by_dimension(
    table: tables.Table, n_dims: int | None, chosen: dict[str, Any], limits: dict[str, Any]
) -> ManifoldTable:
    """The scales, and the largest d_eps of the features before and after."""
    progress = limits["progress"]
    alone = {name: limits[name] for name in ("memory_limit", "n_threads")}
    progress(ProgressEvent(STAGE, 0, 2))
    scaler = ManifoldScaler(n_dims, **chosen, **alone).fit(table.X)
    progress(ProgressEvent(STAGE, 1, 2))
    standard = centred_points(table.X) * table.standard_scale()
    before, after = (
        _largest_dimension(points, limits) for points in (standard, scaler.transform(table.X))
    )
    progress(ProgressEvent(STAGE, 2, 2))
    return ManifoldTable(table, scaler, n_dims is not None, before, after)


def _largest_dimension(points: Any, limits: dict[str, Any]) -> float:
    """The largest d_eps over all useful scales."""
    return float(PointCloud(points, **limits).curve().dimension.max())
