"""Where recorded events come from, if the catalogue says so: the map on the page."""

from __future__ import annotations

import numpy as np

from ..reports import SourceMap
from ..seismic import Recordings
from .problems import is_foreseen

__all__ = ["source_map"]

IN_DEGREES = ("lat", "lon")
IN_KILOMETRES = (("x_km", "y_km"), ("x", "y"))  # east and north
NAMES = ("time", "file")  # the first of these that is known


def source_map(recordings: Recordings) -> tuple[SourceMap | None, tuple[str, ...]]:
    """The map, if there are places, and a sentence where they are of no use for one."""
    events = recordings.events
    pairs = [pair for pair in (IN_DEGREES, *IN_KILOMETRES) if set(pair) <= set(events)]
    if not pairs:
        return None, ()
    first, second = (events[name] for name in pairs[0])
    if any(column.dtype.kind not in "iuf" for column in (first, second)):
        return None, (f"There is no map of sources: {' and '.join(pairs[0])} are not all numbers.",)
    names = next((events[name].tolist() for name in NAMES if name in events), None)
    try:
        if pairs[0] == IN_DEGREES:
            found = SourceMap.from_degrees(first, second, recordings.station, names)
        else:
            found = SourceMap(np.column_stack([first, second]), names=names)
    except ValueError as error:
        if not is_foreseen(error):
            raise
        return None, (f"There is no map of sources: {error}",)
    return found, ()
