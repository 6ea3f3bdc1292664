"""New rows embedded in the map of a model, for `kernelscale embed --model`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..._validation import check_points
from ...atomic_files import atomic_file
from ...datasets.errors import ColumnError, DataError, DataWarning
from ...datasets.files import read_table
from ...diffusion.diffusion_map import DiffusionMap
from ...diffusion.model.file import load_model
from ...markov.out_of_sample.averages import SMALLEST_MASS
from ...reports.embedding_figure import EmbeddingPicture
from ..shared.output_files import write_figure
from ..shared.printing import counted
from ..shared.problems import UsageError, notes_from_warnings, sentence
from ..shared.progress import ProgressDisplay
from ..shared.reading_options import Reading
from ..shared.rows import Rows
from .coordinates import Coordinates
from .outputs import Outputs

__all__ = ["NewRows", "embed_new_rows"]

OF_FITTING = {"--impute", "--numeric-only"}
HINT = (
    "Nothing is kept yet: -o embedded.csv writes the coordinates and each row's kernel mass, "
    "--plot map.png draws the rows among those of the model."
)


class NewRows(NamedTuple):
    """A file of new rows, the model to embed them by, and what was typed about them."""

    model: Path
    new: str
    label: str | None
    color: str | None
    reading: Reading


def embed_new_rows(rows: NewRows, outputs: Outputs, threads: int | None) -> None:
    """Embed new rows in the map of a model, and print, write and draw them."""
    outputs.check()
    with UsageError.instead_of(FileNotFoundError):
        fitted = load_model(rows.model).set_params(n_threads=threads)
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        fitted.set_params(progress=progress)
        coordinates, colors = _embedded(rows, fitted)
    _write(rows, outputs, coordinates, colors)
    n_rows, n_features = len(coordinates.values), fitted.n_features_in_
    outputs.show(
        coordinates,
        {
            "data": {"source": rows.new, "n_samples": n_rows, "n_features": n_features},
            "model": str(rows.model),
        },
        notes,
        heading=(
            f"{rows.new}: {counted(n_rows, 'row')} embedded by {rows.model} "
            f"({counted(len(fitted.embedding_), 'row')}, {counted(n_features, 'feature')})"
        ),
        hint=HINT,
    )


def _embedded(rows: NewRows, fitted: DiffusionMap) -> tuple[Coordinates, np.ndarray | None]:
    """Coordinates of the rows of a file, its features matched by name where both have names.

    Beside them what colours the picture, if not their labels.
    """
    names = getattr(fitted, "feature_names_in_", None)
    found = _read(rows, names)
    if found.data.shape[1] != fitted.n_features_in_:
        raise DataError(
            f"{rows.new} has {found.data.shape[1]} feature(s), but {rows.model} needs "
            f"{fitted.n_features_in_}; leave columns out with --drop, or name the one of labels "
            f"with --label."
        )
    by_number = copy(fitted)
    if names is not None:
        del by_number.feature_names_in_  # the names have been seen to
    embedded = by_number.embed(found.data)
    of_file = Rows(found.ids, found.rows, found.n_rows, rows.new)
    coordinates = Coordinates(
        fitted, embedded.coordinates, found.target, rows.label, embedded.kernel_mass, of_file
    )
    return coordinates, found.color


def _read(rows: NewRows, names: Sequence[str] | None) -> Any:
    """What the file holds, its features as finite points."""
    new, model = rows.new, str(rows.model)
    try:
        typed = {**rows.reading.arguments(), "features": names}
        bunch = read_table(new, label=rows.label, color=rows.color, **typed)
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


def _write(
    rows: NewRows, outputs: Outputs, embedded: Coordinates, colors: np.ndarray | None
) -> None:
    """Write the files; this comes before the printing, for the reader of a pipe may leave early."""

    def write_arrays(path: Path) -> str:
        values, mass, labels = embedded.values, embedded.mass, embedded.labels
        found = {"coordinates": values, "kernel_mass": mass, "labels": labels}
        arrays = embedded.rows.arrays({k: v for k, v in found.items() if v is not None})
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)
        return "Coordinates"

    outputs.write(embedded, write_arrays)
    labels = getattr(embedded.fitted, "labels_", None)
    far = None if embedded.mass is None else embedded.mass < SMALLEST_MASS
    name = (rows.label if colors is None else rows.color) or "label"
    colors = embedded.labels if colors is None else colors
    picture = EmbeddingPicture(embedded.fitted, labels, embedded.values, colors, far, name)
    write_figure(picture, outputs.plot)
