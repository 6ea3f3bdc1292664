"""All that a folder holds of experiments, of this run and of earlier ones, on a page."""

from __future__ import annotations

from pathlib import Path

from ..atomic_files import atomic_file
from ..experiments import EXPERIMENTS, Experiment
from ..reports.page.reproduction_page import ExperimentPart, reproduction_page
from .experiment_cache import ExperimentCache
from .experiment_files import PAGE, document_of, read_outcome
from .experiment_pictures import NO_PICTURES, Pictures, can_draw, draw_pictures
from .experiment_tables import Outcome

__all__ = ["ExperimentPage"]

EARLIER = "From an earlier run, perhaps of other code, packages or data than the rest of the page."
UNSUITABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, OSError)
"""What comes of tables that other code wrote."""


class ExperimentPage:
    """The page of a folder, with all experiments in it whose samples have one size.

    Parameters
    ----------
    folder : Path
        Where tables and pictures are.
    quick : bool
        Which size is shown.
    cache : ExperimentCache
        Tells results of this code and these data from others.
    """

    def __init__(self, folder: Path, quick: bool, cache: ExperimentCache) -> None:
        self._folder, self._quick, self._cache = folder, quick, cache
        self._parts: dict[str, ExperimentPart] = {}
        self._of_other_size: list[str] = []
        self._unreadable: list[str] = []
        for experiment in EXPERIMENTS.values():
            if document_of(experiment, folder).exists():
                self._add_earlier(experiment)

    def add(self, outcome: Outcome, pictures: Pictures) -> None:
        """Take what came out now instead of what was there, and write the page."""
        name = outcome.experiment.name
        for names in (self._of_other_size, self._unreadable):
            if name in names:
                names.remove(name)
        self._parts[name] = _part(outcome, outcome.notes, pictures)
        parts = [self._parts[name] for name in EXPERIMENTS if name in self._parts]
        with atomic_file(self._folder / PAGE) as temporary:
            text = reproduction_page(parts, self._quick, self._remarks())
            temporary.write_text(text, encoding="utf-8")

    def _add_earlier(self, experiment: Experiment) -> None:
        outcome = read_outcome(experiment, self._folder)
        if outcome is None:
            self._unreadable.append(experiment.name)
        elif outcome.quick != self._quick:
            self._of_other_size.append(experiment.name)
        else:
            try:
                self._parts[experiment.name] = self._earlier_part(outcome)
            except UNSUITABLE:
                self._unreadable.append(experiment.name)

    def _earlier_part(self, outcome: Outcome) -> ExperimentPart:
        is_known = self._cache.holds(outcome.experiment, outcome.tables)
        notes = outcome.notes if is_known else [EARLIER, *outcome.notes]
        part = _part(outcome, notes, draw_pictures(outcome, self._folder))
        reproduction_page([part], self._quick, [])  # or it would spoil the page of all
        return part

    def _remarks(self) -> list[str]:
        size = "full" if self._quick else "small"
        remarks = [] if can_draw() else [NO_PICTURES]
        if self._of_other_size:
            names = ", ".join(self._of_other_size)
            remarks.append(f"Also in the folder, of {size} samples and not on this page: {names}.")
        if self._unreadable:
            names = ", ".join(self._unreadable)
            remarks.append(f"Damaged or of other code, so not on this page: {names}.")
        return remarks


def _part(outcome: Outcome, notes: list[str], pictures: Pictures) -> ExperimentPart:
    experiment = outcome.experiment
    return ExperimentPart(
        experiment.name,
        experiment.source,
        experiment.claim,
        experiment.expected,
        experiment.data,
        outcome.tables,
        outcome.left_out,
        notes,
        pictures,
    )
