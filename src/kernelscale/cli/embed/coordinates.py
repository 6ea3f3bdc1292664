"""Diffusion coordinates of rows: as a table, as JSON, and with facts about the map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from ...diffusion.diffusion_map import DiffusionMap
from ..shared.file_rows import Rows
from ..shared.printing import bandwidth_facts, four_digits
from ..shared.screen import Screen

__all__ = ["Coordinates", "print_eigenvalues"]


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Coordinates of rows in a diffusion map, with the columns that are written with them.

    Attributes
    ----------
    fitted : DiffusionMap
        The map.
    values : ndarray of shape (n_rows, n_components)
        Coordinates of the rows.
    labels : ndarray of shape (n_rows,) or None
        Labels of the rows.
    label : str or None
        Name of the column of labels.
    mass : ndarray of shape (n_rows,) or None
        Kernel mass of new rows: the sum of the kernel over the rows of the model.
    rows : Rows
        The rows of the file that were not skipped.
    """

    fitted: DiffusionMap
    values: np.ndarray
    labels: np.ndarray | None = None
    label: str | None = None
    mass: np.ndarray | None = None
    rows: Rows = field(default_factory=Rows)

    def columns(self) -> dict[str, np.ndarray]:
        """Columns of a table by name, with one row for each row of the file."""
        return self.rows.columns(self._columns_of_rows())

    def _columns_of_rows(self) -> dict[str, np.ndarray]:
        names = self.fitted.get_feature_names_out()
        columns = dict(zip(map(str, names), self.values.T, strict=True))
        if self.mass is not None:
            columns["kernel_mass"] = self.mass
        if self.labels is None:
            return columns
        name = "label" if self.label is None or self.label in columns else self.label
        return {**columns, name: self.labels}

    def to_dict(self) -> dict[str, Any]:
        """The map and the coordinates as a dict for JSON."""
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

    def facts(self) -> list[tuple[str, str]]:
        """Facts about the map: its scale and, if it has them, landmarks, kept mass and graph."""
        fitted, found = self.fitted, []
        if (landmarks := fitted.landmark_indices_) is not None:
            found.append(
                ("landmarks", f"{len(landmarks)} rows; all others are embedded as new rows")
            )
        if mass := fitted.omitted_mass_:
            found.append(("truncated", f"at most {mass:.2g} of a row's kernel mass is omitted"))
        if (n_neighbors := fitted.n_neighbors_) is not None:
            recall = fitted.neighbor_recall_
            exact = "" if recall in (None, 1.0) else f"; the search found {recall:.1%} of them"
            found.append(("graph", f"each row and its {n_neighbors} nearest neighbours{exact}"))
        return [*found, *bandwidth_facts(fitted.bandwidth_)]


def print_eigenvalues(console: Screen, fitted: DiffusionMap) -> None:
    """Print the eigenvalue of each coordinate."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("coordinate", "column", "eigenvalue", "1 - eigenvalue"):
        table.add_column(heading, justify="left" if heading == "column" else "right")
    names = fitted.get_feature_names_out()
    for number, (name, value) in enumerate(zip(names, fitted.eigenvalues_, strict=True), start=1):
        cells = (str(number), str(name), four_digits(value), four_digits(1 - value))
        table.add_row(*map(Text, cells))
    console.print("", table, "", sep="\n")
