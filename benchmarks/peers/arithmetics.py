"""Ours by arithmetic: the fastest first, since the first way of a job is what others compare to."""

from __future__ import annotations

from kernelscale import engine


def fastest_first() -> list[str]:
    """Names of the arithmetics that are there."""
    return sorted(engine.arithmetic.registry.ARITHMETICS, key=["compiled", "reference"].index)


def name_of(arithmetic: str) -> str:
    """How a way of ours is called in the table."""
    return f"kernelscale, {arithmetic}"
