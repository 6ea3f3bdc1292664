"""The map of the sources of recorded events, in kilometres, for a page."""

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
IN_KILOMETRES = (("x_km", "y_km"), ("x", "y"))  # names of the columns of kilometres east and north
NAMES = ("time", "file")  # columns that may name an event; the first one that exists is used


def map_in_degrees(
    latitude: Any,
    longitude: Any,
    station: tuple[float, float] | None = None,
    names: Sequence[str] | None = None,
) -> SourceMap:
    """A map of places given in degrees; it preserves distances and directions from their centre.

    Parameters
    ----------
    latitude, longitude : array-like of shape (n_samples,)
        Coordinates of the epicentres in degrees; NaN if not known.
    station : tuple of float, optional
        Latitude and longitude of the station in degrees.
    names : sequence of str, optional
        Name of each source.

    Returns
    -------
    SourceMap
        Kilometres east and north of the centre (azimuthal equidistant projection), for
        `reports.write_page`.

    Raises
    ------
    ValueError
        If a latitude is outside -90 to 90 degrees, a longitude is outside -360 to 360 degrees, or
        no place is known.

    Examples
    --------
    Two places on the equator are one degree apart, on both sides of longitude 180.

    >>> map_in_degrees([0.0, 0.0], [179.5, -179.5]).places.round()
    array([[-56.,   0.],
           [ 56.,   0.]])
    """
    degrees = np.column_stack([latitude, longitude]).astype(float)
    if (np.abs(degrees[:, 0]) > 90).any() or np.isinf(degrees).any():
        raise ValueError("Latitudes must be from -90 to 90 degrees, and longitudes must be finite.")
    known = degrees[~np.isnan(degrees).any(axis=1)]
    if not len(known):
        return SourceMap(degrees, None, names)  # raises the error that no place is known
    centre = _centre(known)
    place = None if station is None else tuple(_projected(centre, np.array([station]))[0].tolist())
    return SourceMap(_projected(centre, degrees), place, names)


def source_map(recordings: Recordings) -> tuple[SourceMap | None, tuple[str, ...]]:
    """The map of the sources or None, and any reason why known places cannot be mapped."""
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


def _centre(degrees: np.ndarray) -> tuple[float, float]:
    """Latitude and longitude of the centre of places on a sphere.

    Unit vectors are averaged, so that places on both sides of 180 degrees have the right centre.
    """
    latitude, longitude = np.radians(degrees).T
    x = (np.cos(latitude) * np.cos(longitude)).mean()
    y = (np.cos(latitude) * np.sin(longitude)).mean()
    z = np.sin(latitude).mean()
    return float(np.degrees(np.arctan2(z, np.hypot(x, y)))), float(np.degrees(np.arctan2(y, x)))


def _projected(centre: tuple[float, float], degrees: np.ndarray) -> np.ndarray:
    """Kilometres east and north of the centre, in the azimuthal equidistant projection."""
    geometry = source_geometry(degrees[:, 0], degrees[:, 1], np.zeros(len(degrees)), centre)
    azimuth = np.radians(geometry.azimuth)
    return geometry.distance[:, None] * np.column_stack([np.sin(azimuth), np.cos(azimuth)])
