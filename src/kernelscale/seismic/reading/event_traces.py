"""Assignment of traces to events, by a catalogue or by the times at which traces begin."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..rates import digits_of, same_rate
from ..recordings import RecordingError
from .catalogue import Catalogue
from .joined_traces import margin_of
from .skipped_items import Skipped
from .trace import IN_MEMORY, Trace

__all__ = ["EventTraces", "at_one_rate", "events_by_catalogue", "events_by_start"]

SAME_START = 1.0  # largest difference in seconds between the starts of an event's components


class EventTraces(NamedTuple):
    """The `name` of an event, its `traces`, and its `row`.

    The row is the position in the catalogue or, without one, in the order of time. The event's
    window begins at the time `begin`, in seconds since 1970.
    """

    name: str
    begin: float
    traces: list[Trace]
    row: int


def at_one_rate(traces: Sequence[Trace], bad: Skipped) -> list[Trace]:
    """The traces of files in which each channel has only one rate.

    This function is for recordings without a catalogue. A file that has a channel at two rates is
    refused or skipped.
    """
    first: dict[tuple[str, str], Trace] = {}
    left: set[str] = set()
    for trace in sorted(traces, key=lambda trace: trace.rate):
        own = first.setdefault((trace.file, trace.channel), trace)
        seconds = max(own.end - own.start, trace.end - trace.start)
        if trace.file not in left and not same_rate(own.rate, trace.rate, seconds):
            rates = digits_of([own.rate, trace.rate])
            why = (
                f"{trace.file} has channel {trace.channel} at {rates[0]} and at {rates[1]} Hz; a "
                f"channel needs one rate."
            )
            bad.skip_or_raise(trace.file, why)
            left.add(trace.file)
    return [trace for trace in traces if trace.file not in left]


def events_by_start(traces: Sequence[Trace]) -> list[EventTraces]:
    """Events made of traces that start at nearly the same time, each named after its first file.

    A file without times, which ObsPy dates to the start of 1970, is a separate event.
    """
    groups: list[list[Trace]] = []
    for trace in sorted(traces, key=lambda trace: (trace.start, trace.file)):
        if groups and _is_of_one_event(groups[-1][0], trace):
            groups[-1].append(trace)
        else:
            groups.append([trace])
    # An event begins when its last component begins; the others may begin up to a second earlier.
    begins = [max(trace.start for trace in group) for group in groups]
    n_events = Counter(group[0].file for group in groups)
    return [
        EventTraces(
            _name_by_start(group[0].file, begin, n_events[group[0].file] > 1), begin, group, row
        )
        for row, (group, begin) in enumerate(zip(groups, begins, strict=True))
    ]


def _is_of_one_event(first: Trace, trace: Trace) -> bool:
    timed = trace.start != 0 or trace.file == first.file
    return timed and trace.start - first.start <= SAME_START


def _name_by_start(file: str, begin: float, several: bool) -> str:
    """The name of the file, followed by the time if the file holds several events."""
    if not several:
        return file
    return f"{file} at {np.datetime64(round(begin * 1000), 'ms')}"


def events_by_catalogue(
    traces: list[Trace], known: Catalogue, around: str, before: float, seconds: float, bad: Skipped
) -> list[EventTraces]:
    """An event for each row of the catalogue, with the traces in its files or near its time."""
    known.check_column(around)
    held = _Held(traces)
    named = any(trace.file != IN_MEMORY for trace in traces)  # traces in memory have no file
    files = known.columns.get("file") if named else None
    events = []
    for row in range(len(known)):
        name = _name(known, row)
        begin = bad.without(partial(_time, known, row, around, name), name)
        if begin is not None:
            begin -= before
            own = held.near(begin, seconds) if files is None else held.in_files(str(files[row]))
            events.append(EventTraces(name, begin, own, row))
    return events


class _Held:
    """A collection of traces that is searched by time or by file."""

    def __init__(self, traces: list[Trace]) -> None:
        self.traces = traces
        self.starts = np.array([trace.start for trace in traces])
        self.ends = np.array([trace.end for trace in traces])
        self.of_name: dict[str, list[Trace]] = {}
        for trace in traces:
            self.of_name.setdefault(Path(trace.file).name, []).append(trace)

    def near(self, begin: float, seconds: float) -> list[Trace]:
        """Traces that overlap a window or its margins.

        If no trace overlaps the window itself, all traces are returned, so that a message can state
        how far away they are.
        """
        if not self._between(begin, begin + seconds):
            return self.traces
        margin = margin_of(seconds)
        return self._between(begin - margin, begin + seconds + margin)

    def _between(self, begin: float, end: float) -> list[Trace]:
        places = np.flatnonzero((self.starts < end) & (self.ends > begin))
        return [self.traces[place] for place in places]

    def in_files(self, names: str) -> list[Trace]:
        """Traces from files whose path ends in one of the names; semicolons separate the names."""
        paths = [Path(name.strip()) for name in names.split(";")]
        return [
            trace
            for name in dict.fromkeys(path.name for path in paths)
            for trace in self.of_name.get(name, [])
            if any(_ends_in(Path(trace.file), path) for path in paths)
        ]


def _ends_in(file: Path, path: Path) -> bool:
    """Whether a file's path, as written or with symbolic links resolved, ends in `path`."""
    places = {Path(os.path.normpath(file.absolute())), _without_links(file)}
    wanted = Path(os.path.normpath(path))
    if wanted.is_absolute():
        return wanted in places or _without_links(wanted) in places
    return any(place.parts[-len(wanted.parts) :] == wanted.parts for place in places)


def _without_links(path: Path) -> Path:
    return Path(os.path.realpath(path))  # Path.resolve raises an error for circular links


def _name(known: Catalogue, row: int) -> str:
    name = f"event {known.number(row)}"
    if "time" in known.columns:
        name += f" ({known.columns['time'][row]})"
    return f"{name} in {known.columns['file'][row]}" if "file" in known.columns else name


def _time(known: Catalogue, row: int, around: str, name: str) -> float:
    seconds = known.second(around, row)
    if math.isnan(seconds):
        raise RecordingError(f"{name} has no time in {known.source} around which it could be cut.")
    return seconds
