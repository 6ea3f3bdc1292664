"""The quick run of each experiment, made once for all tests of all processes."""

from __future__ import annotations

import os
import pickle
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kernelscale.engine import ProgressEvent
from kernelscale.experiments import EXPERIMENTS, data_folder
from kernelscale.experiments.experiment import Tables

__all__ = ["QuickRun", "QuickRuns"]


class QuickRun(NamedTuple):
    """The tables of a quick run, what was told of its progress, and the data files it asked for."""

    tables: Tables
    heard: list[ProgressEvent]
    looked_for: set[str]


class QuickRuns:
    """Quick runs by name, kept in a folder that all processes of a test run share.

    Two processes that ask for the same run at the same moment both make it, and get the same.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read = cache(lambda file: pickle.loads(file.read_bytes()))

    def __call__(self, name: str, with_data: bool = True) -> QuickRun:
        """The quick run of an experiment, with the folder of real data or as if there were none."""
        with pytest.MonkeyPatch.context() as patch:
            if not with_data:
                patch.delenv(data_folder.VARIABLE, raising=False)
            found = sorted(file for file in EXPERIMENTS[name].files if data_folder.find(file))
            kept = self._folder / f"{name}-with-{len(found)}-files.pickle"
            if not kept.exists():
                part = kept.with_suffix(f".{os.getpid()}")
                part.write_bytes(pickle.dumps(_run(name)))
                part.replace(kept)  # whole or not at all, for who reads it meanwhile
        return self._read(kept)


def _run(name: str) -> QuickRun:
    heard, looked_for, find = [], set(), data_folder.find

    def noticed(file):
        looked_for.add(file)
        return find(file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data_folder, "find", noticed)
        tables = EXPERIMENTS[name].run(True, heard.append)
    return QuickRun(tables, heard, looked_for)
