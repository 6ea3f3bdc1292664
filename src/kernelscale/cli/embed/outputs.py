"""The outputs of `kernelscale embed`: files of coordinates, a picture, and printed text or JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..shared.options import AsJson
from ..shared.output_files import check_figure_path, check_table_files, file_option
from ..shared.screen import print_message, standard_output

if TYPE_CHECKING:
    from .coordinates import Coordinates

__all__ = ["CELLS", "Outputs"]

CELLS = ".h5ad"

OutputPaths = Annotated[
    list[Path] | None,
    file_option(
        "Write into this file: as .csv or .parquet, the coordinates and names of all rows, in the "
        "order of the data; as .npz, the model. May be given more than once.",
        "-o",
        "--output",
    ),
]
MapPath = Annotated[
    Path | None,
    file_option(
        "Also draw the rows, coloured by label, into this file (.png, .pdf, .svg, ...).", "--plot"
    ),
]


@dataclass(frozen=True)
class Outputs:
    """The files to write, and the option --json."""

    output: OutputPaths = None
    plot: MapPath = None
    as_json: AsJson = False

    @property
    def cells(self) -> list[Path]:
        """The outputs in .h5ad: copies of the input file of cells, with coordinates added."""
        return [path for path in self.output or [] if path.suffix.lower() == CELLS]

    @property
    def tables(self) -> list[Path]:
        """The other files of --output, with coordinates or a model."""
        return [path for path in self.output or [] if path.suffix.lower() != CELLS]

    @property
    def files(self) -> list[Path]:
        """All outputs."""
        return [*(self.output or []), *([self.plot] if self.plot else [])]

    def check(self) -> None:
        """Refuse outputs that cannot be written."""
        check_figure_path(self.plot)
        check_table_files(self.tables)

    def write(self, coordinates: Coordinates, write_npz: Callable[[Path], str]) -> None:
        """Write the coordinates; `write_npz` writes an archive and returns a name for its content.

        Call this before text is printed: if stdout is a pipe that its reader closes, the command
        ends at once.
        """
        from ...datasets.table_output import write_table

        for path in self.tables:
            content = "Coordinates"
            if path.suffix.lower() == ".npz":
                content = write_npz(path)
            else:
                write_table(coordinates.columns(), path)
            print_message(f"{content} written to {path}.")

    def show(
        self,
        coordinates: Coordinates,
        document: dict[str, Any],
        notes: list[str],
        *,
        heading: str,
        hint: str,
        **more: Any,
    ) -> None:
        """Print coordinates as one JSON document, or as heading, notes, facts and a hint.

        The JSON document begins with `document` and ends with `more`.
        """
        from ..shared.printing import print_heading, print_json, print_list, print_text
        from .coordinates import print_eigenvalues

        if self.as_json:
            found = {**document, **coordinates.to_dict(), "notes": notes}
            print_json({**found, "files": list(map(str, self.files)), **more})
            return
        console = standard_output()
        print_heading(console, heading, notes)
        print_list(console, coordinates.facts())
        print_eigenvalues(console, coordinates.fitted)
        if not self.files:
            print_text(console, hint)
