"""Windows of events, cut out of their traces at one rate; gaps are not filled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ..recordings import RecordingError, Recordings
from .catalogue import Catalogue
from .common_window import Window, check_any, common_length, common_rate, other_rate, without_traces
from .conditioning import resampled
from .event_traces import EventTraces
from .joined_traces import Joined, Stretch, join, margin_of
from .response import epoch_of, ground_velocity
from .skipped_items import Skipped
from .waveform_faults import fault_of

__all__ = ["cut_events"]

LARGEST_EMPTY = 2**24  # a window with more samples is refused at once if its traces are shorter


def cut_events(
    events: Sequence[EventTraces], window: Window, known: Catalogue | None, bad: Skipped
) -> Recordings:
    """Recordings of the events, each cut to its window, with the columns of the catalogue."""
    check_any(events, window, bad)
    rate = window.rate or common_rate(events, window, bad)
    window.conditioning.check(rate)
    seconds = window.seconds or common_length(events, window.components, rate)
    if Stretch(0.0, seconds, rate).n_samples < 1:
        raise ValueError(
            f"A window of {seconds:g} s at {rate:g} Hz has no sample; give more seconds."
        )
    anywhere = {trace.component for event in events for trace in event.traces}
    waveforms, kept = [], []
    for event in events:
        wanted = Stretch(event.begin, seconds, rate)
        read = partial(_waveforms, event, window, wanted, bad, anywhere)
        found = bad.without(read, event.name)
        if found is not None:
            waveforms.append(found)
            kept.append(event)
    if not waveforms:
        why = bad.skipped[0][1] if bad.skipped else f"No file holds an event{bad.hint()}."
        raise RecordingError(f"No event can be used; first fault: {why}")
    rows = [event.row for event in kept]
    columns = {} if known is None else {name: c[rows] for name, c in known.columns.items()}
    return Recordings(
        np.array(waveforms),
        rate,
        window.components,
        columns or {"file": np.array([event.name for event in kept])},
        skipped=bad.listed(),
        names=tuple(event.name for event in kept),
    )


def _waveforms(
    event: EventTraces, window: Window, wanted: Stretch, bad: Skipped, anywhere: set[str]
) -> np.ndarray:
    if not event.traces:
        raise RecordingError(without_traces(event, window, bad))
    held = {trace.component for trace in event.traces}
    found = {
        component: _component(event, component, window, wanted)
        for component in window.components
        if component in held
    }
    missing = next((component for component in window.components if component not in held), None)
    # Faults of the other components are reported before a missing component, because they may show
    # that one of these components is mislabelled.
    if missing is not None:
        raise RecordingError(
            f"{event.name} has no component {missing}; all of {', '.join(window.components)} are "
            f"needed{bad.hint()}{_other_components(missing, anywhere, window)}."
        )
    return np.array([found[component] for component in window.components])


def _other_components(missing: str, anywhere: set[str], window: Window) -> str:
    """The end of a message: the components in the files, if no file has the missing component."""
    if missing in anywhere:
        return ""
    held = "".join(component for component in window.components if component in anywhere)
    return (
        f", and no file has {missing}; give components={held!r} (--components {held}) to read the "
        f"others"
    )


def _component(event: EventTraces, component: str, window: Window, wanted: Stretch) -> np.ndarray:
    """The samples of one component in the event's window, at the common rate."""
    own = [trace for trace in event.traces if trace.component == component]
    longest = sum(len(trace.samples) / trace.rate for trace in own)
    if wanted.seconds > max(longest, LARGEST_EMPTY / own[0].rate):
        raise RecordingError(
            f"{event.name}: component {component} covers at most {longest:g} s of a window of "
            f"{wanted.seconds:g} s; shorten the window."
        )
    filtered = window.rate is not None or window.inventory is not None
    try:
        found = join(own, wanted, margin_of(wanted.seconds) if filtered else 0.0)
    except RecordingError as error:
        raise RecordingError(f"{event.name}: {error}") from None
    where = f"{event.name}: component {component} in {found.files}"
    # The rate does not matter if the trace does not overlap the window.
    if found.held.any() and not wanted.has_rate(found.rate) and window.rate is None:
        raise RecordingError(other_rate(found.files, component, found.rate, wanted.rate))
    if not found.held.all():
        raise RecordingError(
            f"{where} covers {found.held.sum() / found.rate:g} s of a window of "
            f"{wanted.seconds:g} s, and gaps are not filled; shorten the window, or leave the "
            f"event out."
        )
    fault = fault_of(found.samples, found.rate)  # before filters, which hide faults
    if fault:
        raise RecordingError(f"{where} {fault}.")
    try:
        samples = _filtered(found, wanted, window.inventory)
    except RecordingError as error:
        raise RecordingError(f"{where}: {error}") from error.__cause__
    return window.conditioning.apply(samples, wanted.rate)


def _filtered(found: Joined, wanted: Stretch, inventory: Any) -> np.ndarray:
    """Samples at the wanted rate; with an inventory, the instrument's response is removed first.

    The filters also use the samples around the window, unless those samples are faulty.
    """
    begin = found.start + found.lead / found.rate
    end = begin + len(found.samples) / found.rate
    response = None
    if inventory is not None:
        margin = margin_of(wanted.seconds)
        epoch = epoch_of(inventory, found.channel, found.rate, begin, end, margin)
        found, response = found.between(epoch.begin, epoch.end), epoch.response
    if fault_of(found.wide, found.rate):
        found = found.between(begin, end)
    samples = found.wide
    if response is not None:
        samples = ground_velocity(samples, found.rate, response)
    if wanted.has_rate(found.rate):  # compares the rates over the window, without its margins
        return samples[found.lead :][: wanted.n_samples]
    return resampled(samples, found.rate, wanted.rate, found.lead)[: wanted.n_samples]
