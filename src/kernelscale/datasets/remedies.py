"""Remedies for tables that cannot be read with the given options."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .column_entries import has_decimal_comma, is_missing, numbers
from .errors import Remedy

__all__ = ["to_be_numeric", "to_do_without", "to_fill", "what_was_meant"]


Columns = Mapping[str, np.ndarray]


def to_be_numeric(
    columns: Columns, offending: list[str], entry: Any, *, labelled: bool, chosen: bool
) -> list[Remedy]:
    """Remedies for columns that are not numeric and for missing values in the other columns.

    `entry` is an entry that is not numeric. `labelled` and `chosen` state whether labels and
    features have been selected by the user.
    """
    if has_decimal_comma(entry):
        return [Remedy(("--decimal", ","))]
    rest = [column for name, column in columns.items() if name not in offending]
    if not rest:
        return []
    gaps = [is_missing(numbers(column)).any() for column in rest]
    filled = ("--impute", "median") * any(gaps)
    alone = len(offending) == 1 and not chosen
    less = ("--drop", offending[0]) if alone else ("--numeric-only",)
    kept = () if chosen else _to_keep({name: columns[name] for name in offending}, labelled)
    return [Remedy((*way, *filled)) for way in (kept, less) if way]


def _to_keep(texts: Columns, labelled: bool) -> tuple[str, ...]:
    """Flags that use columns of text as names of rows or as labels, if the columns are suitable."""
    n_rows = len(next(iter(texts.values())))
    n_values = {name: len(set(map(repr, column))) for name, column in texts.items()}
    ids = [name for name in texts if n_values[name] == n_rows]
    classes = [
        name for name in texts if 1 < n_values[name] < n_rows and not is_missing(texts[name]).any()
    ]
    flags = tuple(part for name in ids for part in ("--id", name))
    if classes and not labelled:
        flags += ("--label", classes[0])
    return flags + ("--numeric-only",) * (bool(flags) and 2 * len(texts) > len(flags))


def to_do_without(columns: Columns, names: list[str], *, chosen: bool) -> list[Remedy]:
    """The remedy that drops columns, if others remain and no feature was selected by name."""
    if chosen or len(names) == len(columns):
        return []
    return [Remedy(tuple(part for name in names for part in ("--drop", name)))]


def to_fill(matrix: np.ndarray) -> list[Remedy]:
    """Remedies for missing or infinite values of features."""
    present = np.isfinite(matrix)
    ways: list[tuple[str, ...]] = []
    if present.all(axis=1).any():
        ways.append(("--drop-missing",))
    if present.any(axis=0).all() and not np.isinf(matrix).any():
        ways.append(("--impute", "median"))
    return list(map(Remedy, ways))


def what_was_meant(name: str, columns: Iterable[str]) -> tuple[list[Remedy], str]:
    """For a name that no column has, the column with the most similar name.

    It is returned as a remedy, and as a hint for a message; both are empty if no name is similar.
    """
    close = difflib.get_close_matches(name, list(columns), n=1)
    hint = "".join(f" (did you mean {found!r}?)" for found in close)
    return [Remedy(typed=name, meant=found) for found in close], hint
