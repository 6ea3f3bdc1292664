"""The folder of real data sets that the environment variable KERNELSCALE_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

VARIABLE = "KERNELSCALE_DATA"


def available() -> bool:
    """Whether the environment variable names an existing folder."""
    return Path(os.environ.get(VARIABLE) or "not set").is_dir()


def path(name: str) -> Path:
    """Path of a file in the folder."""
    return Path(os.environ[VARIABLE]) / name


def load(name: str) -> dict[str, np.ndarray]:
    """The arrays of one data set of the folder, by name."""
    with np.load(path(f"{name}.npz"), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays.files}


def skipped(names: list[str]) -> str:
    """A sentence that names the missing sets; empty if none is missing."""
    if not names:
        return ""
    return f"Skipped, because {VARIABLE} names no folder of data: {', '.join(names)}."
