"""`kernelscale info`: what is installed, and what it can use."""

from __future__ import annotations

from .shared import options

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Say what is installed: versions, processors, optional parts and bundled data."

HELP = "Put this at the top of a bug report."
EPILOG = ""


def run(as_json: options.AsJson = False) -> None:
    """Describe the installation."""
    from .installation import describe_installation

    describe_installation(as_json)
