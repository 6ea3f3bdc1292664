"""A cache of the blocks that were read last, for all threads of a process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

import numpy as np

__all__ = ["N_KEPT", "forget", "kept_block"]

# Number of blocks in the cache. Distances are computed between a few rows and a few columns, both
# of which are rows of the data: one block holds the rows, and two hold columns that cross the end
# of a block.
N_KEPT = 3

_kept: OrderedDict[tuple[str, int], np.ndarray] = OrderedDict()
_lock = Lock()  # protects the cache
_reading: dict[tuple[str, int], Lock] = {}  # locks, so that only one thread reads a block


def kept_block(key: str, number: int, read: Callable[[int], np.ndarray]) -> np.ndarray:
    """Block `number` of the rows with this `key`, from the cache or by `read`; read-only."""
    place = key, number
    with _lock:
        own = _reading.setdefault(place, Lock())
    with own:
        with _lock:
            if place in _kept:
                _kept.move_to_end(place)
                return _kept[place]
        block = np.ascontiguousarray(read(number), dtype=np.float64)
        block.flags.writeable = False
        with _lock:
            _kept[place] = block
            while len(_kept) > N_KEPT:
                _reading.pop(_kept.popitem(last=False)[0], None)
    return block


def forget(key: str) -> None:
    """Remove the blocks of the rows with this `key`."""
    with _lock:
        for place in [place for place in _kept if place[0] == key]:
            del _kept[place]
            _reading.pop(place, None)
