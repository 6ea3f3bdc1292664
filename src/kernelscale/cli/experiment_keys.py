"""Facts that tell results of one code and set of packages from those of another."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .._version import __version__
from ..engine.resources import arithmetic_in_use

__all__ = ["facts_of_numbers", "facts_of_pictures"]

PACKAGE = Path(__file__).parents[1]
SHOWING = ("cli", "reports")  # what only shows results decides none
DRAWING = "reports"
DEPENDENCIES = ("numpy", "scipy", "scikit-learn")


def facts_of_numbers() -> dict[str, Any]:
    """All that decides numbers beside the experiment, its size and the files it reads."""
    return {
        "version": __version__,
        "code": digest_of_code(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in DEPENDENCIES},
        "arithmetic": arithmetic_in_use(),
    }


def facts_of_pictures() -> dict[str, Any]:
    """All that decides pictures beside the tables."""
    return {"code": digest_of_code(drawing=True), "matplotlib": version("matplotlib")}


def digest_of_code(*, drawing: bool = False) -> str:
    """Of the modules that decide numbers, or of those that draw."""
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] == DRAWING if drawing else place.parts[0] not in SHOWING:
            found.update(f"{place.as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()
