"""The printed table of all rules, and the recommendation below it."""

from __future__ import annotations

from collections.abc import Callable

from rich import box
from rich.table import Table
from rich.text import Text

from ...results import Comparison, ComparisonRow
from ..shared.printing import READING, READING_WIDTH, four_digits, print_text
from ..shared.screen import Screen

__all__ = ["print_comparison"]

ONE_TABLE = 150  # width of the narrowest screen on which the comparison is one table, not two
ROOMY = 90  # width of the narrowest screen with two spaces between columns
RECOMMENDED = "bold green"
AS_GOOD = " ="  # printed after a scale that is as good as the recommended one

Column = tuple[str, Callable[[ComparisonRow], str]]


def print_comparison(console: Screen, comparison: Comparison) -> None:
    """Print the table of all rules (two tables on a narrow screen), and the recommendation."""
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
    """Add a column as wide as its widest number; only the column "reading" has wrapped text."""
    if heading == _READING[0]:
        table.add_column(heading, overflow="fold", min_width=READING_WIDTH)
    else:
        width = max(map(len, [*heading.split("\n"), *cells]))
        table.add_column(Text(heading, justify="right"), justify="right", width=width)


def _narrowest(table: Table, gap: int) -> int:
    """The smallest width of the table at which every number fits."""
    return sum((column.width or column.min_width or 0) + gap for column in table.columns)


def _recommended(comparison: Comparison) -> ComparisonRow:
    return comparison[comparison.recommended.rule]


def _epsilon(row: ComparisonRow) -> str:
    several = row.bandwidth is not None and row.bandwidth.kernel.scales_of_rows() is not None
    sign = "" if row.as_good is None else AS_GOOD if row.as_good else " " * len(AS_GOOD)
    return "one per row" if several else four_digits(row.epsilon) + sign


_SCALE: list[Column] = [
    ("eps", _epsilon),
    ("gamma", lambda row: four_digits(row.gamma)),
    ("length\nscale", lambda row: four_digits(row.length_scale)),
    ("position", lambda row: four_digits(row.position)),
    ("d_eps", lambda row: four_digits(row.implied_dimension)),
    ("seconds", lambda row: f"{row.seconds:.2f}"),
]
_GRAPH: list[Column] = [
    (
        "components",
        lambda row: "-" if row.n_connected_components is None else str(row.n_connected_components),
    ),
    ("effective\nneighbours", lambda row: four_digits(row.effective_neighbors)),
    ("eigengap", lambda row: four_digits(row.eigengap)),
    ("rests\non", lambda row: four_digits(row.participation)),
]
_READING: Column = (READING, lambda row: row.reading)
