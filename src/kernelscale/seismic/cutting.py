"""Windows of events, cut out of their traces at one rate; nothing is filled in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from .._validation import check_name, check_positive
from .catalogue import Catalogue
from .conditioning import Conditioning, resampled
from .event_traces import EventTraces
from .faults import fault_of
from .joining import Stretch, join
from .left_out import LeftOut
from .recordings import RecordingError, Recordings
from .seismic_files import Trace

__all__ = ["Window", "cut_events"]


SHORT = 0.9  # of the usual length; what is shorter is cut short


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


def cut_events(
    events: Sequence[EventTraces], window: Window, known: Catalogue | None, bad: LeftOut
) -> Recordings:
    """Every event's components in its window, with what the catalogue knows of the event."""
    rate = window.rate or _common_rate(events, window, bad)
    window.conditioning.check(rate)
    seconds = window.seconds or _common_length(events, window)
    if window.seconds and round(seconds * rate) < 1:
        raise ValueError(f"{seconds:g} s at {rate:g} Hz are no sample; give more seconds.")
    waveforms, kept = [], []
    for event in events:
        wanted = Stretch(event.begin, seconds, rate)
        read = partial(_waveforms, event, window, wanted, bad)
        found = bad.without(read, event.name)
        if found is not None:
            waveforms.append(found)
            kept.append(event)
    if not waveforms:
        why = bad.left_out[0][1] if bad.left_out else f"No file holds an event{bad.hint()}."
        raise RecordingError(f"No event is left; the first reason: {why}")
    rows = [event.row for event in kept]
    columns = {} if known is None else {name: c[rows] for name, c in known.columns.items()}
    return Recordings(
        np.array(waveforms),
        rate,
        window.components,
        columns or {"file": np.array([event.name for event in kept])},
        left_out=bad.listed(),
    )


def _common_rate(events: Sequence[EventTraces], window: Window, bad: LeftOut) -> float:
    """The rate of all traces; that of most where the others are to be left out."""
    traces = [trace for event in events for trace in _near(event, window)]
    rates = sorted(trace.rate for trace in traces)
    if not rates:
        raise RecordingError(
            bad.left_out[0][1]
            if bad.left_out
            else f"No file has a component {' or '.join(window.components)}{bad.hint()}."
        )
    most = max(sorted(set(rates)), key=rates.count)
    odd = next((trace for trace in traces if trace.rate != most), None)
    if odd is not None and not bad.skip:
        raise RecordingError(_other_rate(odd.file, odd.component, odd.rate, most))
    return most


def _near(event: EventTraces, window: Window) -> list[Trace]:
    """Traces that have some of the event's window; all if none has."""
    wanted = Stretch(event.begin, window.seconds or np.inf, 1.0)
    return [trace for trace in event.traces if wanted.shared_with(trace) > 0] or event.traces


def _other_rate(file: str, component: str, rate: float, others: float) -> str:
    return (
        f"{file} has component {component} at {rate:g} Hz, others are at {others:g} Hz; say which "
        f"sampling_rate all are to be resampled to, or which channels are wanted."
    )


def _common_length(events: Sequence[EventTraces], window: Window) -> float:
    """The shortest time that an event has on all of its components, of events that have all.

    Events with less than `SHORT` of what half of them have on their longest component do not count:
    they are short, which is said of each, and not the measure of the others.
    """
    wanted = set(window.components)
    complete = [e for e in events if {trace.component for trace in e.traces} >= wanted] or events
    if not complete:
        return 0.0
    shared = [min(trace.end for trace in event.traces) - event.begin for event in complete]
    longest = [max(trace.end for trace in event.traces) - event.begin for event in complete]
    usual = float(np.median(longest))
    return min((length for length in shared if length >= SHORT * usual), default=usual)


def _waveforms(event: EventTraces, window: Window, wanted: Stretch, bad: LeftOut) -> np.ndarray:
    held = {trace.component for trace in event.traces}
    found = {
        component: _component(event, component, window, wanted)
        for component in window.components
        if component in held
    }
    missing = next((component for component in window.components if component not in held), None)
    if missing is not None:  # after the others, of which one may be it, mislabelled
        raise RecordingError(
            f"{event.name} has no component {missing}; all of {', '.join(window.components)} are "
            f"needed{bad.hint()}."
        )
    return np.array([found[component] for component in window.components])


def _component(event: EventTraces, component: str, window: Window, wanted: Stretch) -> np.ndarray:
    """The samples of one component in the event's window, at the common rate."""
    own = [trace for trace in event.traces if trace.component == component]
    try:
        found = join(own, wanted)
    except RecordingError as error:
        raise RecordingError(f"{event.name}: {error}") from None
    where = f"{event.name}: component {component} in {found.files}"
    if found.rate != wanted.rate and window.rate is None:
        raise RecordingError(_other_rate(found.files, component, found.rate, wanted.rate))
    if not found.held.all():
        raise RecordingError(
            f"{where} covers {found.held.sum() / found.rate:g} of the {wanted.seconds:g} s wanted; "
            f"nothing is filled in, so shorten the window or leave it out."
        )
    fault = fault_of(found.samples, found.rate)
    if fault:
        raise RecordingError(f"{where} {fault}.")
    samples = resampled(found.samples, found.rate, wanted.rate)
    return window.conditioning.apply(samples, wanted.rate)[: wanted.n_samples]
