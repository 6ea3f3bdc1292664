"""Result folders of `kernelscale reproduce`, of a finished run or of one that was stopped halfway.

They are read by one more run into the same folder.
"""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from kernelscale.cli import app
from kernelscale.paper.harness import repeats
from kernelscale.paper.harness.experiment import Experiment
from kernelscale.paper.registry import EXPERIMENTS

__all__ = ["read_results", "write_finished", "write_stopped"]

NAME, STOP = "damaged_files", "KERNELSCALE_STOP_HALFWAY"


def _draw(case: int, seed: int) -> dict[str, float]:
    if case == 2 and STOP in os.environ:
        raise ValueError("It is stopped halfway.")
    return {"value": float(np.random.default_rng([case, seed]).normal())}


def _run(quick: bool, progress: Any) -> dict[str, list[dict[str, Any]]]:
    found = repeats.measure_repeats(_draw, [0, 1, 2], 20, progress, 1)
    rows = [{"case": n, **value} for n, values in enumerate(found) for value in values]
    return {"summary": rows[:3], "all": rows}


def _reproduce(folder: Path) -> str:
    """Run `reproduce` on the folder, and return its error message; empty if it succeeds."""
    only = {NAME: Experiment(NAME, "Figure", "Yes.", "No.", "none", 1.0, _run)}
    errors, silence = io.StringIO(), io.StringIO()
    with mock.patch.dict(EXPERIMENTS, only, clear=True):
        try:
            with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(silence):
                app(["reproduce", NAME, "-o", str(folder)])
        except SystemExit as end:
            return errors.getvalue().strip() if end.code else ""
    return ""


def write_finished(folder: Path) -> None:
    _reproduce(folder)


def write_stopped(folder: Path) -> None:
    with mock.patch.dict(os.environ, {STOP: "1"}):
        _reproduce(folder)


def read_results(folder: Path) -> dict[str, Any]:
    """Contents of all files in the results folder, after one more run of `reproduce` on it."""
    problem = _reproduce(folder)
    if problem:
        raise ValueError(problem)
    files = [file for file in folder.iterdir() if file.is_file()]
    return {file.name: file.read_bytes().hex() for file in files}
