"""The page of a folder, with all experiments of this run and of earlier runs in the folder."""

from __future__ import annotations

from pathlib import Path

from ...atomic_files import atomic_file
from ..harness.experiment import Experiment
from ..registry import EXPERIMENTS
from .cache import ExperimentCache
from .outcome import Outcome
from .page import Section, reproduction_page
from .pictures import Pictures, draw_pictures, why_no_pictures
from .result_files import PAGE, document_of, read_outcome

__all__ = ["FolderPage"]

EARLIER = "From an earlier run; its code, packages or data may have been different."
UNSUITABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, OSError)
"""Errors that drawing can raise if another version of the code wrote the tables."""


class FolderPage:
    """The page of a folder, with its experiments on either small or full samples.

    Parameters
    ----------
    folder : Path
        Folder of the tables and pictures.
    quick : bool
        Whether the page shows experiments on small samples; otherwise on full samples.
    cache : ExperimentCache
        The cache of outcomes that this code computed from these data.
    """

    def __init__(self, folder: Path, quick: bool, cache: ExperimentCache) -> None:
        self._folder, self._quick, self._cache = folder, quick, cache
        self._sections: dict[str, Section] = {}
        self._of_other_size: list[str] = []
        self._unreadable: list[str] = []
        for experiment in EXPERIMENTS.values():
            if document_of(experiment, folder).exists():
                self._add_earlier(experiment)

    def add(self, outcome: Outcome, pictures: Pictures) -> None:
        """Add an outcome, replacing any earlier outcome of its experiment, and write the page."""
        name = outcome.experiment.name
        for names in (self._of_other_size, self._unreadable):
            if name in names:
                names.remove(name)
        self._sections[name] = Section(outcome, pictures)
        sections = [self._sections[name] for name in EXPERIMENTS if name in self._sections]
        with atomic_file(self._folder / PAGE) as temporary:
            text = reproduction_page(sections, self._quick, self._remarks())
            temporary.write_text(text, encoding="utf-8")

    def _add_earlier(self, experiment: Experiment) -> None:
        outcome = read_outcome(experiment, self._folder)
        if outcome is None:
            self._unreadable.append(experiment.name)
        elif outcome.quick != self._quick:
            self._of_other_size.append(experiment.name)
        else:
            try:
                self._sections[experiment.name] = self._earlier_section(outcome)
            except UNSUITABLE:
                self._unreadable.append(experiment.name)

    def _earlier_section(self, outcome: Outcome) -> Section:
        is_known = self._cache.holds(outcome.experiment, outcome.tables)
        notes = outcome.notes if is_known else [EARLIER, *outcome.notes]
        section = Section(outcome._replace(notes=notes), draw_pictures(outcome, self._folder))
        # An unsuitable section raises its error here, where it does not prevent the whole page.
        reproduction_page([section], self._quick, [])
        return section

    def _remarks(self) -> list[str]:
        size = "full" if self._quick else "small"
        remarks = list(filter(None, [why_no_pictures()]))
        if self._of_other_size:
            names = ", ".join(self._of_other_size)
            remarks.append(f"Also in the folder, with {size} samples, not on this page: {names}.")
        if self._unreadable:
            names = ", ".join(self._unreadable)
            remarks.append(f"Damaged or written by other code, so not on this page: {names}.")
        return remarks
