"""What came out of an experiment: its summary and verdicts on the screen, all tables in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from .._version import __version__
from ..datasets.writing import write_table
from ..experiments import Experiment
from ..experiments.experiment import Row, Tables
from ..whole_files import check_writable, whole_file
from .answers import four_digits, print_text
from .grids import print_grid
from .problems import UsageError

__all__ = ["Outcome", "check_folder", "print_outcome", "write_outcome"]


class Outcome(NamedTuple):
    """The tables of an experiment and how they came about."""

    experiment: Experiment
    quick: bool
    tables: Tables
    notes: list[str]
    seconds: float
    problem: str | None = None

    @property
    def left_out(self) -> str | None:
        """Why there is nothing to show, if so: it failed, or its data are missing."""
        summary = next(iter(self.tables.values()), [])
        return self.problem or (summary[0].get("skipped") if summary else None)

    def to_dict(self) -> dict[str, Any]:
        """All of it ready for JSON, but not how long it took: that is another number every time."""
        facts = ("name", "source", "claim", "expected", "data")
        return {
            **{name: getattr(self.experiment, name) for name in facts},
            "version": __version__,
            "quick": self.quick,
            "notes": self.notes,
            "tables": self.tables,
        }


def check_folder(folder: Path) -> None:
    """Make the folder if there is none, and refuse one that cannot be written to."""
    with UsageError.instead_of(OSError):
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(f"{str(folder)!r} is a file; give the name of a folder.")
        if not folder.exists():
            check_writable(folder)  # says it better than mkdir
            folder.mkdir()
        check_writable(folder / "table.csv")


def write_outcome(outcome: Outcome, folder: Path) -> None:
    """All tables as one JSON document, and each as a CSV file; each whole or not at all."""
    name = outcome.experiment.name
    for table, rows in outcome.tables.items():
        write_table(_columns(rows), folder / f"{name}-{table}.csv")
    document = json.dumps(outcome.to_dict(), allow_nan=False, indent=2)
    with whole_file(folder / f"{name}.json") as temporary:
        temporary.write_text(f"{document}\n", encoding="utf-8")


def print_outcome(console: Console, outcome: Outcome) -> None:
    """The claim, what was expected, the first table and the verdicts."""
    experiment = outcome.experiment
    quick = ", quick" if outcome.quick else ""
    print_text(console, f"{experiment.name}: {experiment.source}{quick}", "bold")
    for note in outcome.notes:
        print_text(console, f"Note: {note}")
    print_text(console, f"The paper: {experiment.claim}")
    print_text(console, f"Expected: {experiment.expected}")
    if outcome.left_out is not None:
        print_text(console, f"{'Failed' if outcome.problem else 'Skipped'}. {outcome.left_out}")
        return
    summary = next(iter(outcome.tables.values()))
    headings = [name.replace("_", "\n") for name in summary[0]]
    print_grid(console, headings, [[_shown(value) for value in row.values()] for row in summary])
    for verdict in outcome.tables.get("verdicts", []):
        print_text(console, f"{verdict['verdict'].capitalize()}: {verdict['claim']}.", "bold")
        print_text(console, f"  {verdict['where']}: {verdict['statistic']}")
    print_text(console, f"{outcome.seconds:.0f} seconds")


def _columns(rows: list[Row]) -> dict[str, np.ndarray]:
    # As objects, or a column of numbers and None would become one of NaN.
    return {name: np.array([row[name] for row in rows], dtype=object) for name in rows[0]}


def _shown(value: Any) -> str:
    return four_digits(value) if isinstance(value, float) or value is None else str(value)
