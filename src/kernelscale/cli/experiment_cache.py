"""What was found before, kept in the folder of the tables, so that a run goes on where it stopped.

`cache/NAME-full-KEY` holds the parts of an experiment that are finished, and in the end its outcome
instead. The key stands for all that decides the numbers: the experiment and its size, this
package's code, the packages it rests on, and the real data.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .._version import __version__
from ..engine import arithmetic_in_use
from ..experiments import Experiment, data_folder
from ..experiments.finished_parts import parts_kept_in
from ..whole_files import whole_file

__all__ = ["ExperimentCache"]

FOLDER = "cache"
OUTCOME = "outcome.json"
PACKAGE = Path(__file__).parents[1]
SHOWING = ("cli", "reports")  # what only shows results decides none
DEPENDENCIES = ("numpy", "scipy", "scikit-learn")


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
        self._folder, self._size = folder / FOLDER, "quick" if quick else "full"
        self._facts = _facts()

    def read(self, experiment: Experiment) -> dict[str, Any] | None:
        """What was kept of an experiment that came to its end, if it did."""
        path = self._place(experiment) / OUTCOME
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def keep(self, experiment: Experiment, outcome: dict[str, Any]) -> None:
        """Keep the outcome instead of the parts."""
        place = self._place(experiment)
        place.mkdir(parents=True, exist_ok=True)
        with whole_file(place / OUTCOME) as temporary:
            temporary.write_text(json.dumps(outcome, allow_nan=False), encoding="utf-8")
        for part in place.glob("part-*"):
            part.unlink()

    @contextmanager
    def parts_of(self, experiment: Experiment) -> Iterator[None]:
        """Inside, finished parts of the experiment are read and kept; those of old code go."""
        place = self._place(experiment)
        for other in self._folder.glob(f"{experiment.name}-{self._size}-*"):
            if other != place:
                shutil.rmtree(other)
        with parts_kept_in(place):
            yield

    def clear_unfinished(self) -> None:
        """Remove what a run that was killed was about to write, here and beside."""
        for folder in (self._folder.parent, *self._folder.glob("*")):
            for temporary in folder.glob(".*.tmp"):
                temporary.unlink(missing_ok=True)

    def _place(self, experiment: Experiment) -> Path:
        key = _digest({"name": experiment.name, "size": self._size, **self._facts})
        return self._folder / f"{experiment.name}-{self._size}-{key[:16]}"


def _facts() -> dict[str, Any]:
    """All that decides numbers beside the experiment and its size."""
    return {
        "version": __version__,
        "code": _digest_of_code(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in DEPENDENCIES},
        "arithmetic": arithmetic_in_use(),
        "data": data_folder.contents(),
    }


def _digest_of_code() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] not in SHOWING:
            digest.update(f"{place.as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _digest(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
