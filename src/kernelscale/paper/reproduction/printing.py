"""The output of `kernelscale reproduce`: experiments, their results, and the time left."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from ...cli.shared.printing import four_digits, print_grid, print_list, print_text
from ...cli.shared.screen import Screen, standard_error
from ..harness.experiment import FINDINGS, VERDICTS, Experiment
from .outcome import Outcome

__all__ = ["TimeLeft", "print_experiments", "print_outcome"]


def print_experiments(console: Screen, experiments: Iterable[Experiment]) -> None:
    """Print each experiment: the paper's claim, the expected result, its data and its time."""
    for experiment in experiments:
        print_text(console, experiment.name, "bold")
        print_list(
            console,
            [
                ("paper", experiment.source),
                ("claim", experiment.claim),
                ("expected", experiment.expected),
                ("data", experiment.data),
                ("time", f"about {experiment.minutes:g} min"),
            ],
        )


def print_outcome(console: Screen, outcome: Outcome, *, alone: bool) -> None:
    """Print the state of an experiment, its first table if it runs alone, and its verdicts."""
    print_text(console, f"{outcome.experiment.name}: {_state(outcome)}", "bold")
    for note in outcome.notes:
        print_text(console, f"Note: {note}")
    if outcome.why_empty is not None:
        return
    if alone:
        summary = next(iter(outcome.tables.values()))
        headings = [name.replace("_", "\n") for name in summary[0]]
        rows = [[_shown(value) for value in row.values()] for row in summary]
        print_grid(console, headings, rows)
    for verdict in outcome.tables.get(VERDICTS, []):
        print_text(console, f"  {verdict['words']}: {verdict['verdict']}.")


def _state(outcome: Outcome) -> str:
    if outcome.why_empty is not None:
        return f"{'failed' if outcome.problem else 'skipped'}. {outcome.why_empty}"
    n = len(outcome.tables.get(FINDINGS, []))
    results = "small samples, no verdict" if outcome.quick else f"{n} finding{'s' * (n != 1)}"
    return f"{results}, {outcome.seconds:.0f} seconds"


def _shown(value: Any) -> str:
    return four_digits(value) if isinstance(value, float) or value is None else str(value)


class TimeLeft:
    """Prints the name of each experiment before it begins, and the time left; only on a terminal.

    Each experiment states its running time. The time left is the sum of the stated times of the
    remaining experiments. If finished experiments took longer or shorter than stated, this sum is
    multiplied by their measured time divided by their stated time.

    Parameters
    ----------
    names : sequence of str
        Names of the experiments that will be run.
    minutes : sequence of float
        Running time that each experiment states.
    console : Screen, optional
        Console to print on; stderr by default.
    """

    def __init__(
        self, names: Sequence[str], minutes: Sequence[float], console: Screen | None = None
    ) -> None:
        self._console = standard_error() if console is None else console
        self._names, self._minutes = names, minutes
        self._started = time.monotonic()
        self._done = 0

    def next(self) -> None:
        """Print that the next experiment begins."""
        if self._console.is_terminal:
            self._console.print(Text(self.sentence(time.monotonic() - self._started), "dim"))
        self._done += 1

    def sentence(self, seconds: float) -> str:
        """The line that is printed `seconds` after the start.

        Examples
        --------
        The first experiment took twice its stated time, so the second is expected to do so too.

        >>> left = TimeLeft(["roll", "digit"], [1.0, 3.0])
        >>> left.sentence(0)
        'roll (1 of 2): about 4 min left in all'
        >>> left.next()
        >>> left.sentence(120)
        'digit (2 of 2): about 6 min left in all'
        """
        to_do, done = sum(self._minutes[self._done :]), sum(self._minutes[: self._done])
        minutes = to_do * (seconds / 60 / done if done else 1.0)
        left = f"about {minutes:.0f} min" if minutes >= 1 else "less than a minute"
        place = f"{self._done + 1} of {len(self._names)}"
        return f"{self._names[self._done]} ({place}): {left} left in all"
