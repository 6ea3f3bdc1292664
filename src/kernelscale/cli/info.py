"""`kernelscale info`: what is installed, and what it can use."""

from __future__ import annotations

from . import options

__all__ = ["EPILOG", "HELP", "run"]

HELP = "Put this at the top of a bug report."
EPILOG = ""


def run(as_json: options.AsJson = False) -> None:
    """Describe the installation."""
    from .installation import describe_installation

    describe_installation(as_json)
