"""Dimensions as an answer: facts and tables on the screen, or one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...results import Dimension
from ..shared.printing import READING, four_digits, print_grid, print_json, print_list, print_text
from ..shared.screen import Screen, standard_output
from ..shared.tables import Table
from .estimates import Answer, Findings

__all__ = ["answer", "columns"]

SPREAD = "spread of the estimate over subsamples, not its bias"
LOOK = 'Look at "--method multiscale", which takes noise off, and at "--profile".'

Column = tuple[str, Callable[[Answer], str]]


def answer(table: Table, found: Findings, notes: list[str], as_json: bool) -> None:
    """Print it, as JSON if asked."""
    if as_json:
        print_json(_document(table, found, notes))
    else:
        _print(table, found, notes)


def columns(table: Table, result: Dimension, label: str | None) -> dict[str, np.ndarray]:
    """Columns of a table with a row a row of the file: the dimension around it, and its label."""
    around: dict[str, np.ndarray] = {"dimension": np.asarray(result.pointwise)}
    if table.y is not None:
        name = "label" if label is None or label in around else label
        around[name] = table.y
    return table.rows.columns(around)


def _document(table: Table, found: Findings, notes: list[str]) -> dict[str, Any]:
    """One JSON document: all that one method saw, or the figures of each."""
    [first, *others] = found.answers
    if others or first.result is None:
        answers: dict[str, Any] = {"answers": [answer.to_dict() for answer in found.answers]}
    else:
        answers = {**first.result.to_dict(), "seconds": first.seconds}
    classes = [
        {"class": label, "n_rows": n_rows, "answers": [answer.to_dict() for answer in of_class]}
        for label, n_rows, of_class in found.classes
    ]
    return {"data": table.to_dict(), **answers, "classes": classes, "notes": notes}


def _print(table: Table, found: Findings, notes: list[str]) -> None:
    """The data line, notes, the answer of one method or of all, and the classes."""
    console = standard_output()
    print_text(console, table.describe(), "bold")
    [first, *others] = found.answers
    for note in notes:
        if others or first.result is None or note != first.result.caveat:  # said with the answer
            print_text(console, f"Note: {note}")
    if others or first.result is None:
        _print_methods(console, found.answers)
    else:
        print_list(console, _facts(first.result))
    if found.classes:
        _print_classes(console, found, len(table.X))


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
        facts.append(("trusted", "yes" if result.trusted else f"no. {result.caveat} {LOOK}"))
    if result.pointwise is not None:
        facts.append(("around rows", _around_rows(result)))
    return facts


def _around_rows(result: Dimension) -> str:
    """The middle of the estimates around single rows."""
    values = np.asarray(result.pointwise)
    known = values[np.isfinite(values)]
    low, middle, high = map(four_digits, np.quantile(known, [0.25, 0.5, 0.75]).tolist())
    by = result.evidence.get("pointwise_by", result.method)
    return f"{middle} in the middle, half of them from {low} to {high}, by {by}"


def _print_methods(console: Screen, answers: Sequence[Answer]) -> None:
    columns = [
        ("method", lambda answer: answer.method),
        *_figures(answers),
        ("seconds", lambda answer: f"{answer.seconds:.2f}"),
        (READING, lambda answer: answer.reading),
    ]
    print_grid(console, [name for name, _ in columns], _rows(columns, answers))


def _print_classes(console: Screen, found: Findings, n_rows: int) -> None:
    """A row a class under that of all; of one method all figures, of several the dimension."""
    groups = [("all rows", n_rows, found.answers), *found.classes]
    if len(found.answers) > 1:
        names = [answer.method.replace("_", "\n") for answer in found.answers]
        cells = [[_dimension(answer) for answer in answers] for _, _, answers in groups]
    else:
        first = [answers[0] for _, _, answers in groups]
        columns = [*_figures(first), (READING, _objection)]
        names, cells = [name for name, _ in columns], _rows(columns, first)
    rows = [
        [str(label), str(size), *row] for (label, size, _), row in zip(groups, cells, strict=True)
    ]
    print_grid(console, ["class", "rows", *names], rows)


def _figures(answers: Sequence[Answer]) -> list[Column]:
    columns: list[Column] = [("dimension", _dimension), ("continuous", _continuous)]
    if any(answer.result and answer.result.sd is not None for answer in answers):
        columns.append(("sd", _sd))
    return columns


def _dimension(answer: Answer) -> str:
    return str(answer.result.dimension) if answer.result else "-"


def _continuous(answer: Answer) -> str:
    return _number(answer.result.continuous if answer.result else np.nan)


def _number(continuous: float) -> str:
    return four_digits(None if np.isnan(continuous) else continuous)


def _sd(answer: Answer) -> str:
    return four_digits(answer.result.sd if answer.result else None)


def _objection(answer: Answer) -> str:
    """What stands against an answer, or why there is none."""
    return ", ".join(answer.result.flags) if answer.result else answer.reading


def _rows(columns: Sequence[Column], answers: Sequence[Answer]) -> list[list[str]]:
    return [[show(answer) for _, show in columns] for answer in answers]
