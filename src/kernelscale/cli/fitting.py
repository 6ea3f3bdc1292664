"""A diffusion map fitted to a table, for `kernelscale embed`."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .._validation import check_count
from ..bandwidth import Rule, ScikitLearnScale
from ..diffusion import DiffusionMap, IndependentCoordinates, LongFitWarning, save_model
from ..diffusion.on_kept_mass import check_one_scale
from ..diffusion.resolution import labels_for, rule_for_map
from ..metrics import Metric
from ..metrics.registry import metric_named
from ..reports import EmbeddingPicture
from ..results import plain
from . import cells, figures, options, tables
from .answers import bandwidth_facts, print_json, print_list, print_text
from .coordinates import (
    Coordinates,
    check_output_paths,
    facts_of_fit,
    print_eigenvalues,
    write_outputs,
)
from .listed import INDEPENDENT, LEADING
from .looking import seen_in
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading
from .rule_options import check_labels, parse_options, parse_rule
from .screen import standard_output, tell

__all__ = ["Request", "fit"]

AMONG = 10  # coordinates that the independent ones are looked for

HINT = (
    "Nothing is kept yet: -o model.npz writes a model that places new rows, -o coordinates.csv the "
    "coordinates, --plot map.png a picture."
)


class Request(NamedTuple):
    """What was typed."""

    data: str
    bandwidth: str
    option: list[str]
    label: str | None
    color: str | None
    reading: Reading
    standardize: bool
    metric: str | Metric
    components: int
    which: str
    alpha: float
    steps: int
    graph: dict[str, Any]
    kept_mass: float | None
    landmarks: int | None
    output: list[Path]
    plot: Path | None
    as_json: bool
    memory_limit: str
    threads: int | None

    @property
    def output_of_tables(self) -> list[Path]:
        """Files to write that are no copies of a file of cells."""
        return [path for path in self.output if not cells.are_cells(path)]


def fit(request: Request) -> None:
    """Fit a map, and print, write and draw what was asked for."""
    rule, parameters = _checked(request)
    table = tables.read(
        request.data,
        request.label,
        request.reading,
        request.standardize and request.metric == tables.DISTANCES,  # which refuses it
        color=request.color,
        metric=request.metric,
        units=not request.standardize,
    )
    check_labels(rule, table)
    with UsageError.instead_of(ValueError):
        check_count(request.components, "--components", largest=_n_fitted(request, table.X) - 1)
    classes = _classes(rule, table)
    seen = seen_in(table, standardized=request.standardize)
    with ProgressDisplay() as progress, notes_from_warnings(at_once=LongFitWarning) as warned:
        if request.standardize:
            table, parameters = _standardized(table, rule, parameters)
        n_components = _n_components(request, table.X)
        fitted = DiffusionMap(n_components, progress=progress, **parameters)
        fitted.fit(table.X, classes)
    _set_names(fitted, table)
    independent = fitted.independent_coordinates_ if request.which == INDEPENDENT else None
    if independent is not None:
        taken = independent.first(request.components)
        fitted = fitted.with_coordinates(taken)
        warned.append(_about(independent, taken))
    coordinates = Coordinates(fitted, fitted.embedding_, table.y, request.label, rows=table.rows)
    notes = [*table.notes, *seen, *warned]
    _write(request, table, coordinates)  # first, for whoever reads what is printed may leave early
    if request.as_json:
        document = _document(request, table, coordinates, notes)
        if independent is not None:
            document["independent"] = plain({**vars(independent), "taken": taken})
        print_json(document)
    else:
        _print(request, table, fitted, notes)


def _n_fitted(request: Request, X: np.ndarray) -> int:
    """How many rows the map is fitted to."""
    return len(X) if request.landmarks is None else min(request.landmarks, len(X))


def _n_components(request: Request, X: np.ndarray) -> int:
    """How many to compute; a graph has fewer than distinct rows, whatever was asked for."""
    if request.which == LEADING:
        return request.components
    of_graph = request.graph["neighbors"] is not None
    n_rows = _n_distinct(request.metric, X) if of_graph else len(X)
    n_rows = min(n_rows, _n_fitted(request, X))
    return max(request.components, min(AMONG, n_rows - 1))


def _n_distinct(metric: str | Metric, X: np.ndarray) -> int:
    fitted = metric_named(metric).fitted_to(X)
    return len(np.unique(fitted.first_alike(fitted.checked(X))))


def _about(independent: IndependentCoordinates, taken: np.ndarray) -> str:
    """Which coordinates were taken, counted from 1 as everything on the screen."""
    numbers, n_all = ", ".join(str(k + 1) for k in taken), len(independent.residuals)
    n_new = len(independent.indices)
    return (
        f"Coordinate(s) {numbers} of {n_all}, counted from 1, are taken. {n_new} of the {n_all} "
        f"are no function of those before, which estimates the dimension, or one more where the "
        f"data close on themselves."
    )


def _checked(request: Request) -> tuple[Rule, dict[str, Any]]:
    """The rule, and parameters of the map, all that can be checked before anything is read."""
    rule = rule_for_map(parse_rule(request.bandwidth, parse_options(request.option)))
    engine_options = options.engine_options(request.memory_limit, request.threads)
    figures.check_figure_path(request.plot)
    cells.check_cells(request.data, request.reading, request.output)
    check_output_paths(request.output_of_tables)
    metric = metric_named(request.metric)
    if request.standardize and metric.sees_points and not metric.scales_features:
        raise UsageError(
            f"--standardize would be part of the model, but with --metric {metric.name} features "
            f"have no factors; leave it out."
        )
    parameters = {
        "alpha": request.alpha,
        "t": request.steps,
        "kept_mass": request.kept_mass,
        "landmarks": request.landmarks,
        "metric": request.metric,
        **request.graph,
        **engine_options,
    }
    if isinstance(n_neighbors := request.graph["neighbors"], int) and rule.scales_rows:
        with UsageError.instead_of(ValueError):
            rule.check_neighbors(n_neighbors)
    if request.kept_mass is not None:
        with UsageError.instead_of(ValueError):
            check_one_scale(rule)
    if request.graph.get("edge_weights") == "self_tuned":  # of which no rule is asked
        return rule, parameters
    return rule, {"bandwidth": rule, **parameters}


def _standardized(
    table: tables.Table, rule: Rule, parameters: dict[str, Any]
) -> tuple[tables.Table, dict[str, Any]]:
    """The same table, to be scaled by the map, so that the model scales new rows as well."""
    standard = table.with_standard_features()
    if isinstance(rule, ScikitLearnScale):  # the only one to which it matters where zero is
        parameters = {**parameters, "bandwidth": rule(standard.X)}
    return replace(table, standardized=True), {**parameters, "scale": table.standard_scale()}


def _set_names(fitted: DiffusionMap, table: tables.Table) -> None:
    if not table.holds_distances and table.feature_names != tuple(
        map(str, range(table.X.shape[1]))
    ):
        fitted.feature_names_in_ = np.array(table.feature_names, dtype=object)


def _classes(rule: Rule, table: tables.Table) -> np.ndarray | None:
    """The labels where the rule has a use for them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn's, on labels of which most are different
        return labels_for(rule, table.y, len(table.X))


