"""What came out of an experiment, and its summary and verdicts on the screen."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._version import __version__
from ..experiments import Experiment
from ..experiments.experiment import Tables
from .shared.printing import four_digits, print_grid, print_text
from .shared.screen import Screen

__all__ = ["Outcome", "print_outcome"]


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


def print_outcome(console: Screen, outcome: Outcome) -> None:
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
        said = verdict["verdict"][:1].upper() + verdict["verdict"][1:]  # names keep their capitals
        ours = ", a claim of ours" if verdict["whose"] == "ours" else ""
        print_text(console, f"{said}{ours}: {verdict['claim']}.", "bold")
        print_text(console, f"  {verdict['where']}: {verdict['statistic']}")
    print_text(console, f"{outcome.seconds:.0f} seconds")


def _shown(value: Any) -> str:
    return four_digits(value) if isinstance(value, float) or value is None else str(value)
