"""The folder of real data sets that the environment variable KERNELSCALE_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

VARIABLE = "KERNELSCALE_DATA"


def available() -> bool:
    """Whether there is such a folder."""
    return Path(os.environ.get(VARIABLE) or "not set").is_dir()


def path(name: str) -> Path:
    """The path of a file of the folder."""
    return Path(os.environ[VARIABLE]) / name


def load(name: str) -> dict[str, np.ndarray]:
    """The arrays of one data set of the folder, by name."""
    with np.load(path(f"{name}.npz"), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays.files}


def left_out(names: list[str]) -> str:
    """The sentence that says which sets are missing, or nothing if none is."""
    if not names:
        return ""
    return f"Left out, because {VARIABLE} names no folder of data: {', '.join(names)}."
