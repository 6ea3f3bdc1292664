"""A diffusion map fitted to a table, for `kernelscale embed`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..._validation import check_count
from ...bandwidth.rule import Rule
from ...bandwidth.rules.scikit_learn_scale import ScikitLearnScale
from ...diffusion.diffusion_map import DiffusionMap
from ...diffusion.independent_coordinates import IndependentCoordinates
from ...diffusion.kernel_choice import rule_for_map
from ...diffusion.long_fits import LongFitWarning
from ...diffusion.model.model_file import save_model
from ...metrics.metric import Metric
from ...metrics.registry import metric_named
from ...reports.embedding_figure import EmbeddingPicture
from ...results import plain
from ..shared import data_table, options, table_reading
from ..shared.help_lists import INDEPENDENT, LEADING
from ..shared.notes import notes_on_table
from ..shared.output_files import write_figure
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.rule_options import check_labels, parse_options, parse_rule
from ..shared.screen import print_message
from .arguments import Arguments
from .cell_files import check_cells, write_cells
from .coordinates import Coordinates
from .map_options import MapOptions
from .map_parameters import map_parameters

__all__ = ["fit"]

N_CANDIDATES = 10  # number of coordinates from which independent coordinates are chosen

HINT = (
    "No file was written: -o model.npz writes a model that embeds new rows, -o coordinates.csv the "
    "coordinates, --plot map.png a picture."
)


def fit(data: str, arguments: Arguments) -> None:
    """Fit a map to DATA, and print, write and draw it."""
    map_options, outputs = arguments.map_options, arguments.outputs
    rule = rule_for_map(parse_rule(arguments.bandwidth, parse_options(arguments.option or [])))
    by_rule = bool({"bandwidth", "option"} & options.given(arguments.context).keys())
    parameters = map_parameters(rule, map_options, arguments.metric, by_rule=by_rule)
    _check(data, arguments)
    table = _table(data, arguments)
    check_labels(rule, table)
    with UsageError.instead_of(ValueError):
        n_fitted = _n_fitted(map_options, table.X)
        check_count(map_options.components, "--components", largest=n_fitted - 1)
    notes = notes_on_table(table, standardized=arguments.standardize)
    with ProgressDisplay() as progress, notes_from_warnings(at_once=LongFitWarning) as warned:
        if arguments.standardize:
            table, parameters = _standardized(table, rule, parameters)
        n_components = _n_components(map_options, parameters, table.X)
        fitted = DiffusionMap(n_components, progress=progress, **parameters, **arguments.limits)
        fitted.fit(table.X, table.y)
    _set_names(fitted, table)
    more = {}
    if map_options.which == INDEPENDENT:
        independent = fitted.independent_coordinates_
        taken = independent.first(map_options.components)
        fitted = fitted.with_coordinates(taken)
        warned.append(_note_on_independent(independent, taken))
        more["independent"] = plain({**vars(independent), "taken": taken})
    coordinates = Coordinates(fitted, fitted.embedding_, table.y, arguments.label, rows=table.rows)
    _write(data, arguments, table, coordinates)
    outputs.show(
        coordinates,
        {"data": table.to_dict()},
        [*table.notes, *notes, *warned],
        heading=table.describe(),
        hint=HINT,
        **more,
    )


def _table(data: str, arguments: Arguments) -> data_table.Table:
    """DATA, not standardised here: the map does that itself, to scale new rows in the same way."""
    refused = arguments.standardize and arguments.metric == data_table.DISTANCES
    return table_reading.read(
        data,
        arguments.label,
        arguments.reading,
        refused,
        color=arguments.color,
        metric=arguments.metric,
        units=not arguments.standardize,
    )


def _check(data: str, arguments: Arguments) -> None:
    """Refuse outputs that cannot be written, and --standardize if the metric allows no factors."""
    check_cells(data, arguments.reading, arguments.outputs.cells)
    arguments.outputs.check()
    metric = metric_named(arguments.metric)
    if arguments.standardize and metric.sees_points and not metric.scales_features:
        raise UsageError(
            f"--standardize multiplies features by factors, which --metric {metric.name} does not "
            f"allow in a model; leave out --standardize."
        )


def _n_fitted(map_options: MapOptions, X: np.ndarray) -> int:
    """The number of rows that the map is fitted to."""
    landmarks = map_options.landmarks
    return len(X) if landmarks is None else min(landmarks, len(X))


def _n_components(map_options: MapOptions, parameters: dict[str, Any], X: np.ndarray) -> int:
    """Number of coordinates to compute.

    If independent coordinates are to be chosen, at least `N_CANDIDATES` are computed, or as many as
    the rows allow.
    """
    if map_options.which == LEADING:
        return map_options.components
    of_graph = parameters["neighbors"] is not None
    n_rows = _n_distinct(parameters["metric"], X) if of_graph else len(X)
    n_rows = min(n_rows, _n_fitted(map_options, X))
    return max(map_options.components, min(N_CANDIDATES, n_rows - 1))


def _n_distinct(metric: str | Metric, X: np.ndarray) -> int:
    fitted = metric_named(metric).fitted_to(X)
    return len(np.unique(fitted.first_alike(fitted.checked(X))))


def _note_on_independent(independent: IndependentCoordinates, taken: np.ndarray) -> str:
    """A note with the numbers of the coordinates that are used, counted from 1."""
    numbers, n_all = ", ".join(str(k + 1) for k in taken), len(independent.residuals)
    n_new = len(independent.indices)
    return (
        f"Coordinate(s) {numbers} of {n_all}, counted from 1, are used. {n_new} of the {n_all} "
        f"are not functions of the coordinates before them; this number is the dimension of the "
        f"data, or one more if the data are closed like a circle."
    )


def _standardized(
    table: data_table.Table, rule: Rule, parameters: dict[str, Any]
) -> tuple[data_table.Table, dict[str, Any]]:
    """The table marked as standardised, and parameters with which the map scales the features."""
    standard = table.with_standard_features()
    if isinstance(rule, ScikitLearnScale):  # the only rule that depends on the mean of features
        parameters = {**parameters, "bandwidth": rule(standard.X)}
    return replace(table, standardized=True), {**parameters, "scale": table.standard_scale()}


def _set_names(fitted: DiffusionMap, table: data_table.Table) -> None:
    numbers = tuple(map(str, range(table.X.shape[1])))
    if not table.holds_distances and table.feature_names != numbers:
        fitted.feature_names_in_ = np.array(table.feature_names, dtype=object)


def _write(
    data: str, arguments: Arguments, table: data_table.Table, coordinates: Coordinates
) -> None:
    outputs = arguments.outputs
    colored = table.color is not None
    colors = table.color if colored else coordinates.labels

    def write_model(path: Path) -> str:
        save_model(coordinates.fitted, path, labels=colors)
        return "Model"

    outputs.write(coordinates, write_model)
    for path in outputs.cells:
        write_cells(data, path, arguments.reading.use_rep, coordinates)
        print_message(f"Cells with coordinates written to {path}.")
    name = (arguments.color if colored else arguments.label) or "label"
    write_figure(EmbeddingPicture(coordinates.fitted, colors, label_name=name), outputs.plot)
