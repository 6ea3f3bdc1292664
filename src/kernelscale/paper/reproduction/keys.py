"""Digests of the code, and versions of Python and packages, on which results depend."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from fnmatch import fnmatch
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...engine.resources import arithmetic_in_use

__all__ = ["facts_of_numbers", "facts_of_pictures"]

PACKAGE = Path(__file__).parents[2]
DEPENDENCIES = ("numpy", "scipy", "scikit-learn")
DRAWING = ("reports", "paper/*figures")
SHOWING = (*DRAWING, "cli", "paper/command", "paper/reproduction")
"""Names of modules and folders: those in `DRAWING` determine the pictures, and those in `SHOWING`
affect no number."""


def facts_of_numbers() -> dict[str, Any]:
    """The facts that determine the numbers, except the experiment, its size and its data files."""
    return {
        "version": __version__,
        "code": digest_of_code(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in DEPENDENCIES},
        "arithmetic": arithmetic_in_use(),
    }


def facts_of_pictures() -> dict[str, Any]:
    """The facts that determine the pictures, except the tables."""
    return {"code": digest_of_code(drawing=True), "matplotlib": version("matplotlib")}


def digest_of_code(*, drawing: bool = False) -> str:
    """SHA-256 of the modules that determine numbers, or of the modules that draw."""
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if _is_among(place, DRAWING) if drawing else not _is_among(place, SHOWING):
            found.update(f"{place.as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _is_among(place: Path, names: Sequence[str]) -> bool:
    """Whether a module, or a folder that contains it, has one of these names."""
    module = place.with_suffix("").as_posix()
    return any(fnmatch(module, name) or fnmatch(module, f"{name}/*") for name in names)
