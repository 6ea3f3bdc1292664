"""What `kernelscale embed` writes and prints of coordinates: files, a picture, text or JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..shared.options import AsJson
from ..shared.output_files import check_figure_path, check_table_files, output_file
from ..shared.screen import standard_output, tell

if TYPE_CHECKING:
    from .coordinates import Coordinates

__all__ = ["CELLS", "Outputs"]

CELLS = ".h5ad"

OutputPaths = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Write into this file: coordinates and names of rows, one row a row of the data in "
        "their order, as .csv or .parquet; or the model as .npz. Give it once for each.",
    ),
]
MapPath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also draw the rows, coloured by label, into this file (.png, .pdf, .svg, ...).",
    ),
]


@dataclass(frozen=True)
class Outputs:
    """The files to write, and whether JSON is printed."""

    output: OutputPaths = None
    plot: MapPath = None
    as_json: AsJson = False

    @property
    def cells(self) -> list[Path]:
        """Files that are copies of a file of cells."""
        return [path for path in self.output or [] if path.suffix.lower() == CELLS]

    @property
    def tables(self) -> list[Path]:
        """Files of coordinates or of a model."""
        return [path for path in self.output or [] if path.suffix.lower() != CELLS]

    @property
    def files(self) -> list[Path]:
        """All files."""
        return [*(self.output or []), *([self.plot] if self.plot else [])]

    def check(self) -> None:
        """Refuse files that could not be written."""
        check_figure_path(self.plot)
        check_table_files(self.tables)

    def write(self, coordinates: Coordinates, write_npz: Callable[[Path], str]) -> None:
        """Write the files of coordinates; `write_npz` returns what it has written."""
        from ...datasets.table_output import write_table

        for path in self.tables:
            what = "Coordinates"
            if path.suffix.lower() == ".npz":
                what = write_npz(path)
            else:
                write_table(coordinates.columns(), path)
            tell(f"{what} written to {path}.")

    def show(
        self,
        coordinates: Coordinates,
        document: dict[str, Any],
        notes: list[str],
        *,
        heading: str,
        hint: str,
        **beside: Any,
    ) -> None:
        """Print coordinates: as one JSON document, or their heading, notes, facts and a hint."""
        from ..shared.printing import print_json, print_list, print_text
        from .coordinates import print_eigenvalues

        if self.as_json:
            found = {**document, **coordinates.to_dict(), "notes": notes}
            print_json({**found, "files": list(map(str, self.files)), **beside})
            return
        console = standard_output()
        print_text(console, heading, "bold")
        for note in notes:
            print_text(console, f"Note: {note}")
        print_list(console, coordinates.facts())
        print_eigenvalues(console, coordinates.fitted)
        if not self.files:
            print_text(console, hint)
