"""A cache on disk for simulated signatures of balls, which are statistics of nearest neighbours.

The folder is given by the environment variable KERNELSCALE_CACHE, or is `kernelscale` in the
platform's folder for caches. Several processes may use it at once: a file is written completely or
not at all, and processes that simulate the same balls write the same numbers. Damaged files and
files of another version are ignored. If the folder cannot be written to, the next process simulates
again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from ...array_files import ArrayFileError, read_arrays
from ...atomic_files import atomic_file

__all__ = ["cache_folder", "load", "save"]

VARIABLE = "KERNELSCALE_CACHE"
VERSION = 1  # has to be increased when the numbers of the simulation change


def cache_folder() -> Path:
    """The folder of the cache, whether or not it exists.

    Raises
    ------
    RuntimeError
        If the cache would be in the home folder, and there is none.
    """
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else _platform_folder() / "kernelscale"


def _platform_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def load(n_neighbors: int, n_samples: int, shape: tuple[int, int]) -> np.ndarray | None:
    """The means of one simulation; None if they are not in the cache or have another shape."""
    try:
        means = read_arrays(_file(n_neighbors, n_samples), ["means"])["means"]
    except (OSError, RuntimeError, ArrayFileError):  # no file, no home folder, or a damaged file
        return None
    return means if _are_means(means, shape) else None


def _are_means(means: np.ndarray, shape: tuple[int, int]) -> bool:
    """Whether the array has the given shape and positive numbers."""
    if means.shape != shape or means.dtype.kind != "f":
        return False
    return bool(np.isfinite(means).all() and (means > 0).all())


def save(n_neighbors: int, n_samples: int, means: np.ndarray) -> None:
    """Write the means of one simulation, if the folder can be written to."""
    try:
        file = _file(n_neighbors, n_samples)
        file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(file) as temporary, temporary.open("wb") as stream:
            np.savez(stream, means=means)
    except (OSError, RuntimeError):
        return


def _file(n_neighbors: int, n_samples: int) -> Path:
    return cache_folder() / f"balls-v{VERSION}-k{n_neighbors}-n{n_samples}.npz"
