"""Tables that a click on a heading sorts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .axes import shown
from .markup import Markup, element

__all__ = ["sortable_table"]

Row = Mapping[str, Any]

FEW_LETTERS = 20


def sortable_table(
    rows: Sequence[Row],
    caption: str,
    *,
    columns: Mapping[str, str] | None = None,
    cells: Mapping[str, Callable[[Any], Any]] | None = None,
    numbers: Mapping[str, Callable[[Row], float | None]] | None = None,
    strong: Callable[[Row], bool] = lambda row: False,
) -> Markup:
    """A table with headings; numbers are right-aligned, and the first cell of a row is a heading.

    Parameters
    ----------
    rows : sequence of mappings
        Rows with the same columns.
    caption : str
        Caption of the table.
    columns : mapping of str to str, optional
        Columns and their headings; by default all columns, with spaces instead of underscores.
    cells : mapping of str to callable, optional
        Functions that format the values of a column.
    numbers : mapping of str to callable, optional
        For columns of texts, functions that compute from a row the number by which it is sorted.
    strong : callable
        Function that states whether a row is highlighted.
    """
    columns = columns or {name: name.replace("_", " ") for name in rows[0]}
    cells, numbers = cells or {}, numbers or {}
    numeric = {name for name in columns if all(_is_number(row[name]) for row in rows)}
    head = [
        element("th", heading, scope="col", class_="number" if name in numeric else None)
        for name, heading in columns.items()
    ]
    body = [
        element(
            "tr",
            *_cells(row, columns, cells, numeric, numbers),
            class_="strong" if strong(row) else None,
        )
        for row in rows
    ]
    table = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *body),
        class_="sortable",
    )
    # A wide table scrolls separately from the page, with the keyboard too.
    return element("div", table, class_="wide", tabindex="0", role="region", aria_label=caption)


def _cells(
    row: Row,
    columns: Mapping[str, str],
    cells: Mapping[str, Callable[[Any], Any]],
    numeric: set[str],
    numbers: Mapping[str, Callable[[Row], float | None]],
) -> list[Markup]:
    made: list[Markup] = []
    for name in columns:
        value, first = row[name], not made
        attributes: dict[str, Any] = {"scope": "row"} if first else {}
        if name in numeric:
            attributes["class_"] = "number"
        elif isinstance(value, str) and len(value) > FEW_LETTERS:
            attributes["class_"] = "words"  # the style sheet gives this column a minimum width
        number = numbers[name](row) if name in numbers else value
        if _is_number(number):  # the script sorts rows by this number
            attributes["data_value"] = "" if number is None else repr(number)
        text = cells.get(name, shown)(value)
        made.append(element("th" if first else "td", text, **attributes))
    return made


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))
