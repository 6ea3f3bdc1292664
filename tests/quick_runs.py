"""Quick runs of experiments, each computed once for all processes of a test run.

The process that needs a run computes it without further processes, because tests already run on
all processors.
"""

from __future__ import annotations

import os
import pickle
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from joblib import parallel_config

from kernelscale.engine.progress import ProgressEvent
from kernelscale.paper.harness import data_folder
from kernelscale.paper.harness.experiment import why_skipped
from kernelscale.paper.harness.finished_parts import KeptValues, parts_kept_in
from kernelscale.paper.harness.tables import Tables
from kernelscale.paper.registry import EXPERIMENTS

__all__ = ["QuickRun", "QuickRuns"]


class QuickRun(NamedTuple):
    """The results of a quick run, and what it reported and requested.

    - `tables`: its tables
    - `judged`: the verdicts and findings that a full run would derive from the same evidence
    - `heard`: its progress events
    - `looked_for`: the data files that it requested
    """

    tables: Tables
    judged: Tables
    heard: list[ProgressEvent]
    looked_for: set[str]


class QuickRuns:
    """Quick runs by name, kept in a folder that is shared by all processes of a test run.

    If two processes need the same run at the same moment, both compute it, with equal results.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read = cache(lambda file: pickle.loads(file.read_bytes()))

    def __call__(self, name: str, with_data: bool = True) -> QuickRun:
        """Quick run of an experiment, with or without the folder of real data."""
        with pytest.MonkeyPatch.context() as patch:
            if not with_data:
                patch.delenv(data_folder.VARIABLE, raising=False)
            parts = self._parts(name)
            kept = parts.with_suffix(".pickle")
            if not kept.exists():
                part = kept.with_suffix(f".{os.getpid()}")
                part.write_bytes(pickle.dumps(_run(name, parts)))
                part.replace(kept)  # this is atomic, because other processes may read the file
        return self._read(kept)

    def again(self, name: str, folder: Path) -> Tables:
        """Tables of a run in `folder`, after most finished parts were copied there.

        Of each six parts only the last is computed again: it takes the least time in long runs.
        """
        self(name)
        parts = sorted(self._parts(name).glob("part-*.json"), reverse=True)
        for number, part in enumerate(parts):
            if number % 6:
                shutil.copy(part, folder)
        with parallel_config("sequential"), parts_kept_in(KeptValues(folder, {})):
            return EXPERIMENTS[name].run(True, lambda event: None)

    def _parts(self, name: str) -> Path:
        """The folder for finished parts; its name contains the number of existing data files."""
        found = [file for file in EXPERIMENTS[name].files if data_folder.find(file)]
        return self._folder / f"{name}-with-{len(found)}-files"


def _run(name: str, folder: Path) -> QuickRun:
    heard, looked_for, find = [], set(), data_folder.find

    def noticed(file):
        looked_for.add(file)
        return find(file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data_folder, "find", noticed)
        with parallel_config("sequential"), parts_kept_in(KeptValues(folder, {})):
            experiment = EXPERIMENTS[name]
            tables, evidence = experiment.measured(True, heard.append)
            judged = {} if why_skipped(tables) else experiment.judged(evidence)
    return QuickRun(tables, judged, heard, looked_for)
