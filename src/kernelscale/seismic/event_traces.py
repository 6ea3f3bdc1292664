"""Which traces belong to which event: by a catalogue, or by when they begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .catalogue import Catalogue
from .seismic_files import Trace

__all__ = ["EventTraces", "events_by_catalogue", "events_by_start"]

SAME_START = 1.0  # seconds by which components of an event may begin apart


class EventTraces(NamedTuple):
    """What it is called, when its window begins (NaN: the catalogue has no time), its traces."""

    name: str
    begin: float
    traces: list[Trace]


def events_by_start(traces: Sequence[Trace]) -> list[EventTraces]:
    """All that begins at about the same time is an event; it is called by its first file."""
    events: list[EventTraces] = []
    for trace in sorted(traces, key=lambda trace: (trace.start, trace.file)):
        if events and trace.start - events[-1].traces[0].start <= SAME_START:
            events[-1].traces.append(trace)
        else:
            events.append(EventTraces(trace.file, float("nan"), [trace]))
    # What all components have; they may begin a few samples apart.
    return [e._replace(begin=max(trace.start for trace in e.traces)) for e in events]


def events_by_catalogue(
    traces: list[Trace], known: Catalogue, begins: np.ndarray
) -> list[EventTraces]:
    """An event a row of the catalogue, with the traces of its files, or all where it names none."""
    named = known.columns.get("file")
    events = []
    for number, begin in enumerate(begins.tolist()):
        own = traces
        if named is not None:
            files = [name.strip() for name in str(named[number]).split(";")]
            own = [trace for trace in traces if _is_one_of(trace.file, files)]
        name = f"event {number} ({known.columns.get('time', begins)[number]})"
        if named is not None:
            name += f" in {named[number]}"
        events.append(EventTraces(name, begin, own))
    return events


def _is_one_of(path: str, files: list[str]) -> bool:
    """Whether a path ends in one of these, whole names only."""
    return f"/{Path(path).as_posix()}".endswith(tuple(f"/{file}" for file in files))
