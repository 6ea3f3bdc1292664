"""Selection and grouping of traces by station."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..recordings import RecordingError
from .skipped_items import Skipped
from .trace import Trace

__all__ = ["by_station", "of_one_station"]

MOST_NAMES = 20  # largest number of stations that a message names


def of_one_station(traces: Sequence[Trace], station: str | None, bad: Skipped) -> list[Trace]:
    """Traces of the station with a given code, or of the only station in the files.

    If no code is given and faults are skipped, the station with more than half of the traces is
    used, and files of other stations are skipped.
    """
    if station is not None:
        return _of_station(traces, station)
    counts = Counter(trace.station for trace in traces)
    if len(counts) < 2:
        return list(traces)
    most, count = counts.most_common(1)[0]
    others = {trace.file: trace.station for trace in traces if trace.station != most}
    for file, other in others.items():
        why = (
            f"{file} is of station {other}, but other files are of {most}; give one station "
            f"(--station {most}; the files have {_listed(counts)}), read each station (sonogram "
            f"--each-station), or correct "
            f"the station code in the file."
        )
        if 2 * count <= len(traces):
            raise RecordingError(why)
        bad.skip_or_raise(file, why)
    return [trace for trace in traces if trace.station == most]


def _of_station(traces: Sequence[Trace], station: str) -> list[Trace]:
    chosen = [t for t in traces if station in (t.station, t.station.split(".")[-1])]
    if traces and not chosen:
        held = ", ".join(by_station(traces))
        raise RecordingError(f"No file is of station {station!r}; the files have: {held}.")
    return chosen


def by_station(traces: Sequence[Trace]) -> dict[str, list[Trace]]:
    """Traces of each station by its name, in alphabetical order."""
    found: dict[str, list[Trace]] = {}
    for trace in sorted(traces, key=lambda trace: trace.station):
        found.setdefault(trace.station, []).append(trace)
    return found


def _listed(counts: Mapping[str, int]) -> str:
    """The first stations as text, each with its number of traces."""
    listed = [
        f"{name} with {counts[name]} {'trace' if counts[name] == 1 else 'traces'}"
        for name in sorted(counts)[:MOST_NAMES]
    ]
    more = len(counts) - len(listed)
    return ", ".join(listed) + (f" and {more} others" if more else "")
