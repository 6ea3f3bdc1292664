"""One component of an event out of the traces that hold it: joined, never chosen among."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .recordings import RecordingError
from .seismic_files import Trace

__all__ = ["Joined", "Stretch", "join"]

TOUCH = 0.25  # of a sample; half a sample can still be the last one


class Stretch(NamedTuple):
    """When a window begins, how long it is, and at which rate it is wanted."""

    begin: float
    seconds: float
    rate: float

    @property
    def n_samples(self) -> int:
        """As wanted."""
        return round(self.seconds * self.rate)

    def length_at(self, rate: float) -> int:
        """Samples at another rate that become at least as many as are wanted."""
        return math.ceil(self.n_samples * rate / self.rate - 1e-6)

    def shared_with(self, trace: Trace) -> float:
        """Seconds of it that a trace has; below 0 how far away that lies."""
        return min(trace.end, self.begin + self.seconds) - max(trace.start, self.begin)


class Joined(NamedTuple):
    """Samples at the traces' own rate, which of them a trace has, and in which files."""

    samples: np.ndarray
    held: np.ndarray
    rate: float
    files: str


def join(traces: Sequence[Trace], wanted: Stretch) -> Joined:
    """The stretch out of traces of one channel, NaN where none has it.

    They are laid side by side where they meet to within half a sample; of what two of them have the
    samples must be the same.

    Raises
    ------
    RecordingError
        If two channels have the component, or one channel has two rates or two courses.
    """
    held = [trace for trace in traces if wanted.shared_with(trace) > TOUCH / trace.rate]
    if not held:  # the nearest, for the sentence on what is missing
        held = [max(traces, key=wanted.shared_with)]
    held.sort(key=lambda trace: (trace.start, trace.file))
    first = held[0]
    samples = np.full(wanted.length_at(first.rate), np.nan)
    known = np.zeros(len(samples), dtype=bool)
    place = round((first.start - wanted.begin) * first.rate)
    for trace in held:
        _check_alike(first, trace)
        # On the first one's grid: rounded to the window's own, what abuts could come apart.
        start = place + round((trace.start - first.start) * first.rate)
        _lay(trace, start, samples, known, first)
    return Joined(samples, known, first.rate, " and ".join(dict.fromkeys(t.file for t in held)))


def _check_alike(first: Trace, other: Trace) -> None:
    if first.channel != other.channel:
        raise RecordingError(
            f"component {first.component} is in both {first.channel} ({first.file}) and "
            f"{other.channel} ({other.file}); say which channels are wanted, or correct a label."
        )
    if first.rate != other.rate:
        raise RecordingError(
            f"channel {first.channel} is at {first.rate:g} Hz in {first.file} and at "
            f"{other.rate:g} Hz in {other.file}; a channel needs one rate."
        )


def _lay(trace: Trace, start: int, samples: np.ndarray, known: np.ndarray, first: Trace) -> None:
    """Write a trace into the window, where it begins at that sample."""
    begin, end = max(start, 0), min(start + len(trace.samples), len(samples))
    if end <= begin:
        return
    part, there = trace.samples[begin - start : end - start], samples[begin:end]
    both = ~(np.isnan(part) | np.isnan(there))
    if (part[both] != there[both]).any():
        raise RecordingError(
            f"channel {trace.channel} has two courses at one time, in {first.file} and in "
            f"{trace.file}; leave one out, or correct a label."
        )
    there[:] = np.where(np.isnan(there), part, there)
    known[begin:end] = True
