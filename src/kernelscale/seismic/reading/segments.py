"""Pieces of a channel in a file, put together into recordings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..rates import same_rate
from .laid import Laid, samples_after
from .trace import Trace

__all__ = ["joined_pieces"]

# A shorter gap is one of a recording, and marked. Beyond a longer one another recording begins:
# files of many events would be mostly gaps, of which a year takes gigabytes.
LONGEST_GAP = 60.0  # seconds


def joined_pieces(pieces: Iterable[Trace]) -> list[Trace]:
    """Those of a channel at one rate joined where no more than a short gap is between them.

    What two of them have and is not the same is marked: it concerns the events there, no others.
    """
    by_channel: dict[str, list[Trace]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.start):
        by_channel.setdefault(piece.channel, []).append(piece)
    groups = [group for of_channel in by_channel.values() for group in _together(of_channel)]
    return [_joined(group) for group in groups]


def _together(pieces: list[Trace]) -> list[list[Trace]]:
    """Pieces in the order of time, in groups that are recordings."""
    groups: list[list[Trace]] = []
    ends: dict[int, float] = {}  # times of the last sample of groups that may go on, by number
    for piece in pieces:
        ends = {group: end for group, end in ends.items() if piece.start - end <= LONGEST_GAP}
        own = next((group for group in ends if _goes_on(groups[group][0], piece)), len(groups))
        if own == len(groups):
            groups.append([])
        groups[own].append(piece)
        ends[own] = max(ends.get(own, -np.inf), piece.end - 1 / piece.rate)
    return groups


def _goes_on(first: Trace, piece: Trace) -> bool:
    alike = first.calibration == piece.calibration
    return alike and same_rate(first.rate, piece.rate, piece.end - first.start)


def _joined(pieces: list[Trace]) -> Trace:
    first = pieces[0]
    if len(pieces) == 1:
        return first
    laid = Laid(first, 0, max(samples_after(first, piece) + len(piece.samples) for piece in pieces))
    for piece in pieces:
        laid.lay(piece)
    return replace(first, samples=laid.samples, disputed=np.flatnonzero(laid.disputed))
