"""The folder of real data that the environment variable KERNELSCALE_DATA names, if it does."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from .experiment import Tables

__all__ = ["VARIABLE", "find", "load", "skipped"]

VARIABLE = "KERNELSCALE_DATA"


def find(name: str) -> Path | None:
    """The file of that name in the folder; None where there is no such file or folder."""
    folder = os.environ.get(VARIABLE)
    path = Path(folder) / name if folder else None
    return path if path is not None and path.is_file() else None


def load(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a file by name."""
    with np.load(path, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def skipped(name: str) -> Tables:
    """What an experiment returns whose data are missing: a sentence that says which.

    Examples
    --------
    >>> skipped("coil.npz")["summary"][0]["skipped"]
    'KERNELSCALE_DATA names no folder with coil.npz in it.'
    """
    return {"summary": [{"skipped": f"{VARIABLE} names no folder with {name} in it."}]}
