"""Tables in JSON: an object for each row, in separate lines or in one array."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from .columns import Table
from .data_frames import from_frame, required
from .errors import DataError
from .file_options import FileOptions
from .text_files import opened

__all__ = ["read_json"]


def read_json(source: str, path: Path, options: FileOptions) -> Table:
    """The table in a JSON file, parsed by Python, which rounds numbers correctly."""
    options.check_used(source, "encoding")
    pandas = required("pandas", "JSON")
    with opened(path) as file:
        text = file.read().decode(options.encoding or "utf-8-sig")
    in_lines = not text.lstrip().startswith("[")
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    rows = [_parsed(*line) for line in lines] if in_lines else json.loads(text)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataError(
            f"{source} is not a table in JSON; an object of named values is needed in each line, "
            f"or an array of such objects."
        )
    names = dict.fromkeys(name for row in rows for name in row)  # rows may have different names
    table = from_frame(source, pandas.DataFrame.from_records(rows, columns=list(names)), names)
    return replace(table, place=lambda row: f"line {lines[row][0]}") if in_lines else table


def _parsed(number: int, line: str) -> Any:
    """The value in a line; an error states the number of the line."""
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {number}, character {error.colno}: {error.msg}") from error
