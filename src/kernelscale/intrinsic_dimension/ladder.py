"""Where a dimension stays the same over scales."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["SteadyRange", "longest_steady_range", "steady_ranges"]


class SteadyRange(NamedTuple):
    """Scales from `first` to `last`, both included, and the median dimension there."""

    first: int
    last: int
    dimension: float

    @property
    def n_scales(self) -> int:
        """How many scales agree."""
        return self.last - self.first + 1


def steady_ranges(dimensions: np.ndarray, tolerance: float) -> list[SteadyRange]:
    """All ranges that cannot be made longer on which dimensions agree to a relative tolerance.

    Parameters
    ----------
    dimensions : ndarray of shape (n_scales,)
        A dimension for each scale, finest scale first.
    tolerance : float
        The largest may exceed the smallest by this share.

    Examples
    --------
    Noise of four dimensions gives way to a surface, which bends.

    >>> import numpy as np
    >>> steady_ranges(np.array([4.0, 3.9, 2.8, 2.1, 2.0, 2.0, 2.6]), tolerance=0.15)
    [SteadyRange(first=0, last=1, dimension=3.95), SteadyRange(first=3, last=5, dimension=2.0)]
    """
    found: list[SteadyRange] = []
    for first in range(len(dimensions)):
        last = first
        while last + 1 < len(dimensions) and _agree(dimensions[first : last + 2], tolerance):
            last += 1
        if last > first and (not found or last > found[-1].last):
            found.append(SteadyRange(first, last, float(np.median(dimensions[first : last + 1]))))
    return found


def longest_steady_range(dimensions: np.ndarray, tolerance: float) -> SteadyRange | None:
    """The range over most scales, the finest of several; None where no two scales agree."""
    ranges = steady_ranges(dimensions, tolerance)
    return max(ranges, key=lambda steady: steady.n_scales) if ranges else None


def _agree(dimensions: np.ndarray, tolerance: float) -> bool:
    return bool(dimensions.max() <= (1 + tolerance) * dimensions.min())
