"""What was found before, kept in the folder of the tables, so that a run goes on where it stopped.

`cache/NAME-full-KEY` holds the parts of an experiment that are finished, and in the end its outcome
instead. The key stands for all that decides the numbers: the experiment and its size, this
package's code, the packages it rests on, and the files of real data that it reads.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..experiments import EXPERIMENTS, Experiment, data_folder
from ..experiments.experiment import Tables
from ..experiments.finished_parts import parts_kept_in
from ..whole_files import whole_file
from . import experiment_keys
from .experiment_files import CACHE, temporary_of

__all__ = ["ExperimentCache"]

OUTCOME = "outcome.json"
KEY = "[0-9a-f]{16}"
KEPT = r"outcome\.json|part-\d{5}\.pickle"


class ExperimentCache:
    """Outcomes and finished parts of experiments in a folder.

    Parameters
    ----------
    folder : Path
        Where tables are written.
    quick : bool
        Whether samples are small.
    """

    def __init__(self, folder: Path, quick: bool) -> None:
        self._folder, self._size = folder / CACHE, "quick" if quick else "full"
        self._facts = experiment_keys.facts_of_numbers()

    def read(self, experiment: Experiment) -> dict[str, Any] | None:
        """What was kept of an experiment that came to its end; None if nothing, or if damaged."""
        path = self._place(experiment) / OUTCOME
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            outcome: dict[str, Any] = kept["outcome"]
            return outcome if kept["digest"] == experiment_keys.digest(outcome) else None
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def holds(self, experiment: Experiment, tables: Tables) -> bool:
        """Whether these are what an experiment gives."""
        known = self.read(experiment)
        return known is not None and bool(known["tables"] == tables)

    def keep(self, experiment: Experiment, outcome: dict[str, Any]) -> None:
        """Keep the outcome instead of the parts."""
        place = self._place(experiment)
        place.mkdir(parents=True, exist_ok=True)
        kept = {"digest": experiment_keys.digest(outcome), "outcome": outcome}
        with whole_file(place / OUTCOME) as temporary:
            temporary.write_text(json.dumps(kept, allow_nan=False), encoding="utf-8")
        for part in place.glob("part-*.pickle"):
            part.unlink()

    @contextmanager
    def parts_of(self, experiment: Experiment) -> Iterator[None]:
        """Inside, finished parts of the experiment are read and kept; those of old code go."""
        place = self._place(experiment)
        for other in self._places(f"{experiment.name}-{self._size}"):
            if other != place:
                _remove(other, KEPT)
        with parts_kept_in(place):
            yield

    def clear_unfinished(self) -> None:
        """Remove what a run that was killed was about to write."""
        for place in self._places(f"(?:{'|'.join(EXPERIMENTS)})-(?:full|quick)"):
            _remove(place, temporary_of(KEPT))

    def _places(self, names: str) -> list[Path]:
        """Folders of this cache whose names, a pattern, go before a key."""
        pattern = re.compile(f"{names}-{KEY}")
        return [p for p in self._folder.glob("*") if pattern.fullmatch(p.name) and p.is_dir()]

    def _place(self, experiment: Experiment) -> Path:
        facts = {"name": experiment.name, "size": self._size, **self._facts}
        key = experiment_keys.digest({**facts, "files": data_folder.facts(experiment.files)})
        return self._folder / f"{experiment.name}-{self._size}-{key[:16]}"


def _remove(place: Path, files: str) -> None:
    """Remove files by a pattern of their names, and the folder if nothing else is in it."""
    for file in place.iterdir():
        if re.fullmatch(files, file.name):
            file.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        place.rmdir()
