"""New rows placed by a model from a file, for `kernelscale embed --model`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .._validation import check_points
from ..atomic_files import atomic_file
from ..datasets import ColumnError, DataError, DataWarning, read_table
from ..diffusion import DiffusionMap, load_model
from ..markov.out_of_sample.averages import SMALLEST_MASS
from ..reports import EmbeddingPicture
from . import figures
from .answers import bandwidth_facts, print_json, print_list, print_text
from .coordinates import (
    Coordinates,
    check_output_paths,
    facts_of_fit,
    print_eigenvalues,
    write_outputs,
)
from .problems import UsageError, notes_from_warnings, sentence
from .progress import ProgressDisplay
from .reading import Reading
from .rows import Rows
from .screen import standard_output

__all__ = ["Request", "place"]

OF_FITTING = {"--impute", "--numeric-only"}
HINT = (
    "Nothing is kept yet: -o placed.csv writes the coordinates and each row's kernel mass, "
    "--plot map.png draws the rows among those of the model."
)


class Request(NamedTuple):
    """What was typed."""

    model: Path
    new: str
    label: str | None
    color: str | None
    reading: Reading
    output: list[Path]
    plot: Path | None
    as_json: bool
    threads: int | None


def place(request: Request) -> None:
    """Place rows, and print, write and draw what was asked for."""
    figures.check_figure_path(request.plot)
    check_output_paths(request.output)
    with UsageError.instead_of(FileNotFoundError):
        fitted = load_model(request.model).set_params(n_threads=request.threads)
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        fitted.set_params(progress=progress)
        coordinates, colors = _placed(request, fitted)
    _write(request, coordinates, colors)  # first, for whoever reads what is printed may leave early
    if request.as_json:
        print_json(_document(request, coordinates, notes))
    else:
        _print(request, coordinates, notes)


def _placed(request: Request, fitted: DiffusionMap) -> tuple[Coordinates, np.ndarray | None]:
    """Coordinates of the rows of a file, its features matched by name where both have names.

    Beside them what colours the picture, if not their labels.
    """
    names = getattr(fitted, "feature_names_in_", None)
    found = _read(request, names)
    if found.data.shape[1] != fitted.n_features_in_:
        raise DataError(
            f"{request.new} has {found.data.shape[1]} feature(s), but {request.model} needs "
            f"{fitted.n_features_in_}; leave columns out with --drop, or name the one of labels "
            f"with --label."
        )
    by_number = copy(fitted)
    if names is not None:
        del by_number.feature_names_in_  # the names have been seen to
    placed = by_number.embed(found.data)
    rows = Rows(found.ids, found.rows, found.n_rows, request.new)
    coordinates = Coordinates(
        fitted, placed.coordinates, found.target, request.label, placed.kernel_mass, rows
    )
    return coordinates, found.color


def _read(request: Request, names: Sequence[str] | None) -> Any:
    """What the file holds, its features as finite points."""
    new, model = request.new, str(request.model)
    try:
        typed = {**request.reading.arguments(), "features": names}
        bunch = read_table(new, label=request.label, color=request.color, **typed)
    except (FileNotFoundError, ColumnError) as error:
        raise UsageError(sentence(error)) from error
    except DataError as error:  # the model says what its features are, and has no medians
        error.remedies = tuple(each for each in error.remedies if not OF_FITTING & {*each.flags})
        raise
    counted = names is not None and all(map(str.isdecimal, names))  # columns have no names there
    if (names is None or counted) != (bunch.feature_names is None):
        named, nameless = (model, new) if bunch.feature_names is None else (new, model)
        warnings.warn(
            f"{named} names its features and {nameless} does not, so they go by their order.",
            DataWarning,
            stacklevel=2,
        )
    bunch.data = check_points(bunch.data, name=new, min_rows=1, distinct=False)
    return bunch


def _write(request: Request, placed: Coordinates, colors: np.ndarray | None) -> None:
    def write_arrays(path: Path) -> str:
        arrays = {"coordinates": placed.values, "kernel_mass": placed.mass, "labels": placed.labels}
        given = placed.rows.arrays({k: value for k, value in arrays.items() if value is not None})
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            np.savez(file, **given)
        return "Coordinates"

    write_outputs(request.output, placed, write_arrays)
    labels = getattr(placed.fitted, "labels_", None)
    far = None if placed.mass is None else placed.mass < SMALLEST_MASS
    name = (request.label if colors is None else request.color) or "label"
    colors = placed.labels if colors is None else colors
    picture = EmbeddingPicture(placed.fitted, labels, placed.values, colors, far, name)
    figures.write_figure(picture, request.plot)


def _print(request: Request, placed: Coordinates, notes: list[str]) -> None:
    console = standard_output()
    n_trained, n_features = len(placed.fitted.embedding_), placed.fitted.n_features_in_
    print_text(
        console,
        f"{request.new}: {len(placed.values)} rows placed by {request.model} "
        f"({n_trained} rows, {n_features} features)",
        "bold",
    )
    for note in notes:
        print_text(console, f"Note: {note}")
    facts = [*facts_of_fit(placed.fitted), *bandwidth_facts(placed.fitted.bandwidth_)]
    print_list(console, facts)
    print_eigenvalues(console, placed.fitted)
    if not request.output and request.plot is None:
        print_text(console, HINT)


def _document(request: Request, placed: Coordinates, notes: list[str]) -> dict[str, Any]:
    written = [*request.output, *([request.plot] if request.plot else [])]
    rows, n_features = len(placed.values), placed.fitted.n_features_in_
    return {
        "data": {"source": request.new, "n_samples": rows, "n_features": n_features},
        "model": str(request.model),
        **placed.to_dict(),
        "notes": notes,
        "files": list(map(str, written)),
    }
