"""The map of sources on a page: where recorded events come from, in kilometres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..cli.shared.problems import is_foreseen
from ..reports.page import SourceMap
from .recordings import Recordings
from .sources import source_geometry

__all__ = ["map_in_degrees", "source_map"]

IN_DEGREES = ("lat", "lon")
IN_KILOMETRES = (("x_km", "y_km"), ("x", "y"))  # east and north
NAMES = ("time", "file")  # the first of these that is known


def map_in_degrees(
    latitude: Any,
    longitude: Any,
    station: tuple[float, float] | None = None,
    names: Sequence[str] | None = None,
) -> SourceMap:
    """A map of places in degrees: distances and directions from their middle are true.

    Parameters
    ----------
    latitude, longitude : array-like of shape (n_samples,)
        Of the epicentres, in degrees; NaN where not known.
    station : tuple of float, optional
        Its latitude and longitude in degrees.
    names : sequence of str, optional
        What each source is called.

    Returns
    -------
    SourceMap
        Kilometres east and north of the middle (azimuthal equidistant projection), for
        `reports.write_page`.

    Raises
    ------
    ValueError
        If a latitude is beyond a pole, or as `SourceMap` does.

    Examples
    --------
    Two places a degree apart on the equator.

    >>> map_in_degrees([0.0, 0.0], [179.5, -179.5]).places.round()
    array([[-56.,   0.],
           [ 56.,   0.]])
    """
    degrees = np.column_stack([latitude, longitude]).astype(float)
    if (np.abs(degrees[:, 0]) > 90).any() or np.isinf(degrees).any():
        raise ValueError("Latitudes must lie from -90 to 90 degrees, and longitudes be finite.")
    known = degrees[~np.isnan(degrees).any(axis=1)]
    if not len(known):
        return SourceMap(degrees, None, names)  # which refuses a map of no known place
    middle = _middle(known)
    seen = None if station is None else tuple(_from(middle, np.array([station]))[0].tolist())
    return SourceMap(_from(middle, degrees), seen, names)


def source_map(recordings: Recordings) -> tuple[SourceMap | None, tuple[str, ...]]:
    """The map, if there are places; and a sentence, if no map can be made of them."""
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
            found = map_in_degrees(first, second, recordings.station, names)
        else:
            found = SourceMap(np.column_stack([first, second]), names=names)
    except ValueError as error:
        if not is_foreseen(error):
            raise
        return None, (f"There is no map of sources: {error}",)
    return found, ()


def _middle(degrees: np.ndarray) -> tuple[float, float]:
    """The direction from the earth's centre to the mean of places, whatever meridian is near."""
    latitude, longitude = np.radians(degrees).T
    x = (np.cos(latitude) * np.cos(longitude)).mean()
    y = (np.cos(latitude) * np.sin(longitude)).mean()
    z = np.sin(latitude).mean()
    return float(np.degrees(np.arctan2(z, np.hypot(x, y)))), float(np.degrees(np.arctan2(y, x)))


def _from(middle: tuple[float, float], degrees: np.ndarray) -> np.ndarray:
    """Kilometres east and north in the azimuthal equidistant projection."""
    seen = source_geometry(degrees[:, 0], degrees[:, 1], np.zeros(len(degrees)), middle)
    azimuth = np.radians(seen.azimuth)
    return seen.distance[:, None] * np.column_stack([np.sin(azimuth), np.cos(azimuth)])
