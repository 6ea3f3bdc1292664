"""Windows of events, cut out of their traces at one rate; nothing is filled in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .._validation import check_name, check_positive
from .catalogue import Catalogue
from .conditioning import Conditioning, resampled
from .event_traces import EventTraces
from .faults import fault_of
from .left_out import LeftOut
from .recordings import RecordingError, Recordings
from .seismic_files import Trace

__all__ = ["Window", "cut_events"]


SHORT = 0.9  # of the median length; what is shorter is cut short


class Window(NamedTuple):
    """How long windows are, at which rate (None: as it comes), and of which components."""

    seconds: float | None
    rate: float | None
    components: tuple[str, ...]
    conditioning: Conditioning

    def check(self) -> None:
        """Refuse what no window can be."""
        for name, value in (("seconds", self.seconds), ("sampling_rate", self.rate)):
            if value is not None:
                check_positive(value, name)
        for component in self.components:
            check_name(component, ("Z", "N", "E"), "components")
        if not self.components or len(set(self.components)) < len(self.components):
            raise ValueError(
                f"components must be some of Z, N and E, each once, but {self.components!r} was "
                f"given."
            )


class _Complete(NamedTuple):
    """The window, with what was left open settled, and whether other rates become its own."""

    seconds: float
    rate: float
    resample: bool
    asked: Window


def cut_events(
    events: Sequence[EventTraces], window: Window, known: Catalogue | None, bad: LeftOut
) -> Recordings:
    """Every event's components in its window, with what the catalogue knows of the event."""
    rate = window.rate or _common_rate(events, window, bad)
    window.conditioning.check(rate)
    seconds = window.seconds or _common_length(events, window)
    complete = _Complete(seconds, rate, window.rate is not None, window)
    waveforms, kept = [], []
    for number, event in enumerate(events):
        found = bad.without(lambda event=event: _waveforms(event, complete), event.name)  # type: ignore[misc]
        if found is not None:
            waveforms.append(found)
            kept.append(number)
    if not waveforms:
        why = bad.left_out[0][1] if bad.left_out else "No file holds an event."
        raise RecordingError(f"No event is left; the first reason: {why}")
    columns = {} if known is None else known.columns
    return Recordings(
        np.array(waveforms),
        rate,
        window.components,
        {name: values[kept] for name, values in columns.items()}
        or {"file": np.array([events[number].name for number in kept])},
        left_out=tuple(bad.left_out),
    )


def _common_rate(events: Sequence[EventTraces], window: Window, bad: LeftOut) -> float:
    """The rate of all traces; that of most where the others are to be left out."""
    traces = [
        trace for event in events for trace in event.traces if trace.component in window.components
    ]
    rates = sorted(trace.rate for trace in traces)
    if not rates:
        raise RecordingError(
            bad.left_out[0][1]
            if bad.left_out
            else f"No file has a component {' or '.join(window.components)}."
        )
    most = max(sorted(set(rates)), key=rates.count)
    odd = next((trace for trace in traces if trace.rate != most), None)
    if odd is not None and not bad.skip:
        raise RecordingError(_other_rate(odd, most))
    return most


def _other_rate(trace: Trace, rate: float) -> str:
    return (
        f"{trace.file} has component {trace.component} at {trace.rate:g} Hz, others are at "
        f"{rate:g} Hz; say which sampling_rate all are to be resampled to."
    )


def _common_length(events: Sequence[EventTraces], window: Window) -> float:
    """The shortest time that an event has on all of its components, of events that have all.

    Events that have less than `SHORT` of what half of them have do not count: they are short, which
    is said of each, and not the measure of the others.
    """
    lengths = [
        min(trace.end for trace in event.traces) - event.begin
        for event in events
        if {trace.component for trace in event.traces} >= set(window.components)
    ]
    enough = SHORT * float(np.median(lengths)) if lengths else 0.0
    return max(min((length for length in lengths if length >= enough), default=0.0), 0.0)


def _waveforms(event: EventTraces, window: _Complete) -> np.ndarray:
    if math.isnan(event.begin):
        raise RecordingError(f"{event.name} has no time to be cut around in the catalogue.")
    return np.array([_component(event, name, window) for name in window.asked.components])


def _component(event: EventTraces, component: str, window: _Complete) -> np.ndarray:
    """The samples of one component in the event's window, at the common rate."""
    rate, seconds = window.rate, window.seconds
    own = [trace for trace in event.traces if trace.component == component]
    if not own:
        raise RecordingError(
            f"{event.name} has no component {component}; all of "
            f"{', '.join(window.asked.components)} are needed."
        )
    end = event.begin + seconds
    trace = max(own, key=lambda trace: min(trace.end, end) - max(trace.start, event.begin))
    first = round((event.begin - trace.start) * trace.rate)
    n_samples = round(seconds * rate)
    last = first + math.ceil(n_samples * trace.rate / rate - 1e-6)  # at least as many, resampled
    if first < 0 or last > len(trace.samples) or last <= first:
        has = max(0.0, min(trace.end, end) - max(trace.start, event.begin))
        raise RecordingError(
            f"{event.name}: component {component} in {trace.file} covers {has:g} of the "
            f"{seconds:g} s wanted; nothing is filled in, so shorten the window or leave it out."
        )
    if trace.rate != rate and not window.resample:
        raise RecordingError(_other_rate(trace, rate))
    samples = trace.samples[first:last]
    fault = fault_of(samples, trace.rate)
    if fault:
        raise RecordingError(f"{event.name}: component {component} in {trace.file} {fault}.")
    return window.asked.conditioning.apply(resampled(samples, trace.rate, rate), rate)[:n_samples]
