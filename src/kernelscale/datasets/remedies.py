"""What to type instead, where a table cannot be read as it was asked for."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from .entries import has_decimal_comma, is_missing, numbers
from .errors import Remedy

if TYPE_CHECKING:
    from .columns import Table

__all__ = ["to_be_numeric", "to_do_without", "to_fill", "what_was_meant"]


def to_be_numeric(table: Table, offending: list[str], entry: Any) -> list[Remedy]:
    """For columns that are not numeric, one of which has this entry; and for gaps in the rest."""
    if has_decimal_comma(entry):
        return [Remedy(("--decimal", ","))]
    rest = table.less(offending)
    if not rest.columns:
        return []
    gaps = [is_missing(numbers(column)).any() for column in rest.columns.values()]
    filled = ("--impute", "median") * any(gaps)
    alone = len(offending) == 1 and not table.chosen
    less = ("--drop", offending[0]) if alone else ("--numeric-only",)
    return [Remedy((*way, *filled)) for way in (_to_keep(table, offending), less) if way]


def _to_keep(table: Table, names: list[str]) -> tuple[str, ...]:
    """Flags that make text the names of rows, or labels, as far as it can be either."""
    if table.chosen:
        return ()
    texts = {name: table.columns[name] for name in names}
    n_values = {name: len(set(map(repr, column))) for name, column in texts.items()}
    ids = [name for name in names if n_values[name] == table.n_rows]
    classes = [
        name
        for name in names
        if 1 < n_values[name] < table.n_rows and not is_missing(texts[name]).any()
    ]
    flags = tuple(part for name in ids for part in ("--id", name))
    if classes and not table.labelled:
        flags += ("--label", classes[0])
    return flags + ("--numeric-only",) * (bool(flags) and 2 * len(names) > len(flags))


def to_do_without(table: Table, names: list[str]) -> list[Remedy]:
    """To leave columns out, where others are left."""
    if table.chosen or len(names) == len(table.columns):
        return []
    return [Remedy(tuple(part for name in names for part in ("--drop", name)))]


def to_fill(matrix: np.ndarray) -> list[Remedy]:
    """For features of which some are missing or infinite."""
    present = np.isfinite(matrix)
    ways: list[tuple[str, ...]] = []
    if present.all(axis=1).any():
        ways.append(("--drop-missing",))
    if present.any(axis=0).all() and not np.isinf(matrix).any():
        ways.append(("--impute", "median"))
    return list(map(Remedy, ways))


def what_was_meant(table: Table, name: str) -> tuple[list[Remedy], str]:
    """The column whose name is most like one that is not there, as a remedy and as a hint."""
    close = difflib.get_close_matches(name, [*table.columns, *table.aside], n=1)
    hint = "".join(f" (did you mean {found!r}?)" for found in close)
    return [Remedy(typed=name, meant=found) for found in close], hint
