"""Our methods, one for each arithmetic (code that computes on pairs: compiled C++, or NumPy).

The fastest is first, because the ratios in the table refer to the first method.
"""

from __future__ import annotations

from kernelscale import engine


def fastest_first() -> list[str]:
    """Names of the available arithmetics, the fastest first."""
    return sorted(engine.arithmetic.registry.ARITHMETICS, key=["compiled", "reference"].index)


def name_of(arithmetic: str) -> str:
    """Name of our method with this arithmetic in the table."""
    return f"kernelscale, {arithmetic}"
