"""Diffusion coordinates as an answer: on the screen, as one JSON document, in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from ..atomic_files import check_writable
from ..datasets.writing import check_table_path, write_table
from ..diffusion import DiffusionMap
from .answers import four_digits
from .problems import UsageError
from .rows import Rows
from .screen import Screen, tell

__all__ = [
    "FORMATS",
    "Coordinates",
    "Format",
    "check_output_paths",
    "facts_of_fit",
    "print_eigenvalues",
    "write_outputs",
]


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Rows in a diffusion map, and what is written beside them.

    Attributes
    ----------
    fitted : DiffusionMap
        The map.
    values : ndarray of shape (n_rows, n_components)
        Coordinates of the rows.
    labels : ndarray of shape (n_rows,) or None
        Their labels.
    label : str or None
        Name of the column that held them.
    mass : ndarray of shape (n_rows,) or None
        What the kernel sees of the training rows from new ones.
    rows : Rows
        Which rows of the file they are.
    """

    fitted: DiffusionMap
    values: np.ndarray
    labels: np.ndarray | None = None
    label: str | None = None
    mass: np.ndarray | None = None
    rows: Rows = field(default_factory=Rows)

    def columns(self) -> dict[str, np.ndarray]:
        """Columns of a table, by name: a row for each of the file."""
        return self.rows.columns(self._found())

    def _found(self) -> dict[str, np.ndarray]:
        names = self.fitted.get_feature_names_out()
        columns = dict(zip(map(str, names), self.values.T, strict=True))
        if self.mass is not None:
            columns["kernel_mass"] = self.mass
        if self.labels is None:
            return columns
        name = "label" if self.label is None or self.label in columns else self.label
        return {**columns, name: self.labels}

    def to_dict(self) -> dict[str, Any]:
        """The map and the coordinates ready for JSON."""
        fitted, landmarks = self.fitted, self.fitted.landmark_indices_
        document = {
            "bandwidth": fitted.bandwidth_.to_dict(),
            "alpha": fitted.alpha,
            "steps": fitted.t,
            "neighbors": fitted.n_neighbors_,
            "omitted_mass": fitted.omitted_mass_,
            "landmarks": None if landmarks is None else len(landmarks),
            "eigenvalues": fitted.eigenvalues_.tolist(),
            "participation": fitted.participation_.tolist(),
            "component_sizes": fitted.component_sizes_.tolist(),
            "coordinates": self.rows.for_json(self.values),
        }
        if self.mass is not None:
            document["kernel_mass"] = self.rows.for_json(self.mass)
        if self.rows.ids:
            document["rows"] = {name: found.tolist() for name, found in self.rows.names({}).items()}
        return document


class Format(NamedTuple):
    """How coordinates are written into files of one kind: a check before the work, and the work."""

    check: Callable[[Path], None]
    write: Callable[[Coordinates, Path], None]


def _write_table(coordinates: Coordinates, path: Path) -> None:
    write_table(coordinates.columns(), path)


FORMATS = {
    ".csv": Format(check_table_path, _write_table),
    ".parquet": Format(check_table_path, _write_table),
}
"""By extension; beside them .npz, which holds the model, or arrays of new rows."""


def check_output_paths(outputs: Sequence[Path]) -> None:
    """Refuse files that could not be written."""
    allowed = (".npz", *FORMATS)
    for path in outputs:
        extension = path.suffix.lower()
        if extension not in allowed:
            raise UsageError(
                f"{str(path)!r} has no extension that can be written; those are "
                f"{', '.join(allowed)}."
            )
        check = check_writable if extension == ".npz" else FORMATS[extension].check
        with UsageError.instead_of(OSError):
            check(path)


def write_outputs(
    outputs: Sequence[Path], coordinates: Coordinates, write_npz: Callable[[Path], str]
) -> None:
    """Write each file, and say so on stderr; `write_npz` says what it has written."""
    for path in outputs:
        what = "Coordinates"
        if path.suffix.lower() == ".npz":
            what = write_npz(path)
        else:
            FORMATS[path.suffix.lower()].write(coordinates, path)
        tell(f"{what} written to {path}.")


def facts_of_fit(fitted: DiffusionMap) -> list[tuple[str, str]]:
    """What the map was fitted to, for `print_list`, if not to all pairs of all rows."""
    return [*_of_landmarks(fitted), *_of_kept_mass(fitted), *_of_graph(fitted)]


def _of_kept_mass(fitted: DiffusionMap) -> list[tuple[str, str]]:
    if not fitted.omitted_mass_:
        return []
    return [("left out", f"{fitted.omitted_mass_:.2g} of a row's kernel sum at most")]


def _of_landmarks(fitted: DiffusionMap) -> list[tuple[str, str]]:
    if (landmarks := fitted.landmark_indices_) is None:
        return []
    return [("landmarks", f"{len(landmarks)} rows; all others are placed among them")]


def _of_graph(fitted: DiffusionMap) -> list[tuple[str, str]]:
    if fitted.n_neighbors_ is None:
        return []
    recall = fitted.neighbor_recall_
    found = "" if recall in (None, 1.0) else f", of which {recall:.1%} were found"
    return [("graph", f"each row and its {fitted.n_neighbors_} nearest{found}")]


def print_eigenvalues(console: Screen, fitted: DiffusionMap) -> None:
    """A line for each coordinate."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("coordinate", "column", "eigenvalue", "1 - eigenvalue"):
        table.add_column(heading, justify="left" if heading == "column" else "right")
    names = fitted.get_feature_names_out()
    for number, (name, value) in enumerate(zip(names, fitted.eigenvalues_, strict=True), start=1):
        cells = (str(number), str(name), four_digits(value), four_digits(1 - value))
        table.add_row(*map(Text, cells))
    console.print("", table, "", sep="\n")
