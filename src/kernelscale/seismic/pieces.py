"""Pieces of channels in a file: what is asked of them, and which are put together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from .recordings import RecordingError

__all__ = ["check_pieces", "check_whole", "joined_pieces"]

# A shorter gap is one of a recording, and marked. Beyond a longer one another recording begins:
# files of many events would be mostly gaps, of which a year takes gigabytes.
LONGEST_GAP = 60.0  # seconds


def check_whole(path: Path, stream: Iterable[Any]) -> None:
    """Refuse miniSEED that ends within a record: ObsPy reads on up to there, often without a word.

    Raises
    ------
    RecordingError
        If it does.
    """
    lengths = [trace.stats.mseed.record_length for trace in stream if "mseed" in trace.stats]
    n_bytes = path.stat().st_size
    if lengths and n_bytes % min(lengths):
        raise RecordingError(
            f"{path} is cut short: its {n_bytes} bytes are no whole records of {min(lengths)}."
        )


def check_pieces(path: Path, stream: Iterable[Any]) -> None:
    """Refuse two rates or two courses of one channel, for its pieces become one trace.

    Raises
    ------
    RecordingError
        If a channel has them.
    """
    for channel, traces in _by_channel(stream).items():
        rates = sorted({trace.stats.sampling_rate for trace in traces})
        if len(rates) > 1:
            raise RecordingError(
                f"{path} has channel {channel} at {rates[0]:g} and at {rates[1]:g} Hz; a channel "
                f"needs one rate."
            )
        if any(_differ(first, second) for first, second in pairwise(traces)):
            raise RecordingError(
                f"{path} has channel {channel} twice at one time, and not the same; correct a "
                f"label, or leave one out."
            )


def joined_pieces(stream: Any) -> list[Any]:
    """ObsPy's traces, those of a channel joined where no more than a short gap is between them."""
    joined = []
    for traces in _by_channel(stream).values():
        recording, end = traces[:1], traces[0].stats.endtime
        for trace in traces[1:]:
            if trace.stats.starttime - end > LONGEST_GAP:
                joined.append(_merged(stream, recording))
                recording = []
            recording.append(trace)
            end = max(end, trace.stats.endtime)
        joined.append(_merged(stream, recording))
    return joined


def _merged(stream: Any, traces: list[Any]) -> Any:
    """One trace, its gaps masked."""
    return type(stream)(traces=traces).merge(method=0)[0]


def _by_channel(stream: Iterable[Any]) -> dict[str, list[Any]]:
    """Pieces of each channel in the order of time."""
    pieces: dict[str, list[Any]] = {}
    for trace in sorted(stream, key=lambda trace: trace.stats.starttime):
        pieces.setdefault(trace.id, []).append(trace)
    return pieces


def _differ(first: Any, second: Any) -> bool:
    """Whether what both have is not the same."""
    rate = first.stats.sampling_rate
    tail = first.data[round((second.stats.starttime - first.stats.starttime) * rate) :]
    n_shared = min(len(tail), len(second.data))
    return not np.array_equal(tail[:n_shared], second.data[:n_shared], equal_nan=True)
