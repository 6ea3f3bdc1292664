"""Warnings that point at the line of the user, not of this package or of scikit-learn."""

from __future__ import annotations

import sys
import warnings

__all__ = ["warn_caller"]

_OURS = ("kernelscale.", "sklearn.")


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn as if from the nearest caller outside this package and scikit-learn."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and f"{frame.f_globals.get('__name__')}.".startswith(_OURS):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
