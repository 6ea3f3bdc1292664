"""Distance and azimuth of sources from a station."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .._validation.numbers import as_numeric
from .recordings import FARTHEST_EAST, check_station

__all__ = ["SourceGeometry", "source_geometry"]

EARTH_RADIUS_KM = 6371.0


class SourceGeometry(NamedTuple):
    """Distance and azimuth of sources from a station.

    Attributes
    ----------
    distance : ndarray of shape (n_events,)
        Hypocentral distance in km.
    azimuth : ndarray of shape (n_events,)
        Direction to the epicentre in degrees, clockwise from north.

    Examples
    --------
    A source one degree east of the station, both on the equator.

    >>> source_geometry([0.0], [1.0], [0.0], (0.0, 0.0)).azimuth
    array([90.])
    """

    distance: np.ndarray
    azimuth: np.ndarray


def source_geometry(
    latitude: Any, longitude: Any, depth_km: Any, station: tuple[float, float]
) -> SourceGeometry:
    """Hypocentral distance and azimuth of sources from a station, on a spherical earth.

    Parameters
    ----------
    latitude, longitude : array-like of shape (n_events,)
        Coordinates of the epicentres in degrees.
    depth_km : array-like of shape (n_events,)
        Depths of the hypocentres in km.
    station : tuple of float
        Latitude and longitude of the station in degrees.

    Returns
    -------
    SourceGeometry
        Distances in km, ``sqrt(epicentral distance^2 + depth^2)``, and azimuths; NaN for a place
        that is NaN.

    Raises
    ------
    ValueError, TypeError
        If a value is outside its range, or the arrays have different lengths.

    Examples
    --------
    A degree of latitude is 111 km.

    >>> source_geometry([1.0], [0.0], [0.0], (0.0, 0.0)).distance.round()
    array([111.])
    """
    lat, lon = (np.radians(angle) for angle in _places(latitude, longitude))
    station_lat, station_lon = np.radians(check_station(station))
    depth = _numbers(depth_km, "depth_km", EARTH_RADIUS_KM, "km")
    _check_together(latitude=lat, longitude=lon, depth_km=depth)
    east = lon - station_lon
    haversine = (
        np.sin((lat - station_lat) / 2) ** 2
        + np.cos(lat) * np.cos(station_lat) * np.sin(east / 2) ** 2
    )
    epicentral = 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(haversine))
    azimuth = np.arctan2(
        np.sin(east) * np.cos(lat),
        np.cos(station_lat) * np.sin(lat) - np.sin(station_lat) * np.cos(lat) * np.cos(east),
    )
    degrees = np.degrees(azimuth) % 360 % 360  # a small negative angle % 360 rounds to 360
    return SourceGeometry(np.hypot(epicentral, depth), degrees)


def _places(latitude: Any, longitude: Any) -> tuple[np.ndarray, np.ndarray]:
    return (
        _numbers(latitude, "latitudes", 90, "degrees"),
        _numbers(longitude, "longitudes", FARTHEST_EAST, "degrees"),
    )


def _numbers(values: Any, name: str, largest: float, unit: str) -> np.ndarray:
    """The values as numbers, refused if one is outside -largest to largest; NaN means unknown."""
    numbers = as_numeric(np.nan if values is None else values, name).astype(np.float64)
    wrong = numbers[np.abs(numbers) > largest]
    if values is None or len(wrong):
        given = None if values is None else f"{wrong[0]:g}"
        raise ValueError(
            f"{name} must lie from -{largest:g} to {largest:g} {unit}, but {given} was given."
        )
    return numbers


def _check_together(**arrays: np.ndarray) -> None:
    shapes = {array.shape for array in arrays.values() if array.ndim}
    if len(shapes) > 1:
        given = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"Places and depths must have the same length, but have shapes {given}.")
