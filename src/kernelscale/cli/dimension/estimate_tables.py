"""Estimates of dimension, printed as facts and tables or as one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...results import Dimension
from ..shared.data_table import Table
from ..shared.printing import (
    READING,
    four_digits,
    print_grid,
    print_heading,
    print_json,
    print_list,
)
from ..shared.screen import Screen, standard_output
from .estimates import Estimate, Estimates

__all__ = ["columns", "show"]

SPREAD = "standard deviation over subsamples, bias not included"
HINT = 'See "--method multiscale", which removes noise, and "--profile".'

Column = tuple[str, Callable[[Estimate], str]]


def show(table: Table, estimates: Estimates, notes: list[str], as_json: bool) -> None:
    """Print the estimates as text or JSON."""
    if as_json:
        print_json(_document(table, estimates, notes))
    else:
        _print(table, estimates, notes)


def columns(table: Table, result: Dimension, label: str | None) -> dict[str, np.ndarray]:
    """Columns with one entry for each row of the file: dimension around the row, and label."""
    around: dict[str, np.ndarray] = {"dimension": np.asarray(result.pointwise)}
    if table.y is not None:
        name = "label" if label is None or label in around else label
        around[name] = table.y
    return table.rows.columns(around)


def _document(table: Table, estimates: Estimates, notes: list[str]) -> dict[str, Any]:
    """One JSON document: all evidence of one method, or the estimate of each method."""
    [first, *others] = estimates.of_all_rows
    if others or first.result is None:
        document: dict[str, Any] = {"estimates": [x.to_dict() for x in estimates.of_all_rows]}
    else:
        document = {**first.result.to_dict(), "seconds": first.seconds}
    classes = [
        {"class": label, "n_rows": n_rows, "estimates": [x.to_dict() for x in of_class]}
        for label, n_rows, of_class in estimates.classes
    ]
    return {"data": table.to_dict(), **document, "classes": classes, "notes": notes}


def _print(table: Table, estimates: Estimates, notes: list[str]) -> None:
    """Print the data, the notes, the estimate of each method, and the estimates for each class."""
    console = standard_output()
    [first, *others] = estimates.of_all_rows
    if not others and first.result is not None:  # the caveat is printed with the estimate
        notes = [note for note in notes if note != first.result.caveat]
    print_heading(console, table.describe(), notes)
    if others or first.result is None:
        _print_methods(console, estimates.of_all_rows)
    else:
        print_list(console, _facts(first.result))
    if estimates.classes:
        _print_classes(console, estimates, len(table.X))


def _facts(result: Dimension) -> list[tuple[str, str]]:
    facts = [
        ("method", result.method),
        ("dimension", str(result.dimension)),
        ("continuous", _number(result.continuous)),
    ]
    if result.sd is not None:
        facts.append(("sd", f"{four_digits(result.sd)}, {SPREAD}"))
    if result.flags:
        facts.append(("flags", ", ".join(result.flags)))
    facts.append(("reason", result.reason))
    if result.trusted is not None:
        facts.append(("trusted", "yes" if result.trusted else f"no. {result.caveat} {HINT}"))
    if result.pointwise is not None:
        facts.append(("around rows", _around_rows(result)))
    return facts


def _around_rows(result: Dimension) -> str:
    """The quartiles of the estimates around single rows."""
    values = np.asarray(result.pointwise)
    known = values[np.isfinite(values)]
    low, middle, high = map(four_digits, np.quantile(known, [0.25, 0.5, 0.75]).tolist())
    by = result.evidence.get("pointwise_by", result.method)
    return f"median {middle}, quartiles {low} and {high}, by {by}"


def _print_methods(console: Screen, estimates: Sequence[Estimate]) -> None:
    columns = [
        ("method", lambda estimate: estimate.method),
        *_figures(estimates),
        ("seconds", lambda estimate: f"{estimate.seconds:.2f}"),
        (READING, lambda estimate: estimate.reading),
    ]
    print_grid(console, [name for name, _ in columns], _rows(columns, estimates))


def _print_classes(console: Screen, estimates: Estimates, n_rows: int) -> None:
    """Print a line for each class; with several methods it shows only their dimensions."""
    groups = [("all rows", n_rows, estimates.of_all_rows), *estimates.classes]
    if len(estimates.of_all_rows) > 1:
        names = [estimate.method.replace("_", "\n") for estimate in estimates.of_all_rows]
        cells = [[_dimension(estimate) for estimate in of_group] for _, _, of_group in groups]
    else:
        first = [of_group[0] for _, _, of_group in groups]
        columns = [*_figures(first), (READING, _objection)]
        names, cells = [name for name, _ in columns], _rows(columns, first)
    rows = [
        [str(label), str(size), *row] for (label, size, _), row in zip(groups, cells, strict=True)
    ]
    print_grid(console, ["class", "rows", *names], rows)


def _figures(estimates: Sequence[Estimate]) -> list[Column]:
    columns: list[Column] = [("dimension", _dimension), ("continuous", _continuous)]
    if any(estimate.result and estimate.result.sd is not None for estimate in estimates):
        columns.append(("sd", _sd))
    return columns


def _dimension(estimate: Estimate) -> str:
    return str(estimate.result.dimension) if estimate.result else "-"


def _continuous(estimate: Estimate) -> str:
    return _number(estimate.result.continuous if estimate.result else np.nan)


def _number(continuous: float) -> str:
    return four_digits(None if np.isnan(continuous) else continuous)


def _sd(estimate: Estimate) -> str:
    return four_digits(estimate.result.sd if estimate.result else None)


def _objection(estimate: Estimate) -> str:
    """The flags of an estimate, or the reason why there is no estimate."""
    return ", ".join(estimate.result.flags) if estimate.result else estimate.reading


def _rows(columns: Sequence[Column], estimates: Sequence[Estimate]) -> list[list[str]]:
    return [[show(estimate) for _, show in columns] for estimate in estimates]
