"""Simulated signatures of balls, kept on disk so that none is simulated twice.

They are in the folder that the environment variable KERNELSCALE_CACHE names, otherwise in
`kernelscale` in the platform's folder for caches. Files are atomic, and several processes that
simulate the same balls write the same numbers. A file that is damaged or of another version is
ignored, and a folder that cannot be written to is no error: the next process simulates again.
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
VERSION = 1  # of the simulation; to be raised when its numbers change


def cache_folder() -> Path:
    """The folder of the cache, whether or not it exists.

    Raises
    ------
    RuntimeError
        If no folder is named and there is no home.
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
    """The means of one simulation, or None where there are none of that shape."""
    try:
        means = read_arrays(_file(n_neighbors, n_samples), ["means"])["means"]
    except (OSError, RuntimeError, ArrayFileError):  # no file, no home, or damaged
        return None
    return means if _are_means(means, shape) else None


def _are_means(means: np.ndarray, shape: tuple[int, int]) -> bool:
    """Whether the array is one of means: positive numbers of that shape."""
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
