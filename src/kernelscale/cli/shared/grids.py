"""Tables on the screen in which only readings wrap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from .screen import Screen

__all__ = ["READING", "print_grid"]

READING = "reading"
_READING_WIDTH = 20
_GAP = 2


def print_grid(console: Screen, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table, on a screen made wide enough that no figure is cut short."""
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, _GAP - 1, 0, 0), pad_edge=False, show_edge=False)
    needed = 0
    for number, heading in enumerate(headings):
        lines = [*heading.split("\n"), *(row[number] for row in rows)]
        width = _READING_WIDTH if heading == READING else max(map(len, lines))
        fixed: dict[str, Any] = {"width": width, "justify": "right" if number else "left"}
        grid.add_column(Text(heading), **({"min_width": width} if heading == READING else fixed))
        needed += width + _GAP
    for row in rows:
        grid.add_row(*map(Text, row))
    console.width = max(console.width, needed)
    console.print("", grid, sep="\n")
