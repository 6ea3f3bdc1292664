"""Files in the folder of real data, which the environment variable KERNELSCALE_DATA names.

`kernelscale reproduce --data` sets the variable, so that worker processes use the same folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from ...array_files import read_arrays
from .tables import Tables

__all__ = ["VARIABLE", "facts", "find", "load", "named", "skipped"]

VARIABLE = "KERNELSCALE_DATA"


def find(name: str) -> Path | None:
    """The file of that name in the folder; None if there is no such file or folder."""
    folder = os.environ.get(VARIABLE)
    path = Path(folder) / name if folder else None
    return path if path is not None and path.is_file() else None


@contextmanager
def named(folder: Path | None) -> Iterator[None]:
    """A context in which `find` searches this folder; None changes nothing."""
    before = os.environ.get(VARIABLE)
    if folder is not None:
        os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        if before is not None:
            os.environ[VARIABLE] = before
        elif folder is not None:
            del os.environ[VARIABLE]


def facts(names: Iterable[str]) -> list[tuple[str, int, int]]:
    """Name, size and time of the last change of each named file, if it is in the folder."""
    stats = [(name, path.stat()) for name in names if (path := find(name)) is not None]
    return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]


def load(path: Path) -> dict[str, np.ndarray]:
    """The arrays in a file, by their names."""
    return read_arrays(path)


def skipped(name: str) -> Tables:
    """The tables of an experiment whose data are missing: a sentence that names the file.

    Examples
    --------
    >>> skipped("coil.npz")["summary"][0]["skipped"]
    'It needs coil.npz: name its folder with --data or KERNELSCALE_DATA.'
    """
    sentence = f"It needs {name}: name its folder with --data or {VARIABLE}."
    return {"summary": [{"skipped": sentence}]}
