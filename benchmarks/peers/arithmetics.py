"""Our methods by arithmetic, the fastest first: ratios refer to the first method of a job."""

from __future__ import annotations

from kernelscale import engine


def fastest_first() -> list[str]:
    """Names of the available arithmetics."""
    return sorted(engine.arithmetic.registry.ARITHMETICS, key=["compiled", "reference"].index)


def name_of(arithmetic: str) -> str:
    """Name of our method in the table."""
    return f"kernelscale, {arithmetic}"
