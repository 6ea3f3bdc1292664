"""Traces of one station out of those of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .left_out import LeftOut
from .recordings import RecordingError
from .trace import Trace

__all__ = ["of_one_station"]


def of_one_station(traces: Sequence[Trace], station: str | None, bad: LeftOut) -> list[Trace]:
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
            f"{file} is of station {other}, others are of {most}; say which station is wanted, or "
            f"correct the label."
        )
        if 2 * count <= len(traces):
            raise RecordingError(why)
        bad.leave(file, why)
    return [trace for trace in traces if trace.station == most]


def _of_station(traces: Sequence[Trace], station: str) -> list[Trace]:
    chosen = [t for t in traces if station in (t.station, t.station.split(".")[-1])]
    if traces and not chosen:
        held = ", ".join(sorted({trace.station for trace in traces}))
        raise RecordingError(f"No file is of station {station!r}; there are: {held}.")
    return chosen
