"""ObsPy, which reads the formats of seismology, if it is installed."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["obspy_package"]


def obspy_package() -> Any:
    """The package.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return importlib.import_module("obspy")
    except ImportError:
        raise ImportError(
            'Reading seismic files needs ObsPy; install it with: pip install "kernelscale[seismic]"'
        ) from None
