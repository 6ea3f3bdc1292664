"""Runs of `kernelscale reproduce` that are killed at random moments and started again.

`python -m benchmarks.killed_runs` kills ten runs of `reproduce all --quick`.
"""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

__all__ = ["check_complete", "kill_and_finish", "written"]


def kill_and_finish(
    command: Sequence[str], folder: Path, seconds: float, n_kills: int, seed: int
) -> int:
    """Run the command repeatedly: kill `n_kills` runs at random moments, and complete a last run.

    Parameters
    ----------
    command : sequence of str
        Command that writes into `folder`.
    folder : Path
        Folder whose files are checked after every kill.
    seconds : float
        Time of a complete run.
    n_kills : int
        Number of runs to kill, by a signal that cannot be caught.
    seed : int
        Seed of the random moments at which runs are killed.

    Returns
    -------
    int
        Number of runs that were killed before their end; the other runs had already ended.
    """
    moments, n_killed = random.Random(seed), 0
    for _ in range(n_kills):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(moments.uniform(0, seconds))
        n_killed += process.poll() is None
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)  # the process and its child processes
        process.wait()
        check_complete(folder)
    subprocess.run(command, check=True, capture_output=True)
    check_complete(folder)
    return n_killed


def check_complete(folder: Path) -> None:
    """Raise an error if a file in the folder is truncated."""
    for file in folder.rglob("*"):
        check = _CHECKS.get(file.suffix)
        if check is not None and file.is_file():
            check(file)


def written(folder: Path) -> dict[str, bytes]:
    """Contents of all files that users read, by file name; the cache is excluded."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _check_json(file: Path) -> None:
    json.loads(file.read_text(encoding="utf-8"))


def _check_csv(file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as lines:
        lengths = {len(row) for row in csv.reader(lines)}
    if len(lengths) != 1 or not file.read_bytes().endswith(b"\n"):
        raise ValueError(f"{file} is cut short.")


def _check_ending(ending: bytes) -> Callable[[Path], None]:
    def check(file: Path) -> None:
        if not file.read_bytes().endswith(ending):
            raise ValueError(f"{file} is cut short.")

    return check


def _check_svg(file: Path) -> None:
    ElementTree.parse(file)


_CHECKS: dict[str, Callable[[Path], None]] = {
    ".json": _check_json,
    ".csv": _check_csv,
    ".png": _check_ending(b"IEND\xaeB`\x82"),
    ".svg": _check_svg,
    ".html": _check_ending(b"</html>\n"),
}
