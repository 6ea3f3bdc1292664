"""What the library found, as tables and sentences on stdout, or as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...results import Bandwidth, Comparison, ComparisonRow
from .screen import Screen, print_plain

__all__ = [
    "bandwidth_facts",
    "counted",
    "four_digits",
    "print_code",
    "print_comparison",
    "print_json",
    "print_list",
    "print_text",
]

ONE_TABLE = 150  # from here on all columns stand side by side
ROOMY = 90  # from here on columns stand two apart
_READING_WIDTH = 20
RECOMMENDED = "bold green"
AS_GOOD = " ="  # beside scales that are as good as the recommended one

Column = tuple[str, Callable[[ComparisonRow], str]]


def print_json(document: dict[str, Any]) -> None:
    """One document of strict JSON."""
    print_plain(json.dumps(document, allow_nan=False, indent=2))


def print_text(console: Screen, text: str, style: str = "") -> None:
    """A paragraph, wrapped between words."""
    console.print(Text(text, style=style))


def print_code(console: Screen, lines: Iterable[str]) -> None:
    """Lines of Python, never wrapped."""
    for line in lines:
        console.print(f"  {line}", soft_wrap=True)


def print_list(console: Screen, entries: Iterable[tuple[str, ...]]) -> None:
    """Names and what there is to say about each, in columns under the last heading."""
    table = Table.grid(padding=(0, 2))
    for entry in entries:
        if not table.columns:
            for _ in entry[:-1]:
                table.add_column(no_wrap=True)
            table.add_column(overflow="fold")
        table.add_row(*map(Text, entry))
    console.print(Padding(table, (0, 0, 0, 2), expand=False))


def counted(number: int, noun: str) -> str:
    """A number of things, such as "1 row" or "2 rows"."""
    return f"{number} {noun if number == 1 else f'{noun}s'}"


def four_digits(number: float | None) -> str:
    """A number with four significant digits, or a dash for none."""
    return "-" if number is None else f"{number:#.4g}".rstrip(".")


def bandwidth_facts(bandwidth: Bandwidth) -> list[tuple[str, str]]:
    """What there is to say about one scale, for `print_list`."""
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
        facts.append(("interval", f"{low} to {high}, which the rows leave open"))
    if bandwidth.as_good is not None:
        facts.append(("as good", f"{bandwidth.as_good_in_words}, as far as the data tell"))
    return [*facts, ("reason", bandwidth.reason)]


def print_comparison(console: Screen, comparison: Comparison) -> None:
    """The table of all rules, in two parts where it would not fit, then the recommendation."""
    halves = [_SCALE, [*_GRAPH, _READING]]
    together = [[*_SCALE, *_GRAPH, _READING]]
    gap = 1 if console.width < ROOMY else 2
    for columns in together if console.width >= ONE_TABLE else halves:
        table = _table(comparison, columns, gap)
        console.width = max(console.width, _narrowest(table, gap))
        console.print("", table, sep="\n")
    console.print()
    print_text(console, comparison.recommendation, RECOMMENDED)
    if comparison.how_much_it_matters:
        print_text(console, comparison.how_much_it_matters)


def _table(comparison: Comparison, columns: list[Column], gap: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False)
    names = [
        f"{'*' if row is _recommended(comparison) else ' '} {row.rule}" for row in comparison.rows
    ]
    table.add_column("rule", width=max(map(len, names)))
    for heading, show in columns:
        _add_column(table, heading, [show(row) for row in comparison.rows])
    for row, name in zip(comparison.rows, names, strict=True):
        style = RECOMMENDED if row is _recommended(comparison) else ""
        table.add_row(Text(name), *(Text(show(row)) for _, show in columns), style=style)
    return table


def _add_column(table: Table, heading: str, cells: list[str]) -> None:
    """A column of figures is as wide as the widest of them; only readings wrap."""
    if heading == _READING[0]:
        table.add_column(heading, overflow="fold", min_width=_READING_WIDTH)
    else:
        width = max(map(len, [*heading.split("\n"), *cells]))
        table.add_column(Text(heading, justify="right"), justify="right", width=width)


def _narrowest(table: Table, gap: int) -> int:
    """Width in which no figure is cut short."""
    return sum((column.width or column.min_width or 0) + gap for column in table.columns)


def _recommended(comparison: Comparison) -> ComparisonRow:
    return comparison[comparison.recommended.rule]


def _epsilon(row: ComparisonRow) -> str:
    several = row.bandwidth is not None and row.bandwidth.kernel.scales_of_rows() is not None
    sign = "" if row.as_good is None else AS_GOOD if row.as_good else " " * len(AS_GOOD)
    return "one a row" if several else four_digits(row.epsilon) + sign


_SCALE: list[Column] = [
    ("eps", _epsilon),
    ("gamma", lambda row: four_digits(row.gamma)),
    ("length\nscale", lambda row: four_digits(row.length_scale)),
    ("position", lambda row: four_digits(row.position)),
    ("d_eps", lambda row: four_digits(row.implied_dimension)),
    ("seconds", lambda row: f"{row.seconds:.2f}"),
]
_GRAPH: list[Column] = [
    ("components", lambda row: "-" if row.n_components is None else str(row.n_components)),
    ("effective\nneighbours", lambda row: four_digits(row.effective_neighbors)),
    ("eigengap", lambda row: four_digits(row.eigengap)),
    ("rests\non", lambda row: four_digits(row.participation)),
]
_READING: Column = ("reading", lambda row: row.reading)
