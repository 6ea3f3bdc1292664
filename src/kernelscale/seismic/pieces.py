"""What is asked of the pieces in a file before those of a channel are put together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from .recordings import RecordingError

__all__ = ["check_pieces", "check_whole"]


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
    pieces: dict[str, list[Any]] = {}
    for trace in stream:
        pieces.setdefault(trace.id, []).append(trace)
    for channel, traces in pieces.items():
        rates = sorted({trace.stats.sampling_rate for trace in traces})
        if len(rates) > 1:
            raise RecordingError(
                f"{path} has channel {channel} at {rates[0]:g} and at {rates[1]:g} Hz; a channel "
                f"needs one rate."
            )
        traces.sort(key=lambda trace: trace.stats.starttime)
        if any(_differ(first, second) for first, second in pairwise(traces)):
            raise RecordingError(
                f"{path} has channel {channel} twice at one time, and not the same; correct a "
                f"label, or leave one out."
            )


def _differ(first: Any, second: Any) -> bool:
    """Whether what both have is not the same."""
    rate = first.stats.sampling_rate
    tail = first.data[round((second.stats.starttime - first.stats.starttime) * rate) :]
    n_shared = min(len(tail), len(second.data))
    return not np.array_equal(tail[:n_shared], second.data[:n_shared], equal_nan=True)
