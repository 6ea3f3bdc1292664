"""The result of `kernelscale select`, printed as text or JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...kernels.conventions import CONVENTIONS, to_convention
from ...results import Bandwidth
from ..shared.data_table import Table
from ..shared.printing import (
    bandwidth_facts,
    four_digits,
    print_code,
    print_heading,
    print_list,
    print_text,
)
from ..shared.screen import Screen, standard_output
from .cross_validation import Checked

__all__ = ["Selection"]


@dataclass(frozen=True)
class Selection:
    """One scale, its comparison with other scales, and the lines of Python that use it.

    Attributes
    ----------
    table : Table
        The data.
    bandwidth : Bandwidth
        The scale.
    lines : list of str
        Lines of Python that use the scale.
    notes : list of str
        Sentences on faults of the data, and warnings.
    checked : Checked or None
        Scores of this scale and of other scales on rows left out; None without --check.
    """

    table: Table
    bandwidth: Bandwidth
    lines: list[str]
    notes: list[str]
    checked: Checked | None

    def to_dict(self) -> dict[str, Any]:
        """The selection as a dict for JSON."""
        return {
            "data": self.table.to_dict(),
            **self.bandwidth.to_dict(),
            "conventions": self._conventions(),
            **({} if self.checked is None else {"check": self.checked.to_dict()}),
            "python": self.lines,
            "notes": self.notes,
        }

    def show(self) -> None:
        """Print the selection as text."""
        console = standard_output()
        print_heading(console, self.table.describe(), self.notes)
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
        print_text(console, "\nThe same scale in other packages", "bold")
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
    print_list(console, [(*_mean(first), each), *(_compared(first, line) for line in others)])


def _mean(line: dict[str, Any]) -> tuple[str, str]:
    return line["rule"], f"{line['mean']:.4f} (standard error {line['standard_error']:.4f})"


def _compared(first: dict[str, Any], line: dict[str, Any]) -> tuple[str, str, str]:
    ahead, error = line["advantage"], line["advantage_error"]
    side = "below" if ahead > 0 else "above"
    size = f"{abs(ahead):.4f} {side} {first['rule']}"
    return (*_mean(line), f"{size} (standard error of the difference {error:.4f})")
