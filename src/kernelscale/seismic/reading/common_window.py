"""The common sampling rate and length of the windows of all events, if they are not given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..._validation import check_name, check_positive
from ..rates import digits_of, same_rate
from ..recordings import RecordingError
from .channels import NAMES
from .conditioning import Conditioning
from .event_traces import EventTraces
from .joined_traces import Stretch
from .skipped_items import Skipped
from .trace import Trace

__all__ = [
    "Window",
    "check_any",
    "common_length",
    "common_rate",
    "other_rate",
    "without_traces",
]

LARGEST = 1e10  # longest window in seconds, and highest rate in samples per second
ALIKE = 0.01  # largest relative difference between lengths that count as equal


class Window(NamedTuple):
    """How windows of events are cut out and processed.

    If the length or the rate is None, it is determined from the files.

    Attributes
    ----------
    seconds : float or None
        Length of the windows.
    rate : float or None
        Samples per second.
    components : tuple of str
        Components of each event.
    conditioning : Conditioning
        Steps that are applied to each waveform: detrend, taper and filter.
    inventory : ObsPy's Inventory, optional
        Responses of the instruments, which are removed.
    """

    seconds: float | None
    rate: float | None
    components: tuple[str, ...]
    conditioning: Conditioning
    inventory: Any = None

    def check(self) -> None:
        """Refuse lengths, rates and components that are not possible."""
        for name, value in (("seconds", self.seconds), ("sampling_rate", self.rate)):
            if value is not None and check_positive(value, name) > LARGEST:
                raise ValueError(f"{name} must be at most {LARGEST:g}, but {value:g} was given.")
        for component in self.components:
            check_name(component, NAMES, "components")
        if not self.components or len(set(self.components)) < len(self.components):
            raise ValueError(
                f"components must be letters from {', '.join(NAMES)}, each at most once, but "
                f"{self.components!r} was given."
            )


def check_any(events: Sequence[EventTraces], window: Window, bad: Skipped) -> None:
    """Raise an error if no event has a trace."""
    if any(event.traces for event in events):
        return
    components = " or ".join(window.components)
    if bad.skipped:
        raise RecordingError(f"No event can be used; first fault: {bad.skipped[0][1]}")
    if events:
        raise RecordingError(without_traces(events[0], window, bad))
    raise RecordingError(f"No file has a component {components}{bad.hint()}.")


def without_traces(event: EventTraces, window: Window, bad: Skipped) -> str:
    """The message for an event without a trace."""
    return (
        f"{event.name} has no component {' or '.join(window.components)}, or its files could not "
        f"be read{bad.hint()}."
    )


def common_rate(events: Sequence[EventTraces], window: Window, bad: Skipped) -> float:
    """The rate of all traces that overlap a window; if faults are skipped, the most frequent."""
    traces = [trace for event in events for trace in _within(event, window)]
    if not traces:  # an error for each event is raised later
        return next(trace.rate for event in events for trace in event.traces)
    seconds = window.seconds or max(trace.end - trace.start for trace in traces)
    n_traces = Counter(trace.rate for trace in traces)

    def frequency(rate: float) -> tuple[int, int]:
        """Number of traces with this rate by `same_rate`, and number with exactly this rate."""
        alike = sum(n for other, n in n_traces.items() if same_rate(rate, other, seconds))
        return alike, n_traces[rate]

    most = max(sorted(n_traces), key=frequency)
    # Of equally frequent rates that count as the same, the highest is chosen: with it, the common
    # length (a number of samples divided by the rate) is shortest.
    alike = [rate for rate in n_traces if same_rate(rate, most, seconds)]
    most = max(rate for rate in alike if frequency(rate) == frequency(most))
    odd = next((trace for trace in traces if not same_rate(trace.rate, most, seconds)), None)
    if odd is not None and not bad.skip:
        raise RecordingError(other_rate(odd.file, odd.component, odd.rate, most))
    return most


def _within(event: EventTraces, window: Window) -> list[Trace]:
    """Traces that overlap the event's window; all traces if its length is not known."""
    if window.seconds is None:
        return event.traces
    wanted = Stretch(event.begin, window.seconds, 1.0)
    return [trace for trace in event.traces if wanted.shared_with(trace) > 0]


def other_rate(file: str, component: str, rate: float, others: float) -> str:
    """The message for a file whose rate differs from the rate of the other files."""
    own, usual = digits_of([rate, others])
    return (
        f"{file} has component {component} at {own} Hz, but other files have {usual} Hz; give a "
        f"sampling_rate to resample all, or the channels to read."
    )


def common_length(events: Sequence[EventTraces], components: Sequence[str], rate: float) -> float:
    """The length in seconds to which all events are cut.

    An event is as long as its longest component. More than half of the events must have the same
    length to within 1 %. The result is the length of the shortest component that is at most 1 %
    shorter, so that no event is refused for such a difference. Events that lack a component count
    only if all events lack one. If a trace has the common rate by `same_rate`, its length is its
    number of samples divided by the common rate.

    Raises
    ------
    RecordingError
        If there is no length that more than half of the events have.
    """
    wanted = set(components)
    complete = [e for e in events if {trace.component for trace in e.traces} >= wanted] or events
    ends = [[_end(trace, rate) - event.begin for trace in event.traces] for event in complete]
    longest, shared = list(map(max, ends)), list(map(min, ends))
    like = {length: [x for x in longest if _alike(x, length)] for length in longest}
    usual = max(like, key=lambda length: (len(like[length]), length))
    if 2 * len(like[usual]) <= len(complete):
        raise RecordingError(
            f"Events are from {min(longest):g} to {max(longest):g} s long, and most have no common "
            f"length; give the length of a window in seconds."
        )
    return min((x for x in shared if x >= (1 - ALIKE) * usual), default=usual)


def _end(trace: Trace, rate: float) -> float:
    seconds = trace.end - trace.start
    return (
        trace.start + len(trace.samples) / rate
        if same_rate(trace.rate, rate, seconds)
        else trace.end
    )


def _alike(length: float, other: float) -> bool:
    return abs(length - other) <= ALIKE * other