def _write(request: Request, table: tables.Table, coordinates: Coordinates) -> None:
    colored = table.color is not None
    colors = table.color if colored else coordinates.labels

    def write_model(path: Path) -> str:
        save_model(coordinates.fitted, path, labels=colors)
        return "Model"

    write_outputs(request.output_of_tables, coordinates, write_model)
    for path in filter(cells.are_cells, request.output):
        cells.write_cells(request.data, path, request.reading.use_rep, coordinates)
        tell(f"Cells with coordinates written to {path}.")
    name = (request.color if colored else request.label) or "label"
    picture = EmbeddingPicture(coordinates.fitted, colors, label_name=name)
    figures.write_figure(picture, request.plot)


def _print(request: Request, table: tables.Table, fitted: DiffusionMap, notes: list[str]) -> None:
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_list(console, [*facts_of_fit(fitted), *bandwidth_facts(fitted.bandwidth_)])
    print_eigenvalues(console, fitted)
    if not request.output and request.plot is None:
        print_text(console, HINT)


def _document(
    request: Request, table: tables.Table, coordinates: Coordinates, notes: list[str]
) -> dict[str, Any]:
    written = [*request.output, *([request.plot] if request.plot else [])]
    return {
        "data": table.to_dict(),
        **coordinates.to_dict(),
        "notes": notes,
        "files": list(map(str, written)),
    }
