"""Traces sorted by their station."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..recordings import RecordingError
from .skipped import Skipped
from .trace import Trace

__all__ = ["by_station", "of_one_station"]

MOST_NAMES = 20  # in a message


def of_one_station(traces: Sequence[Trace], station: str | None, bad: Skipped) -> list[Trace]:
    """Traces of a station by its code, or of the only one there is.

    Where faulty files are to be skipped and no code is given, the station with more than half of
    the traces is taken, and files of others are skipped.
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
            f"{file} is of station {other}, others are of {most}; say which station is wanted, as "
            f"by --station {most} (there are {_listed(counts)}), take each (sonogram "
            f"--each-station), or correct the label."
        )
        if 2 * count <= len(traces):
            raise RecordingError(why)
        bad.leave(file, why)
    return [trace for trace in traces if trace.station == most]


def _of_station(traces: Sequence[Trace], station: str) -> list[Trace]:
    chosen = [t for t in traces if station in (t.station, t.station.split(".")[-1])]
    if traces and not chosen:
        held = ", ".join(by_station(traces))
        raise RecordingError(f"No file is of station {station!r}; there are: {held}.")
    return chosen


def by_station(traces: Sequence[Trace]) -> dict[str, list[Trace]]:
    """Traces of each station, by its name, in the order of names."""
    found: dict[str, list[Trace]] = {}
    for trace in sorted(traces, key=lambda trace: trace.station):
        found.setdefault(trace.station, []).append(trace)
    return found


def _listed(counts: Mapping[str, int]) -> str:
    """Stations with their numbers of traces; the first of many."""
    listed = [
        f"{name} with {counts[name]} {'trace' if counts[name] == 1 else 'traces'}"
        for name in sorted(counts)[:MOST_NAMES]
    ]
    more = len(counts) - len(listed)
    return ", ".join(listed) + (f" and {more} others" if more else "")
