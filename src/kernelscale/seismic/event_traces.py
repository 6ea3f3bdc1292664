"""Which traces belong to which event: by a catalogue, or by when they begin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .catalogue import Catalogue
from .left_out import LeftOut
from .recordings import RecordingError
from .seismic_files import Trace

__all__ = ["EventTraces", "events_by_catalogue", "events_by_start"]

SAME_START = 1.0  # seconds by which components of an event may begin apart


class EventTraces(NamedTuple):
    """What it is called, when its window begins, its traces, and its row in the catalogue."""

    name: str
    begin: float
    traces: list[Trace]
    row: int


def events_by_start(traces: Sequence[Trace]) -> list[EventTraces]:
    """All that begins at about the same time is an event; it is called by its first file."""
    groups: list[list[Trace]] = []
    for trace in sorted(traces, key=lambda trace: (trace.start, trace.file)):
        if groups and trace.start - groups[-1][0].start <= SAME_START:
            groups[-1].append(trace)
        else:
            groups.append([trace])
    # An event begins where all of its components do; they may begin a few samples apart.
    return [
        EventTraces(group[0].file, max(trace.start for trace in group), group, row)
        for row, group in enumerate(groups)
    ]


def events_by_catalogue(
    traces: list[Trace], known: Catalogue, around: str, before: float, bad: LeftOut
) -> list[EventTraces]:
    """An event a row of the catalogue, with the traces of its files, or all where it names none."""
    known.check_column(around)
    named = known.columns.get("file")
    events = []
    for row in range(len(known)):
        own, name = traces, _name(known, row)
        if named is not None:
            files = [file.strip() for file in str(named[row]).split(";")]
            own = [trace for trace in traces if _is_one_of(trace.file, files)]
            name += f" in {named[row]}"
        begin = bad.without(lambda row=row, name=name: _time(known, row, around, name), name)  # type: ignore[misc]
        if begin is not None:
            events.append(EventTraces(name, begin - before, own, row))
    return events


def _name(known: Catalogue, row: int) -> str:
    time = f" ({known.columns['time'][row]})" if "time" in known.columns else ""
    return f"event {known.number(row)}{time}"


def _time(known: Catalogue, row: int, around: str, name: str) -> float:
    seconds = known.second(around, row)
    if math.isnan(seconds):
        raise RecordingError(f"{name} has no time to be cut around in {known.source}.")
    return seconds


def _is_one_of(path: str, files: list[str]) -> bool:
    """Whether a path ends in one of these, whole names only."""
    return f"/{Path(path).as_posix()}".endswith(tuple(f"/{file}" for file in files))
