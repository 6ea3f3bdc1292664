"""Traces of one station out of those of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..recordings import RecordingError
from .skipped import Skipped
from .trace import Trace

__all__ = ["by_station", "of_one_station"]

MOST_NAMES = 20  # in a message


def of_one_station(traces: Sequence[Trace], station: str | None, bad: Skipped) -> list[Trace]:
    """Traces of the station asked for, or of the only one there is.

    Where bad files are to be left out, a station that has more than half of the traces is the one,
    and the files of others are bad.
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
    """Stations and how many traces there are of each, as many as one reads."""
    told = [
        f"{name} with {counts[name]} {'trace' if counts[name] == 1 else 'traces'}"
        for name in sorted(counts)[:MOST_NAMES]
    ]
    more = len(counts) - len(told)
    return ", ".join(told) + (f" and {more} others" if more else "")
