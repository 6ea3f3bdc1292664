"""A diffusion map fitted to a table, for `kernelscale embed`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..._validation import check_count
from ...bandwidth import Rule, ScikitLearnScale
from ...diffusion import DiffusionMap, IndependentCoordinates, LongFitWarning, save_model
from ...diffusion.kernel_choice import rule_for_map
from ...metrics import Metric
from ...metrics.registry import metric_named
from ...reports import EmbeddingPicture
from ...results import plain
from ..shared import table_reading, tables
from ..shared.listed import INDEPENDENT, LEADING
from ..shared.notes import seen_in
from ..shared.output_files import write_figure
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.reading_options import Reading
from ..shared.rule_options import check_labels, parse_options, parse_rule
from ..shared.screen import tell
from .cells import check_cells, write_cells
from .coordinates import Coordinates
from .outputs import Outputs
from .parameters import map_parameters
from .shape import Shape

__all__ = ["Source", "fit"]

AMONG = 10  # coordinates, of which the independent ones are chosen

HINT = (
    "Nothing is kept yet: -o model.npz writes a model that embeds new rows, -o coordinates.csv the "
    "coordinates, --plot map.png a picture."
)


class Source(NamedTuple):
    """DATA, and what was typed about it."""

    data: str
    label: str | None
    color: str | None
    reading: Reading
    standardize: bool
    metric: str | Metric

    def table(self) -> tables.Table:
        """The data as they are; features are standardised by the map, not here."""
        refused = self.standardize and self.metric == tables.DISTANCES
        return table_reading.read(
            self.data,
            self.label,
            self.reading,
            refused,
            color=self.color,
            metric=self.metric,
            units=not self.standardize,
        )


def fit(
    bandwidth: str,
    option: list[str],
    source: Source,
    shape: Shape,
    outputs: Outputs,
    *,
    by_rule: bool,
    **limits: Any,
) -> None:
    """Fit a map, and print, write and draw it; `by_rule` says whether a rule was typed."""
    rule = rule_for_map(parse_rule(bandwidth, parse_options(option)))
    parameters = map_parameters(rule, shape, source.metric, by_rule=by_rule)
    _check(source, outputs)
    table = source.table()
    check_labels(rule, table)
    with UsageError.instead_of(ValueError):
        check_count(shape.components, "--components", largest=_n_fitted(shape, table.X) - 1)
    seen = seen_in(table, standardized=source.standardize)
    with ProgressDisplay() as progress, notes_from_warnings(at_once=LongFitWarning) as warned:
        if source.standardize:
            table, parameters = _standardized(table, rule, parameters)
        n_components = _n_components(shape, parameters, table.X)
        fitted = DiffusionMap(n_components, progress=progress, **parameters, **limits)
        fitted.fit(table.X, table.y)
    _set_names(fitted, table)
    independent = fitted.independent_coordinates_ if shape.which == INDEPENDENT else None
    if independent is not None:
        taken = independent.first(shape.components)
        fitted = fitted.with_coordinates(taken)
        warned.append(_about(independent, taken))
    coordinates = Coordinates(fitted, fitted.embedding_, table.y, source.label, rows=table.rows)
    _write(source, outputs, table, coordinates)
    beside = {}
    if independent is not None:
        beside["independent"] = plain({**vars(independent), "taken": taken})
    outputs.show(
        coordinates,
        {"data": table.to_dict()},
        [*table.notes, *seen, *warned],
        heading=table.describe(),
        hint=HINT,
        **beside,
    )


def _check(source: Source, outputs: Outputs) -> None:
    """Refuse files that cannot be written, and a map that cannot standardise."""
    check_cells(source.data, source.reading, outputs.cells)
    outputs.check()
    metric = metric_named(source.metric)
    if source.standardize and metric.sees_points and not metric.scales_features:
        raise UsageError(
            f"--standardize would be part of the model, but with --metric {metric.name} features "
            f"have no factors; leave it out."
        )


def _n_fitted(shape: Shape, X: np.ndarray) -> int:
    """How many rows the map is fitted to."""
    return len(X) if shape.landmarks is None else min(shape.landmarks, len(X))


def _n_components(shape: Shape, parameters: dict[str, Any], X: np.ndarray) -> int:
    """How many coordinates to compute; a graph has fewer than it has distinct rows."""
    if shape.which == LEADING:
        return shape.components
    of_graph = parameters["neighbors"] is not None
    n_rows = _n_distinct(parameters["metric"], X) if of_graph else len(X)
    n_rows = min(n_rows, _n_fitted(shape, X))
    return max(shape.components, min(AMONG, n_rows - 1))


def _n_distinct(metric: str | Metric, X: np.ndarray) -> int:
    fitted = metric_named(metric).fitted_to(X)
    return len(np.unique(fitted.first_alike(fitted.checked(X))))


def _about(independent: IndependentCoordinates, taken: np.ndarray) -> str:
    """Which coordinates are taken, counted from 1 as in all that is printed."""
    numbers, n_all = ", ".join(str(k + 1) for k in taken), len(independent.residuals)
    n_new = len(independent.indices)
    return (
        f"Coordinate(s) {numbers} of {n_all}, counted from 1, are taken. {n_new} of the {n_all} "
        f"are no function of those before, which estimates the dimension, or one more where the "
        f"data close on themselves."
    )


def _standardized(
    table: tables.Table, rule: Rule, parameters: dict[str, Any]
) -> tuple[tables.Table, dict[str, Any]]:
    """The same table, to be scaled by the map, so that the model scales new rows as well."""
    standard = table.with_standard_features()
    if isinstance(rule, ScikitLearnScale):  # the only rule that depends on the mean
        parameters = {**parameters, "bandwidth": rule(standard.X)}
    return replace(table, standardized=True), {**parameters, "scale": table.standard_scale()}


def _set_names(fitted: DiffusionMap, table: tables.Table) -> None:
    if not table.holds_distances and table.feature_names != tuple(
        map(str, range(table.X.shape[1]))
    ):
        fitted.feature_names_in_ = np.array(table.feature_names, dtype=object)


def _write(source: Source, outputs: Outputs, table: tables.Table, coordinates: Coordinates) -> None:
    """Write the files; this comes before the printing, for the reader of a pipe may leave early."""
    colored = table.color is not None
    colors = table.color if colored else coordinates.labels

    def write_model(path: Path) -> str:
        save_model(coordinates.fitted, path, labels=colors)
        return "Model"

    outputs.write(coordinates, write_model)
    for path in outputs.cells:
        write_cells(source.data, path, source.reading.use_rep, coordinates)
        tell(f"Cells with coordinates written to {path}.")
    name = (source.color if colored else source.label) or "label"
    write_figure(EmbeddingPicture(coordinates.fitted, colors, label_name=name), outputs.plot)
