"""Results of earlier runs in the folder of the tables, so that a stopped run can continue.

The folder `cache/NAME-full` (`cache/NAME-quick` for small samples) holds the finished parts of an
experiment until it ends, and then its outcome: its tables, notes and running time. Parts and
outcome are valid while everything that determines the numbers stays the same:
the code of this package, the packages on which it depends, and the data files that the experiment
reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..harness import data_folder
from ..harness.experiment import Experiment
from ..harness.finished_parts import KeptValues
from ..harness.tables import Tables
from . import keys
from .outcome import are_tables
from .result_files import CACHE

__all__ = ["ExperimentCache"]

OUTCOME = "outcome"


class ExperimentCache:
    """Outcomes and finished parts of experiments in a folder.

    Parameters
    ----------
    folder : Path
        Folder in which tables are written.
    quick : bool
        Whether samples are small.
    """

    def __init__(self, folder: Path, quick: bool) -> None:
        self._folder, self._size = folder / CACHE, "quick" if quick else "full"
        self._facts = keys.facts_of_numbers()

    def of(self, experiment: Experiment) -> KeptValues:
        """The kept values of an experiment."""
        place = self._folder / f"{experiment.name}-{self._size}"
        files = data_folder.facts(experiment.files)
        return KeptValues(place, {**self._facts, "place": place.name, "files": files})

    def read(self, experiment: Experiment) -> dict[str, Any] | None:
        """The kept outcome of an experiment; None if no valid outcome was kept."""
        outcome = self.of(experiment).read(OUTCOME)
        return outcome if _is_outcome(outcome) else None

    def holds(self, experiment: Experiment, tables: Tables) -> bool:
        """Whether `tables` equal the tables of the kept outcome."""
        known = self.read(experiment)
        return known is not None and bool(known["tables"] == tables)

    def keep(self, experiment: Experiment, outcome: dict[str, Any]) -> None:
        """Keep the outcome of an experiment, and remove its parts."""
        kept = self.of(experiment)
        kept.keep(OUTCOME, outcome)
        kept.remove_parts()


def _is_outcome(kept: Any) -> bool:
    """Whether a kept value has the form of an outcome."""
    return (
        isinstance(kept, dict)
        and kept.keys() == {"tables", "notes", "seconds"}
        and bool(kept["tables"])
        and are_tables(kept["tables"])
        and isinstance(kept["notes"], list)
        and all(isinstance(note, str) for note in kept["notes"])
        and isinstance(kept["seconds"], float)
    )
