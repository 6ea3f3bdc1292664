"""Tables in the first sheet of an Excel workbook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from .columns import Table
from .data_frames import from_frame, reader_errors, required
from .dialects import has_names
from .errors import DataError
from .file_options import FileOptions
from .text_files import names_of_rows, note_on_no_names, notes_on_names

__all__ = ["read_xlsx"]

ROWS_INSPECTED = 1000  # number of rows inspected to find out whether the first row holds names


def read_xlsx(source: str, path: Path, options: FileOptions) -> Table:
    """The table in the first sheet, with names in its first row unless that row holds data."""
    options.check_used(source, "header")
    pandas = required("pandas", "Excel")
    required("openpyxl", "Excel")
    with reader_errors(), pandas.ExcelFile(path, engine="openpyxl") as book:
        frame = pandas.read_excel(book, header=None)
        sheets = list(map(str, book.sheet_names))
    if not len(frame):
        raise DataError(f"{source} is empty; a table of at least one row is needed.")
    first, *others = (_as_texts(row) for row in frame.iloc[:ROWS_INSPECTED].itertuples(index=False))
    named = has_names(first, others, ".") if options.header is None else options.header
    body = (frame.iloc[1:] if named else frame).infer_objects()
    table = from_frame(source, body, first if named else None)
    table = replace(table, index=names_of_rows(table)) if named else table
    if options.header is None:
        note = notes_on_names if named else note_on_no_names
        table = replace(table, notes=note(source, first))
    unread = f"{source} has {len(sheets)} sheets, of which the first, {sheets[0]!r}, is read."
    return replace(
        table,
        notes=(*table.notes, *[unread] * (len(sheets) > 1)),
        place=lambda row: f"row {row + 1 + named} of the sheet",
    )


def _as_texts(row: Iterable[Any]) -> list[str]:
    return ["" if cell != cell or cell is None else str(cell) for cell in row]
