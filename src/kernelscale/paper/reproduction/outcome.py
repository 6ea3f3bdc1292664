"""What came out of an experiment, and whether a file holds what an experiment may give."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from ..._version import __version__
from ..harness.experiment import Experiment, why_skipped
from ..harness.tables import Tables

__all__ = ["Outcome", "are_tables"]


class Outcome(NamedTuple):
    """The tables of an experiment and how they came about."""

    experiment: Experiment
    quick: bool
    tables: Tables
    notes: list[str]
    seconds: float
    problem: str | None = None

    @property
    def why_empty(self) -> str | None:
        """Why there are no results, if so: the experiment failed, or its data are missing."""
        return self.problem or why_skipped(self.tables)

    def to_dict(self) -> dict[str, Any]:
        """All of it ready for JSON, without the seconds, which differ from run to run."""
        facts = ("name", "source", "claim", "expected", "data")
        return {
            **{name: getattr(self.experiment, name) for name in facts},
            "version": __version__,
            "quick": self.quick,
            "notes": self.notes,
            "tables": self.tables,
        }


def are_tables(tables: Any) -> bool:
    """Whether a file of the folder, whoever wrote it, holds tables as experiments give them.

    Names of tables become part of names of files: one with a slash would lead to another folder.
    """
    return isinstance(tables, dict) and all(
        name.isidentifier() and _are_rows(rows) for name, rows in tables.items()
    )


def _are_rows(rows: Any) -> bool:
    """Rows of the same columns, none of them empty, of what a cell of a table can hold."""
    return (
        isinstance(rows, list)
        and len(rows) > 0
        and all(isinstance(row, dict) and row and row.keys() == rows[0].keys() for row in rows)
        and all(_is_text(name) for name in rows[0])
        and all(_is_cell(value) for row in rows for value in row.values())
    )


def _is_cell(value: Any) -> bool:
    if isinstance(value, (int, float)):
        return abs(value) <= sys.float_info.max  # neither NaN nor infinite
    return value is None or _is_text(value)


def _is_text(value: Any) -> bool:
    """Whether it is text that a file can hold, without halves of characters."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value
