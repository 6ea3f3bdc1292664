"""Tables in the first sheet of a workbook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .columns import Table
from .file_options import FileOptions
from .frames import from_frame, required, told

__all__ = ["read_xlsx"]


def read_xlsx(source: str, path: Path, options: FileOptions) -> Table:
    """The first sheet, names in its first row."""
    options.check_used(source, "header")
    pandas = required("pandas", "Excel")
    required("openpyxl", "Excel")
    with told(), pandas.ExcelFile(path, engine="openpyxl") as book:
        frame = pandas.read_excel(book, header=None)
        sheets = list(map(str, book.sheet_names))
    has_names = options.header is not False
    names = ["" if name != name else str(name) for name in frame.iloc[0]] if has_names else None
    body = frame.iloc[1:] if has_names else frame
    table = from_frame(source, body.infer_objects(), names)
    unread = f"{source} has {len(sheets)} sheets, of which the first, {sheets[0]!r}, is read."
    return replace(
        table,
        notes=(*table.notes, *[unread] * (len(sheets) > 1)),
        place=lambda row: f"row {row + 1 + has_names} of the sheet",
    )
