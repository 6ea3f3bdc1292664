"""How far a measured value misses the limit of a claim, with its interval."""

from __future__ import annotations

from ..harness.tables import Interval

__all__ = ["above", "below"]


def below(limit: float, found: Interval) -> Interval:
    """How far a value is below its lower limit.

    Examples
    --------
    >>> below(0.5, Interval(0.25, 0.0, 0.75))
    Interval(mean=0.25, low=-0.25, high=0.5)
    """
    return Interval(limit - found.mean, limit - found.high, limit - found.low)


def above(limit: float, found: Interval) -> Interval:
    """How far a value is above its upper limit.

    Examples
    --------
    >>> above(0.5, Interval(0.25, 0.0, 0.75))
    Interval(mean=-0.25, low=-0.5, high=0.25)
    """
    return Interval(*(end - limit for end in found))
