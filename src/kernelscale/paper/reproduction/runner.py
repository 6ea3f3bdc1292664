"""Runs experiments in order, or reads their kept outcomes, and writes all outcomes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...cli.shared.problems import notes_from_warnings, sentence
from ...cli.shared.progress import ProgressDisplay
from ..harness.experiment import Experiment
from ..harness.finished_parts import parts_kept_in
from .cache import ExperimentCache
from .folder_page import FolderPage
from .outcome import Outcome
from .pictures import Pictures, draw_pictures
from .printing import TimeLeft
from .result_files import check_folder, clear_unfinished, remove_files, write_outcome

__all__ = ["Runner"]

QUICK_MINUTES = 0.15  # running time of each experiment on small samples


class Runner:
    """Runs experiments, and writes their results if a folder is given.

    Parameters
    ----------
    experiments : sequence of Experiment
        The experiments, in the order in which they run.
    quick : bool
        Whether samples are small.
    folder : Path or None
        Folder for the results, which is created if needed; a UsageError is raised if the folder
        cannot be written to.
    """

    def __init__(self, experiments: Sequence[Experiment], quick: bool, folder: Path | None) -> None:
        self._experiments, self._quick, self._folder = experiments, quick, folder
        self._cache: ExperimentCache | None = None
        self._page: FolderPage | None = None
        self.failed: list[tuple[str, Exception]] = []
        if folder is not None:
            check_folder(folder, experiments)
            clear_unfinished(folder)
            self._cache = ExperimentCache(folder, quick)
            self._page = FolderPage(folder, quick, self._cache)

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcome of each experiment after the outcome is written."""
        known = {e.name: found for e in self._experiments if (found := self._known(e)) is not None}
        to_run = [e for e in self._experiments if e.name not in known]
        minutes = [QUICK_MINUTES if self._quick else e.minutes for e in to_run]
        left = TimeLeft([e.name for e in to_run], minutes)
        for experiment in self._experiments:
            outcome = known.get(experiment.name)
            if outcome is None:
                left.next()
                outcome = self._run(experiment)
            self._write(outcome)  # before `yield`, because a caller may stop early
            yield outcome

    def _known(self, experiment: Experiment) -> Outcome | None:
        found = None if self._cache is None else self._cache.read(experiment)
        return None if found is None else Outcome(experiment, self._quick, **found)

    def _run(self, experiment: Experiment) -> Outcome:
        """Run one experiment; an error is recorded, so that the other experiments still run."""
        started = time.perf_counter()
        try:
            with ProgressDisplay() as progress, notes_from_warnings() as notes:
                if self._cache is None:
                    tables = experiment.run(self._quick, progress)
                else:
                    with parts_kept_in(self._cache.of(experiment)):
                        tables = experiment.run(self._quick, progress)
        except Exception as error:  # noqa: BLE001  # reported at the end
            self.failed.append((f"{experiment.name}: ", error))
            return Outcome(experiment, self._quick, {}, [], 0.0, sentence(error))
        outcome = Outcome(experiment, self._quick, tables, notes, time.perf_counter() - started)
        if self._cache is not None and outcome.why_empty is None:
            self._cache.keep(
                experiment, {"tables": tables, "notes": notes, "seconds": outcome.seconds}
            )
        return outcome

    def _write(self, outcome: Outcome) -> None:
        """Write tables, pictures and page; remove earlier files of an experiment that failed."""
        if self._folder is None or self._page is None:
            return
        if outcome.problem is None:
            write_outcome(outcome, self._folder)
        else:
            remove_files(outcome.experiment, self._folder)
        self._page.add(outcome, self._drawn(outcome, self._folder))

    def _drawn(self, outcome: Outcome, folder: Path) -> Pictures:
        try:
            return draw_pictures(outcome, folder)
        except Exception as error:  # noqa: BLE001  # the page is useful without pictures
            self.failed.append((f"A picture of {outcome.experiment.name}: ", error))
            return []
