"""Printing of paragraphs, lists, tables and JSON, all through `screen`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...results import Bandwidth
from .screen import Screen, print_plain

__all__ = [
    "READING",
    "READING_WIDTH",
    "bandwidth_facts",
    "counted",
    "four_digits",
    "print_code",
    "print_grid",
    "print_heading",
    "print_json",
    "print_list",
    "print_text",
]

READING = "reading"
"""The heading of the only column of a table whose text is wrapped."""

READING_WIDTH = 20
_GAP = 2


def print_json(document: dict[str, Any]) -> None:
    """Print one document of strict JSON."""
    print_plain(json.dumps(document, allow_nan=False, indent=2))


def print_text(console: Screen, text: str, style: str = "") -> None:
    """Print a paragraph, wrapped between words."""
    console.print(Text(text, style=style))


def print_heading(console: Screen, heading: str, notes: Iterable[str]) -> None:
    """Print a heading and the notes below it."""
    print_text(console, heading, "bold")
    for note in notes:
        print_text(console, f"Note: {note}")


def print_code(console: Screen, lines: Iterable[str]) -> None:
    """Print lines of Python without wrapping."""
    for line in lines:
        console.print(f"  {line}", soft_wrap=True)


def print_list(console: Screen, entries: Iterable[tuple[str, ...]]) -> None:
    """Print entries in columns, indented; only the last column wraps."""
    table = Table.grid(padding=(0, 2))
    for entry in entries:
        if not table.columns:
            for _ in entry[:-1]:
                table.add_column(no_wrap=True)
            table.add_column(overflow="fold")
        table.add_row(*map(Text, entry))
    console.print(Padding(table, (0, 0, 0, 2), expand=False))


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, such as "1 row" or "2 rows"; the default plural ends in s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def four_digits(number: float | None) -> str:
    """A number with four significant digits, or a dash for None."""
    return "-" if number is None else f"{number:#.4g}".rstrip(".")


def bandwidth_facts(bandwidth: Bandwidth) -> list[tuple[str, str]]:
    """The facts about one scale, for `print_list`."""
    facts = [("rule", bandwidth.rule)]
    if bandwidth.epsilon is not None:
        facts += [
            ("epsilon", f"{four_digits(bandwidth.epsilon)}, in exp(-d^2 / (2 epsilon))"),
            ("gamma", f"{four_digits(bandwidth.gamma)}, in exp(-gamma d^2)"),
            ("length scale", f"{four_digits(bandwidth.length_scale)}, in units of distance"),
        ]
    else:
        facts.append(("kernel", bandwidth.kernel.scale_in_words))
    if bandwidth.interval is not None:
        low, high = map(four_digits, bandwidth.interval)
        facts.append(("interval", f"{low} to {high}, the range of the scales chosen on subsamples"))
    if bandwidth.as_good is not None:
        facts.append(("as good", f"{bandwidth.as_good_in_words}, scales that are about as good"))
    return [*facts, ("reason", bandwidth.reason)]


def print_grid(console: Screen, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; the screen is widened if a number would not fit."""
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, _GAP - 1, 0, 0), pad_edge=False, show_edge=False)
    needed = 0
    for number, heading in enumerate(headings):
        lines = [*heading.split("\n"), *(row[number] for row in rows)]
        width = READING_WIDTH if heading == READING else max(map(len, lines))
        fixed: dict[str, Any] = {"width": width, "justify": "right" if number else "left"}
        grid.add_column(Text(heading), **({"min_width": width} if heading == READING else fixed))
        needed += width + _GAP
    for row in rows:
        grid.add_row(*map(Text, row))
    console.width = max(console.width, needed)
    console.print("", grid, sep="\n")
