"""The outcome of an experiment, and a check of outcomes that are read from files."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from ..._version import __version__
from ..harness.experiment import Experiment, why_skipped
from ..harness.tables import Tables

__all__ = ["Outcome", "are_tables"]


class Outcome(NamedTuple):
    """The tables of an experiment, with the notes and the time of its run.

    `problem` describes the error if the run failed; the tables are then empty.
    """

    experiment: Experiment
    quick: bool
    tables: Tables
    notes: list[str]
    seconds: float
    problem: str | None = None

    @property
    def why_empty(self) -> str | None:
        """Why there are no results (a failure, or missing data); None if there are results."""
        return self.problem or why_skipped(self.tables)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as values for JSON, without the seconds, which differ from run to run."""
        facts = ("name", "source", "claim", "expected", "data")
        return {
            **{name: getattr(self.experiment, name) for name in facts},
            "version": __version__,
            "quick": self.quick,
            "notes": self.notes,
            "tables": self.tables,
        }


def are_tables(tables: Any) -> bool:
    """Whether a value read from a file has the form of an experiment's tables.

    The name of a table becomes part of a file name, where a slash would lead to another folder.
    """
    return isinstance(tables, dict) and all(
        name.isidentifier() and _are_rows(rows) for name, rows in tables.items()
    )


def _are_rows(rows: Any) -> bool:
    """Whether a value is a list of rows with the same columns and valid cells."""
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
    """Whether a value is text without unpaired surrogates, which no file can hold."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value
