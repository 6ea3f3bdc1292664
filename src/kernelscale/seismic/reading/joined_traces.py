"""One component of an event, joined from all traces that overlap its window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..rates import digits_of, same_rate
from ..recordings import RecordingError
from .segments import Timeline
from .trace import Trace

__all__ = ["Joined", "Stretch", "join", "margin_of"]

TOUCH = 0.25  # smallest overlap of a trace with a window, in samples
ROUNDING = 1e-6  # rounding error, in seconds, of times that are counted from 1970
LEAST_MARGIN = 60.0  # in seconds: half the longest period of usual seismometers


def margin_of(seconds: float) -> float:
    """Length in seconds of the margins of a window; filters also use the samples in them."""
    return max(seconds, LEAST_MARGIN)


class Stretch(NamedTuple):
    """A window: its start `begin`, its length in `seconds`, and its sampling `rate`."""

    begin: float
    seconds: float
    rate: float

    @property
    def n_samples(self) -> int:
        """Number of samples of the window, not reduced by a rounding error of its length."""
        return math.floor((self.seconds + ROUNDING) * self.rate)

    def length_at(self, rate: float) -> int:
        """Number of samples at another rate that become `n_samples` after resampling."""
        if self.has_rate(rate):
            return self.n_samples
        return math.ceil((self.n_samples / self.rate - 2 * ROUNDING) * rate)

    def has_rate(self, rate: float) -> bool:
        """Whether a rate is the same as the window's rate, by `same_rate` over its length."""
        return same_rate(rate, self.rate, self.seconds)

    def shared_with(self, trace: Trace) -> float:
        """Seconds of the window that a trace covers; below 0 if the trace is outside the window.

        Outside the window, it is minus the time between the trace and the window.
        """
        return min(trace.end, self.begin + self.seconds) - max(trace.start, self.begin)


class Joined(NamedTuple):
    """Samples of a window, at the sampling rate of its traces.

    `held` marks the samples that a trace covers. `wide` contains the samples of the window and of
    its margins, up to the next gap on either side. It starts at the time `start`, and its first
    `lead` samples precede the window. `files` and `channel` name the traces in messages.
    """

    samples: np.ndarray
    held: np.ndarray
    rate: float
    files: str
    channel: str
    wide: np.ndarray
    lead: int
    start: float

    def between(self, begin: float, end: float) -> Joined:
        """The same window, with the samples around it limited to the time from `begin` to `end`."""
        last = self.lead + len(self.samples)
        first = round((max(begin, self.start) - self.start) * self.rate)
        until = round((min(end, self.start + len(self.wide) / self.rate) - self.start) * self.rate)
        first, until = min(first, self.lead), max(until, last)
        start = self.start + first / self.rate
        return self._replace(wide=self.wide[first:until], lead=self.lead - first, start=start)


def join(traces: Sequence[Trace], wanted: Stretch, margin: float = 0.0) -> Joined:
    """The samples of a window from the traces of one channel; NaN for missing samples.

    Traces that meet to within half a sample are joined without a gap; if two traces overlap, their
    samples must be equal. Samples within `margin` seconds around the window are added.

    Raises
    ------
    RecordingError
        If the traces differ in channel, calibration or rate, or have different samples at the same
        time.
    """
    held = [trace for trace in traces if wanted.shared_with(trace) > TOUCH / trace.rate]
    if not held:  # a message on missing samples names the nearest trace
        held = [max(traces, key=wanted.shared_with)]
    held.sort(key=lambda trace: (trace.start, trace.file))
    first = held[0]
    for trace in held:
        _check_alike(first, trace, wanted.seconds)
    place = round((first.start - wanted.begin) * first.rate)
    n_around = math.ceil(margin * first.rate)
    timeline = Timeline(first, place, wanted.length_at(first.rate))
    for trace in held:
        timeline.add(trace)
        if timeline.disputed.any():
            raise RecordingError(_contradiction(first, trace))
    wide = Timeline(first, place + n_around, timeline.length + 2 * n_around)
    if n_around:
        for trace in traces:
            if _are_alike(first, trace, wanted.seconds + 2 * margin):
                wide.add(trace)
    lead, around = _unbroken(timeline.samples, wide.samples, n_around)
    files = " and ".join(dict.fromkeys(trace.file for trace in held))
    start = first.start - (place + lead) / first.rate
    return Joined(
        timeline.samples, timeline.known, first.rate, files, first.channel, around, lead, start
    )


def _unbroken(samples: np.ndarray, wide: np.ndarray, n_around: int) -> tuple[int, np.ndarray]:
    """Number of samples before the window, and all samples to the nearest gap on either side."""
    before, after = wide[:n_around], wide[n_around + len(samples) :]
    n_before, n_after = (_until_gap(part) for part in (before[::-1], after))
    return n_before, np.concatenate([before[n_around - n_before :], samples, after[:n_after]])


def _until_gap(samples: np.ndarray) -> int:
    gaps = np.flatnonzero(np.isnan(samples))
    return int(gaps[0]) if len(gaps) else len(samples)


def _are_alike(first: Trace, other: Trace, seconds: float) -> bool:
    return (first.channel, first.calibration) == (other.channel, other.calibration) and same_rate(
        first.rate, other.rate, seconds
    )


def _check_alike(first: Trace, other: Trace, seconds: float) -> None:
    if _are_alike(first, other, seconds):
        return
    if first.channel != other.channel:
        raise RecordingError(
            f"component {first.component} is in both {first.channel} ({first.file}) and "
            f"{other.channel} ({other.file}); give the channels to read, or correct "
            f"the channel code in one file."
        )
    if first.calibration != other.calibration:
        raise RecordingError(
            f"channel {first.channel} has the calibration {first.calibration!r} in {first.file} "
            f"and {other.calibration!r} in {other.file}; an event needs a single one."
        )
    rates = digits_of([first.rate, other.rate])
    raise RecordingError(
        f"channel {first.channel} is at {rates[0]} Hz in {first.file} and at {rates[1]} Hz in "
        f"{other.file}; a channel needs one rate."
    )


def _contradiction(first: Trace, trace: Trace) -> str:
    if trace.file == first.file or len(trace.disputed):
        return (
            f"{trace.file} has channel {trace.channel} twice at the same time with different "
            f"samples; correct the channel code of one recording, or leave one out."
        )
    return (
        f"channel {trace.channel} has different samples at the same time in {first.file} and in "
        f"{trace.file}; leave one out, or correct the channel code in one file."
    )
