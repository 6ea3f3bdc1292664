"""The version of this package, and the arithmetic (the code that computes on pairs) in use.

Between processes that differ in one of them, results may differ in the last bits.
"""

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
