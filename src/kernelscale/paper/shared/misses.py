"""How far a measured value misses the limit of a claim, with its interval."""

from __future__ import annotations

from scipy.stats import binomtest

from ..harness.tables import Interval

__all__ = ["above", "below", "share_interval"]


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


def share_interval(n_true: int, n: int) -> Interval:
    """A share with Wilson's interval, which has a positive length even if all cases are alike.

    Examples
    --------
    If none of 100 cases has a property, the true share may still be 0.037.

    >>> share = share_interval(0, 100)
    >>> share.mean, share.low, round(share.high, 3)
    (0.0, 0.0, 0.037)
    """
    ends = binomtest(n_true, n).proportion_ci(method="wilson")
    return Interval(n_true / n, float(ends.low), float(ends.high))
