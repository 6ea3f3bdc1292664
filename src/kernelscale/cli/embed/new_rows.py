"""New rows embedded in the map of a model, for `kernelscale embed --model`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from ..._validation import check_points
from ...atomic_files import atomic_file
from ...datasets.errors import ColumnError, DataError, DataWarning
from ...datasets.table_files import read_table
from ...diffusion.diffusion_map import DiffusionMap
from ...diffusion.model.model_file import load_model
from ...markov.out_of_sample.averages import SMALLEST_MASS
from ...reports.embedding_figure import EmbeddingPicture
from ..shared.file_rows import Rows
from ..shared.output_files import write_figure
from ..shared.printing import counted
from ..shared.problems import UsageError, notes_from_warnings, sentence
from ..shared.progress import ProgressDisplay
from .arguments import Arguments
from .coordinates import Coordinates

__all__ = ["embed_new_rows"]

OF_FITTING = {"--impute", "--numeric-only"}
HINT = (
    "No file was written: -o embedded.csv writes the coordinates and each row's kernel mass, "
    "--plot map.png draws the new rows among the rows of the model."
)


def embed_new_rows(model: Path, new: str, arguments: Arguments) -> None:
    """Embed the rows of a file in the map of a model, and print, write and draw them."""
    arguments.outputs.check()
    with UsageError.instead_of(FileNotFoundError):
        fitted = load_model(model).set_params(n_threads=arguments.limits["n_threads"])
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        fitted.set_params(progress=progress)
        table = _read(new, model, fitted, arguments)
        coordinates = _embedded(table, new, fitted, arguments.label)
    _write(arguments, coordinates, table.color)
    n_rows, n_features = len(coordinates.values), fitted.n_features_in_
    arguments.outputs.show(
        coordinates,
        {
            "data": {"source": new, "n_samples": n_rows, "n_features": n_features},
            "model": str(model),
        },
        notes,
        heading=(
            f"{new}: {counted(n_rows, 'row')} embedded by {model} "
            f"({counted(len(fitted.embedding_), 'row')}, {counted(n_features, 'feature')})"
        ),
        hint=HINT,
    )


def _embedded(table: Any, new: str, fitted: DiffusionMap, label: str | None) -> Coordinates:
    """Coordinates of the rows of a table whose features are in the order of the model."""
    by_number = copy(fitted)
    if hasattr(fitted, "feature_names_in_"):
        del by_number.feature_names_in_  # names were matched when the table was read
    embedded = by_number.embed(table.data)
    rows = Rows(table.ids, table.rows, table.n_rows, new)
    return Coordinates(
        fitted, embedded.coordinates, table.target, label, embedded.kernel_mass, rows
    )


def _read(new: str, model: Path, fitted: DiffusionMap, arguments: Arguments) -> Any:
    """The table of new rows; its features are matched by name if table and model have names."""
    names = getattr(fitted, "feature_names_in_", None)
    try:
        typed = {**arguments.reading.arguments(), "features": names}
        bunch = read_table(new, label=arguments.label, color=arguments.color, **typed)
    except (FileNotFoundError, ColumnError) as error:
        raise UsageError(sentence(error)) from error
    except DataError as error:
        # The error suggests options as remedies. Options that select other features or fill in
        # medians are not suggested, because a model has fixed features and no medians.
        error.remedies = tuple(each for each in error.remedies if not OF_FITTING & {*each.flags})
        raise
    _warn_of_names(str(model), names, new, bunch.feature_names)
    bunch.data = check_points(bunch.data, name=new, min_rows=1, distinct=False)
    if bunch.data.shape[1] != fitted.n_features_in_:
        raise DataError(
            f"{new} has {bunch.data.shape[1]} feature(s), but {model} needs "
            f"{fitted.n_features_in_}; leave columns out with --drop, or name the column of labels "
            f"with --label."
        )
    return bunch


def _warn_of_names(
    model: str, names: Sequence[str] | None, new: str, names_of_new: Sequence[str] | None
) -> None:
    """Warn if the model has names of features and the table has none, or the other way round."""
    nameless = names is None or all(map(str.isdecimal, names))
    if nameless == (names_of_new is None):
        return
    first, second = (model, new) if names_of_new is None else (new, model)
    warnings.warn(
        f"{first} names its features and {second} does not, so features are matched by order.",
        DataWarning,
        stacklevel=2,
    )


def _write(arguments: Arguments, embedded: Coordinates, colors: np.ndarray | None) -> None:
    def write_arrays(path: Path) -> str:
        values, mass, labels = embedded.values, embedded.mass, embedded.labels
        found = {"coordinates": values, "kernel_mass": mass, "labels": labels}
        arrays = embedded.rows.arrays({k: v for k, v in found.items() if v is not None})
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)
        return "Coordinates"

    arguments.outputs.write(embedded, write_arrays)
    labels = getattr(embedded.fitted, "labels_", None)
    far = None if embedded.mass is None else embedded.mass < SMALLEST_MASS
    name = (arguments.label if colors is None else arguments.color) or "label"
    colors = embedded.labels if colors is None else colors
    picture = EmbeddingPicture(embedded.fitted, labels, embedded.values, colors, far, name)
    write_figure(picture, arguments.outputs.plot)
