"""The version and arithmetic that determine the bits of a result, to compare machines."""

from __future__ import annotations

from .._version import __version__
from .arithmetic.registry import arithmetic_named

__all__ = ["installed"]


def installed() -> tuple[str, str]:
    """Version of this package, and the arithmetic in use.

    Examples
    --------
    >>> installed() == (__version__, str(arithmetic_named("auto")))
    True
    """
    return __version__, str(arithmetic_named("auto"))
