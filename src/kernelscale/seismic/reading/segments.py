"""Joining of the segments of a channel in a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..rates import same_rate
from .trace import Trace

__all__ = ["Timeline", "joined_segments"]

# Shorter gaps become NaN within a recording; after a longer gap a new recording begins. Otherwise a
# file of many events would become one recording with gigabytes of NaN for each year.
LONGEST_GAP = 60.0  # in seconds


def joined_segments(segments: Iterable[Trace]) -> list[Trace]:
    """Segments of the same channel, calibration and rate, joined unless a long gap separates them.

    Samples for which two segments have different values are marked, so that only events with such
    samples are faulty.
    """
    by_channel: dict[str, list[Trace]] = {}
    for segment in sorted(segments, key=lambda segment: segment.start):
        by_channel.setdefault(segment.channel, []).append(segment)
    groups = [group for of_channel in by_channel.values() for group in _together(of_channel)]
    return [_joined(group) for group in groups]


def _together(segments: list[Trace]) -> list[list[Trace]]:
    """Segments in the order of time, grouped into recordings."""
    groups: list[list[Trace]] = []
    ends: dict[int, float] = {}  # last sample's time for each group that a segment may still join
    for segment in segments:
        ends = {group: end for group, end in ends.items() if segment.start - end <= LONGEST_GAP}
        own = next((group for group in ends if _goes_on(groups[group][0], segment)), len(groups))
        if own == len(groups):
            groups.append([])
        groups[own].append(segment)
        ends[own] = max(ends.get(own, -np.inf), segment.end - 1 / segment.rate)
    return groups


def _goes_on(first: Trace, segment: Trace) -> bool:
    alike = first.calibration == segment.calibration
    return alike and same_rate(first.rate, segment.rate, segment.end - first.start)


def _joined(segments: list[Trace]) -> Trace:
    first = segments[0]
    if len(segments) == 1:
        return first
    ends = [samples_after(first, segment) + len(segment.samples) for segment in segments]
    timeline = Timeline(first, 0, max(ends))
    for segment in segments:
        timeline.add(segment)
    return replace(first, samples=timeline.samples, disputed=np.flatnonzero(timeline.disputed))


def samples_after(first: Trace, trace: Trace) -> int:
    """Number of samples from the start of the trace `first` to the start of `trace`."""
    return round((trace.start - first.start) * first.rate)


class Timeline:
    """Samples of several traces on one axis of time; the first trace begins at sample `place`.

    The times of all samples are rounded to the times of the first trace's samples, continued in
    both directions. If they were rounded to times counted from the start of the window, two traces
    that meet could have a gap between them.

    Attributes
    ----------
    samples : ndarray of shape (length,)
        Samples; NaN where no trace has a sample or two traces have different values.
    known : ndarray of bool of shape (length,)
        True for samples that a trace covers, including gaps within the trace.
    disputed : ndarray of bool of shape (length,)
        True for samples for which two traces have different values.
    """

    def __init__(self, first: Trace, place: int, length: int) -> None:
        self.first, self.place, self.length = first, place, length
        self.samples = np.full(length, np.nan)
        self.known = np.zeros(length, dtype=bool)
        self.disputed = np.zeros(length, dtype=bool)

    def add(self, trace: Trace) -> None:
        """Write the samples of a trace where samples are missing, and mark contradictions."""
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
