"""What `kernelscale select` prints, as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...kernels.conventions import CONVENTIONS, to_convention
from ...results import Bandwidth
from ..shared.printing import bandwidth_facts, four_digits, print_code, print_list, print_text
from ..shared.screen import Screen, standard_output
from ..shared.tables import Table
from .cross_validation import Checked

__all__ = ["Selection"]


@dataclass(frozen=True)
class Selection:
    """One scale, how it compares with others, and the lines of Python that use it.

    Attributes
    ----------
    table : Table
        The data.
    bandwidth : Bandwidth
        The scale.
    lines : list of str
        The Python that uses it.
    notes : list of str
        Sentences on faults of the data, and warnings.
    checked : Checked or None
        How it compares with others; None without --check.
    """

    table: Table
    bandwidth: Bandwidth
    lines: list[str]
    notes: list[str]
    checked: Checked | None

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "data": self.table.to_dict(),
            **self.bandwidth.to_dict(),
            "conventions": self._conventions(),
            **({} if self.checked is None else {"check": self.checked.to_dict()}),
            "python": self.lines,
            "notes": self.notes,
        }

    def show(self) -> None:
        """Print it."""
        console = standard_output()
        print_text(console, self.table.describe(), "bold")
        for note in self.notes:
            print_text(console, f"Note: {note}")
        print_list(console, bandwidth_facts(self.bandwidth))
        if self.checked is not None:
            _print_check(console, self.checked)
        print_text(console, "\nIn Python", "bold")
        print_code(console, self.lines)
        if self.bandwidth.epsilon is not None:
            self._print_conventions(console)

    def _conventions(self) -> dict[str, float]:
        epsilon = self.bandwidth.epsilon
        if epsilon is None:
            return {}
        return {package: to_convention(epsilon, package) for package in CONVENTIONS}

    def _print_conventions(self, console: Screen) -> None:
        print_text(console, "\nThe same scale elsewhere", "bold")
        print_list(
            console,
            [
                (package, four_digits(number), CONVENTIONS[package].formula)
                for package, number in self._conventions().items()
            ],
        )


def _print_check(console: Screen, checked: Checked) -> None:
    n_folds = checked.scores.shape[1]
    title = f"\n{checked.score} of {checked.machine} on rows left out, {n_folds} folds"
    print_text(console, title, "bold")
    first, *others = checked.lines()
    each = "each scale chosen from the training rows alone"
    print_list(console, [(*_mean(first), each), *(_beside(first, line) for line in others)])


def _mean(line: dict[str, Any]) -> tuple[str, str]:
    return line["rule"], f"{line['mean']:.4f} (standard error {line['standard_error']:.4f})"


def _beside(first: dict[str, Any], line: dict[str, Any]) -> tuple[str, str, str]:
    ahead, error = line["advantage"], line["advantage_error"]
    side = "below" if ahead > 0 else "above"
    beside = f"{abs(ahead):.4f} {side} {first['rule']} (standard error {error:.4f}, fold by fold)"
    return (*_mean(line), beside)
