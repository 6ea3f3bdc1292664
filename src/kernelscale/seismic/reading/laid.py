"""Samples of several traces laid side by side, in time that grows with their number alone."""

from __future__ import annotations

import numpy as np

from .trace import Trace

__all__ = ["Laid", "samples_after"]


def samples_after(first: Trace, trace: Trace) -> int:
    """How many samples after the first trace another begins, on the first one's grid."""
    return round((trace.start - first.start) * first.rate)


class Laid:
    """Samples of a stretch where the first trace begins at the sample `place`.

    All lie on the first one's grid: rounded to the stretch's own, what abuts could come apart.

    Attributes
    ----------
    samples : ndarray of shape (length,)
        NaN where no trace has one, or two have different ones.
    known, disputed : ndarray of bool of shape (length,)
        Which of them a trace has, its gaps too, and which of them two have that differ.
    """

    def __init__(self, first: Trace, place: int, length: int) -> None:
        self.first, self.place, self.length = first, place, length
        self.samples = np.full(length, np.nan)
        self.known = np.zeros(length, dtype=bool)
        self.disputed = np.zeros(length, dtype=bool)

    def lay(self, trace: Trace) -> None:
        """Write a trace into it."""
        start = self.place + samples_after(self.first, trace)
        begin, end = max(start, 0), min(start + len(trace.samples), self.length)
        if end <= begin:
            return
        part, there = trace.samples[begin - start : end - start], self.samples[begin:end]
        disputed = self.disputed[begin:end]
        disputed |= ~(np.isnan(part) | np.isnan(there)) & (part != there)
        within = trace.disputed + (start - begin)
        disputed[within[(within >= 0) & (within < len(disputed))]] = True
        there[:] = np.where(np.isnan(there), part, there)
        there[disputed] = np.nan
        self.known[begin:end] = True
