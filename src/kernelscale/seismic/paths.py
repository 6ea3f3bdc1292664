"""Paths of files, or what to pass instead of something else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

__all__ = ["check_path"]


def check_path(value: Any, name: str, *others: str) -> Path:
    """Return a path, or say what is allowed.

    Examples
    --------
    A number is no file.

    >>> check_path(5, "path")
    Traceback (most recent call last):
    ...
    TypeError: path must be the path of a file, but int was given.
    """
    if not isinstance(value, (str, os.PathLike)):
        allowed = " or ".join(("the path of a file", *others))
        raise TypeError(f"{name} must be {allowed}, but {type(value).__name__} was given.")
    path = os.fspath(value)
    if isinstance(path, bytes) or "\0" in path:
        raise ValueError(f"{name} must be the path of a file, but {path!r} was given.")
    return Path(path)
